import { z } from 'zod';
import type { WorkEffects } from '../../domain/work/workEffects.ts';
import { type WorkItem, workSources, workStates } from '../../domain/work/workItem.ts';
import { instant } from '../instant.ts';
import { sameShape } from '../sameShape.ts';
import { each, idParams, lineOf, recordId } from '../schemas.ts';
import { wireShape } from '../wireShape.ts';

const count = z.int().min(0);
const texts = z.array(z.string());
const day = z.iso.date({ error: 'must be a day such as 2026-12-01' });

const itemSchema = sameShape<WorkItem>()(
  z
    .strictObject({
      id: z.string(),
      websiteId: z.string(),
      state: z.enum(workStates),
      owner: z.string().nullable(),
      dueDay: day.nullable(),
      note: z.string().nullable(),
      reason: z.string().nullable(),
      changedAt: instant.nullable(),
      changedBy: z.string().nullable(),
      doneAt: instant.nullable(),
      verification: z
        .strictObject({
          result: z.enum(['waiting', 'not_found_any_more', 'still_found']),
          observedAt: instant.nullable(),
        })
        .nullable(),
      experiment: z
        .strictObject({ hypothesis: z.string(), chosenOnRuns: texts })
        .nullable()
        .meta({ description: 'Fields for previewExperiment; null: it touches no question, or is closed.' }),
      evidence: z.strictObject({
        source: z.enum(workSources),
        ...each(z.string(), 'rule subject title advice'),
        isGate: z.boolean(),
        engines: texts,
        questionIds: texts,
        pages: texts,
        runIds: texts,
        answers: count,
        kind: z.string(),
        observedAt: instant,
      }),
    })
    .meta({ id: 'WorkItem' }),
);

const share = z.number().min(0).max(1);
const effectsSchema = sameShape<WorkEffects>()(
  z
    .strictObject({
      ...each(count, 'done withChange without waiting unmeasured'),
      falseDiscoveryRate: share,
      words: z.string(),
      items: z.array(
        z.strictObject({
          id: z.string(),
          difference: z.number().nullable(),
          p: share.nullable(),
          adjusted: share.nullable(),
          result: z.enum(['change', 'no_change_found', 'waiting', 'unmeasured']),
        }),
      ),
    })
    .meta({ id: 'WorkEffects', description: 'Items finished in a month, tested as one family.' }),
);

const owner = lineOf(200);
const note = lineOf(1_000);
const one = z.strictObject({ item: itemSchema });

/** Work that the evidence suggests, and what members decided about it. */
export const workWire = {
  listWork: wireShape({
    query: z.strictObject({
      websiteId: recordId,
      state: z
        .string()
        .max(60)
        .default('open,doing')
        .meta({ description: `States, separated by commas: ${workStates.join(', ')}; or all.` }),
      source: z
        .string()
        .max(80)
        .default('all')
        .meta({ description: `Sources, separated by commas: ${workSources.join(', ')}; or all.` }),
      owner: owner.optional(),
      limit: z.int().min(1).max(200).default(200),
    }),
    output: z.strictObject({ items: z.array(itemSchema), total: count }),
  }),
  readWorkItem: wireShape({ params: idParams, output: one }),
  claimWork: wireShape({
    params: idParams,
    body: z.strictObject({ owner: owner.optional(), dueDay: day.nullable().optional(), note: note.optional() }),
    output: one,
  }),
  finishWork: wireShape({ params: idParams, body: z.strictObject({ note: note.optional() }), output: one }),
  declineWork: wireShape({ params: idParams, body: z.strictObject({ reason: note }), output: one }),
  reopenWork: wireShape({ params: idParams, body: z.strictObject({}), output: one }),
  changeWork: wireShape({
    params: idParams,
    body: z.strictObject({
      owner: owner.nullable().optional(),
      dueDay: day.nullable().optional(),
      note: note.nullable().optional(),
    }),
    output: one,
  }),
  readWorkEffects: wireShape({
    query: z.strictObject({
      websiteId: recordId,
      engine: recordId.optional(),
      month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'must be a month such as 2026-12' }),
    }),
    output: effectsSchema,
  }),
};
