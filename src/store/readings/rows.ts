import type { ModelReading } from '../../domain/answer/modelReading.ts';
import type { Usage } from '../../domain/runs/run.ts';
import { mapColumns } from '../database/columns.ts';
import type { Queryable, Tx } from '../database/transaction.ts';

/** planned (nothing was sent) -> sending (intent durable, the one create may have been sent) -> ended. Never back. */
export type ModelReadingState = 'planned' | 'sending' | 'ended';

/** Outcome of a reading: the model's reading, or the reason why it is not used, as a clause after "because". */
export type ModelReadingOutcome = { kind: 'read'; reading: ModelReading } | { kind: 'unread'; because: string };

export type ModelReadingRecord = {
  id: string;
  workspaceId: string;
  websiteId: string;
  textDigest: string;
  reader: string;
  /** The run whose text is sent. Others with the same text share the reading. */
  runId: string;
  ownerId: string;
  keyId: string | null;
  question: string;
  targetNames: readonly string[];
  state: ModelReadingState;
  createdAt: string;
  sentAt: string | null;
};

const columns = mapColumns<ModelReadingRecord>()({
  plain: 'id workspaceId websiteId textDigest reader runId ownerId keyId question state createdAt sentAt',
  json: 'targetNames',
});

/** Returns ids of existing readings of these texts by one reader, by digest. */
export async function readingsOfTexts(
  db: Queryable,
  place: { workspaceId: string; websiteId: string; reader: string },
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('model_readings')
    .select(['id', 'text_digest'])
    .where('workspace_id', '=', place.workspaceId)
    .where('website_id', '=', place.websiteId)
    .where('reader', '=', place.reader)
    .execute();
  return new Map(rows.map((row) => [row.text_digest, row.id]));
}

/** Saves the intent. False if the text already has one. */
export async function planModelReading(tx: Tx, reading: ModelReadingRecord): Promise<boolean> {
  const inserted = await tx
    .insertInto('model_readings')
    .values({ ...columns.write(reading), sent_at: null, ended_at: null, outcome: null, usage: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) === 1;
}

/** Links an answer to the reading of its text. */
export async function linkReading(tx: Tx, workspaceId: string, runId: string, readingId: string): Promise<void> {
  await tx
    .insertInto('model_read_answers')
    .values({ run_id: runId, reading_id: readingId, workspace_id: workspaceId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Counts an owner's readings planned at or after a time (the start of the UTC day). */
export async function countModelReadingsSince(db: Queryable, ownerId: string, since: string): Promise<number> {
  const row = await db
    .selectFrom('model_readings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Lists unfinished readings, oldest first. */
export async function openModelReadings(db: Queryable, limit: number): Promise<ModelReadingRecord[]> {
  const rows = await db
    .selectFrom('model_readings')
    .selectAll()
    .where('state', 'in', ['planned', 'sending'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(columns.read);
}

/** Claims the only right to send. False if it was already claimed. */
export async function beginModelReading(db: Queryable, id: string, now: string): Promise<boolean> {
  const updateResult = await db
    .updateTable('model_readings')
    .set({ state: 'sending', sent_at: now })
    .where('id', '=', id)
    .where('state', '=', 'planned')
    .executeTakeFirst();
  return updateResult.numUpdatedRows === 1n;
}

/** Ends a reading whose state is `from`. False if its state has changed. */
export async function endModelReading(
  tx: Tx,
  id: string,
  from: ModelReadingState,
  end: { outcome: ModelReadingOutcome; usage: Usage | null },
  now: string,
): Promise<boolean> {
  const ended = await tx
    .updateTable('model_readings')
    .set({
      state: 'ended',
      ended_at: now,
      outcome: JSON.stringify(end.outcome),
      usage: end.usage === null ? null : JSON.stringify(end.usage),
    })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}

export async function runsOfReading(db: Queryable, readingId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('model_read_answers')
    .select('run_id')
    .where('reading_id', '=', readingId)
    .orderBy('run_id')
    .execute();
  return rows.map(({ run_id: runId }) => runId);
}
