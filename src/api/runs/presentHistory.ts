import type { z } from 'zod';
import type { fullObservationSchema } from '../../contract/questionSchemas.ts';
import type { listedAnswerSchema, runSummarySchema } from '../../contract/runs/schemas.ts';
import type { SpendingSums } from '../../domain/money/spending.ts';
import type { CaptureStanding, RunRecord } from '../../domain/runs/runRecord.ts';
import type { ListedAnswer } from '../../services/runs/answerListings.ts';
import type { FullRun } from '../../services/runs/readFullRun.ts';
import { dispositionOf } from '../../services/runs/readObservation.ts';
import { presentEstimate, presentRunCost } from '../money/present.ts';
import { presentObservation } from '../present.ts';

export function presentRunSummary(
  run: RunRecord,
  progress?: CaptureStanding,
  cost?: SpendingSums,
): z.input<typeof runSummarySchema> {
  const { ask } = run;
  return {
    id: run.id,
    kind: run.kind,
    caseId: run.kind === 'keyword' ? run.targetId : null,
    websiteId: run.websiteId,
    engine: run.engine,
    device: ask.kind === 'keyword' ? (ask.search.device ?? null) : null,
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
    ...(progress === undefined ? {} : { progress }),
    ...(cost === undefined ? {} : { cost: presentRunCost(cost) }),
  };
}

/** Presents a run with its engine and the origin of its answer. @param now milliseconds since the epoch */
export function presentFullRun(
  { run, result, questionId, noAnswer, searches, entries }: FullRun,
  maxAgeSeconds: number,
  now: number,
): z.input<typeof fullObservationSchema> {
  const observation = presentObservation({ disposition: dispositionOf(run), run, result }, maxAgeSeconds, now);
  const { ask } = run;
  const request = ask.kind === 'keyword' ? { place: ask.locale, device: ask.search.device ?? null } : null;
  return {
    ...observation,
    run: {
      ...(observation.run as NonNullable<typeof observation.run>),
      engine: run.engine,
      caseId: run.kind === 'keyword' ? run.targetId : null,
      questionId,
      device: request?.device ?? null,
      place: request?.place ?? null,
      noAnswer,
      searches,
      costEstimate: presentEstimate({ entries }),
    },
  };
}

export function presentListedAnswer({ run, listing, searches }: ListedAnswer): z.input<typeof listedAnswerSchema> {
  const { targetStatus, targetBasis, noAnswer, candidates, position, mentions, cited, retrieved } = listing;
  return {
    run: presentRunSummary(run),
    ...{ targetStatus, targetBasis, noAnswer, candidates, position, mentions, cited, retrieved },
    searches:
      searches?.map(({ query, pages }) => ({
        query,
        pages: pages.length,
        cited: pages.filter((page) => page.cited).length,
      })) ?? null,
  };
}
