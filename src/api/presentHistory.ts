import { z } from 'zod';
import { runStatuses } from '../domain/run.ts';
import type { RunRecord } from '../domain/runRecord.ts';
import type { ListedAnswer } from '../services/runHistory.ts';
import { instant } from './instant.ts';
import { runKind } from './schemas.ts';

/** A run as a list shows it: without its result. */
export const runSummarySchema = z
  .strictObject({
    id: z.string(),
    kind: runKind,
    caseId: z.string().nullable(),
    websiteId: z.string().nullable(),
    /** The question asked, or the address captured. */
    asked: z.string(),
    status: z.enum(runStatuses),
    model: z.string().nullable(),
    harnessVersion: z.string(),
    surface: z.string(),
    useSeoTools: z.boolean(),
    createdAt: instant,
    updatedAt: instant,
    observedAt: instant.nullable(),
    deadlineAt: instant,
    cancelRequestedAt: instant.nullable(),
    error: z.string().nullable(),
    replayOf: z.string().nullable(),
  })
  .meta({ id: 'RunSummary' });

export function presentRunSummary(run: RunRecord): z.input<typeof runSummarySchema> {
  const { ask } = run;
  return {
    id: run.id,
    kind: run.kind,
    caseId: run.kind === 'keyword' ? run.targetId : null,
    websiteId: run.websiteId,
    asked: ask.kind === 'keyword' ? ask.question : ask.homeUrl,
    status: run.status,
    model: run.model,
    harnessVersion: run.harnessVersion,
    surface: run.surface,
    useSeoTools: run.useSeoTools,
    createdAt: run.createdAt,
    updatedAt: run.updatedAt,
    observedAt: run.observedAt,
    deadlineAt: run.deadlineAt,
    cancelRequestedAt: run.cancelRequestedAt,
    error: run.error,
    replayOf: run.replayOf,
  };
}

const usedSource = z.strictObject({
  url: z.string(),
  domain: z.string(),
  owned: z.boolean(),
  title: z.string().nullable(),
});

export const listedAnswerSchema = z
  .strictObject({
    run: runSummarySchema,
    targetStatus: z.enum(['listed', 'not_listed', 'unknown']).nullable(),
    position: z.int().min(1).nullable(),
    mentions: z.array(
      z.strictObject({ name: z.string(), domain: z.string().nullable(), basis: z.string(), own: z.boolean() }),
    ),
    cited: z.array(usedSource),
    retrieved: z.array(usedSource),
  })
  .meta({ id: 'ListedAnswer', description: 'An attempt at a question, and what its answer says about the owner.' });

export function presentListedAnswer({ run, listing }: ListedAnswer): z.input<typeof listedAnswerSchema> {
  const { targetStatus, position, mentions, cited, retrieved } = listing;
  return { run: presentRunSummary(run), targetStatus, position, mentions, cited, retrieved };
}
