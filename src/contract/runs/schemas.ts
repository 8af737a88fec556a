import { z } from 'zod';
import { noAnswers } from '../../domain/answer/frozenAnswer.ts';
import { devices, runStatuses } from '../../domain/runs/run.ts';
import { instant } from '../instant.ts';
import { runCostSchema } from '../money/schemas.ts';
import { runKind } from '../schemas.ts';
import { identityBasis, listingBasis } from '../visibility/parts.ts';

/** A run in a list: without its result. */
export const runSummarySchema = z
  .strictObject({
    id: z.string(),
    kind: runKind,
    caseId: z.string().nullable(),
    websiteId: z.string().nullable(),
    engine: z.string().nullable().meta({ description: 'Engine; null for a capture.' }),
    device: z.enum(devices).nullable(),
    /** The question, or the captured address. */
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
    progress: z
      .strictObject({ pagesRead: z.int().min(0), pagesPlanned: z.int().min(0).nullable(), page: z.string() })
      .exactOptional()
      .meta({
        description:
          'Progress of an active capture: pages read, pages planned (null before the sample is drawn), current page.',
      }),
    cost: runCostSchema.exactOptional().meta({ description: 'Only in lists of engine runs.' }),
  })
  .meta({ id: 'RunSummary' });

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
    targetBasis: listingBasis.nullable(),
    noAnswer: z.enum(noAnswers).nullable().meta({ description: 'The page was read and shows no answer.' }),
    candidates: z.array(z.string()),
    position: z.int().min(1).nullable(),
    mentions: z.array(
      z.strictObject({
        name: z.string(),
        domain: z.string().nullable(),
        basis: identityBasis,
        own: z.boolean(),
        otherAnswers: z.array(z.string()).meta({ description: 'Runs that support a basis of `other_answers`.' }),
      }),
    ),
    cited: z.array(usedSource),
    retrieved: z.array(usedSource),
    searches: z
      .array(z.strictObject({ query: z.string(), pages: z.int().min(0), cited: z.int().min(0) }))
      .nullable()
      .meta({ description: 'Searches of the engine with page counts; null: not reported.' }),
  })
  .meta({ id: 'ListedAnswer', description: 'An attempt at a question, with its answer’s statement about the owner.' });
