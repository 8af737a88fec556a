import type { AnswerFacts } from '../../domain/answer/answerFacts.ts';
import { type SecondName, type SecondOutcome, textDigest } from '../../domain/answer/secondReading.ts';
import type { Usage } from '../../domain/runs/run.ts';
import type { RemoteProgress } from '../../domain/runs/runState.ts';
import { mapColumns } from '../database/columns.ts';
import type { Queryable, Tx } from '../database/transaction.ts';

/** planned (nothing was sent) -> sending (intent durable, the one create may have been sent) -> ended. Never back. */
export type SecondReadingState = 'planned' | 'sending' | 'ended';

export type SecondReadingRecord = {
  workspaceId: string;
  textDigest: string;
  reader: string;
  /** The run whose ensure includes this reading and whose usage contains its cost. */
  runId: string;
  ownerId: string;
  state: SecondReadingState;
  /** Outcome of the run's own answer, saved with the run once this reading has ended. */
  progress: RemoteProgress;
  createdAt: string;
  sentAt: string | null;
  outcome: SecondOutcome | null;
  usage: Usage | null;
};

type Key = Pick<SecondReadingRecord, 'workspaceId' | 'textDigest' | 'reader'>;

const columns = mapColumns<SecondReadingRecord>()({
  plain: 'workspaceId textDigest reader runId ownerId state createdAt sentAt',
  json: 'progress outcome usage',
});

export async function findSecondReading(db: Queryable, key: Key): Promise<SecondReadingRecord | null> {
  const row = await db
    .selectFrom('second_readings')
    .selectAll()
    .where('workspace_id', '=', key.workspaceId)
    .where('text_digest', '=', key.textDigest)
    .where('reader', '=', key.reader)
    .executeTakeFirst();
  return row === undefined ? null : columns.read(row);
}

export async function findSecondReadingOfRun(
  db: Queryable,
  workspaceId: string,
  runId: string,
): Promise<SecondReadingRecord | null> {
  const row = await db
    .selectFrom('second_readings')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return row === undefined ? null : columns.read(row);
}

/** Saves the intent, once per key forever. False if another run has already saved one. */
export async function planReading(
  tx: Tx,
  reading: Key & Pick<SecondReadingRecord, 'runId' | 'ownerId' | 'progress' | 'createdAt'>,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('second_readings')
    .values({ ...columns.write(reading), state: 'planned', sent_at: null, ended_at: null, outcome: null, usage: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) === 1;
}

/** Claims the only right to send. False if it was already claimed. */
export async function beginReading(db: Queryable, key: Key, now: string): Promise<boolean> {
  const updateResult = await db
    .updateTable('second_readings')
    .set({ state: 'sending', sent_at: now })
    .where('workspace_id', '=', key.workspaceId)
    .where('text_digest', '=', key.textDigest)
    .where('reader', '=', key.reader)
    .where('state', '=', 'planned')
    .executeTakeFirst();
  return Number(updateResult.numUpdatedRows) === 1;
}

/** Ends a reading whose state is `from`. False if its state has changed. */
export async function endReading(
  tx: Tx,
  key: Key,
  from: SecondReadingState,
  end: { outcome: SecondOutcome; usage: Usage | null },
  now: string,
): Promise<boolean> {
  const ended = await tx
    .updateTable('second_readings')
    .set({
      state: 'ended',
      ended_at: now,
      outcome: JSON.stringify(end.outcome),
      usage: end.usage === null ? null : JSON.stringify(end.usage),
    })
    .where('workspace_id', '=', key.workspaceId)
    .where('text_digest', '=', key.textDigest)
    .where('reader', '=', key.reader)
    .where('state', '=', from)
    .executeTakeFirst();
  return Number(ended.numUpdatedRows) === 1;
}

/** Counts readings that an owner planned at or after a time (the start of the UTC day). */
export async function countReadingsSince(db: Queryable, ownerId: string, since: string): Promise<number> {
  const row = await db
    .selectFrom('second_readings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Returns the second reader's names for an answer whose saved facts say that it took part; null if it did not. */
export async function findSecondNames(
  db: Queryable,
  workspaceId: string,
  text: string,
  facts: AnswerFacts | null,
): Promise<{ reader: string; names: readonly SecondName[] } | null> {
  const reader = facts?.secondReader;
  if (reader === undefined) return null;
  const saved = await findSecondReading(db, { workspaceId, textDigest: textDigest(text), reader });
  return saved?.outcome?.kind === 'read' ? { reader, names: saved.outcome.names } : null;
}
