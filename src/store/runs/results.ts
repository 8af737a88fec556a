import { sql } from 'kysely';
import type { AnswerFacts } from '../../domain/answer/answerFacts.ts';
import type { ReadSearch } from '../../domain/answer/reading.ts';
import { compiledOnce } from '../database/compiledOnce.ts';
import { selectText } from '../database/packedText.ts';
import { optionalTextColumns, textColumns } from '../database/textColumns.ts';
import type { Queryable, Tx } from '../database/transaction.ts';
import { forgetMarks } from './marks.ts';
import { sourceHosts } from './sourceHosts.ts';

export type SavedResult = { version: string; result: unknown; createdAt: string };

const shownResult = compiledOnce((db, runId: string, workspaceId: string) =>
  db
    .selectFrom('run_results')
    .select(['version', 'result', 'packed_result', 'created_at'])
    .where('run_id', '=', runId)
    .where('workspace_id', '=', workspaceId)
    .where('current', '=', sql.lit(1)),
);

/** Returns the displayed result of a run; null if it has none. */
export async function currentResult(db: Queryable, workspaceId: string, runId: string): Promise<SavedResult | null> {
  const [row] = await shownResult(db, runId, workspaceId);
  return row === undefined ? null : savedResult(row);
}

/** Does the same for several runs, by run id; runs without a result are absent. */
export async function currentResults(
  db: Queryable,
  workspaceId: string,
  runIds: readonly string[],
): Promise<Map<string, SavedResult>> {
  if (runIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('run_results')
    .select(['run_id', 'version', 'result', 'packed_result', 'created_at'])
    .where('run_id', 'in', [...runIds])
    .where('workspace_id', '=', workspaceId)
    .where('current', '=', sql.lit(1))
    .execute();
  return new Map(rows.map((row) => [row.run_id, savedResult(row)]));
}

type ResultRow = { version: string; result: string; packed_result: Uint8Array | null; created_at: string };

function savedResult(row: ResultRow): SavedResult {
  const result: unknown = JSON.parse(selectText(row.result, row.packed_result));
  return { version: row.version, result, createdAt: row.created_at };
}

/** Saves a result and displays it; an earlier one stays readable under its own version. */
export async function saveResult(
  tx: Tx,
  scope: { workspaceId: string; runId: string },
  created: Made & { version: string },
  now: string,
): Promise<void> {
  const earlier = await tx
    .updateTable('run_results')
    .set({ current: 0 })
    .where('run_id', '=', scope.runId)
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirst();
  if (earlier.numUpdatedRows > 0n) await forgetMarks(tx, scope.workspaceId, scope.runId);
  await tx
    .insertInto('run_results')
    .values({
      run_id: scope.runId,
      workspace_id: scope.workspaceId,
      version: created.version,
      current: 1,
      ...readingColumns(tx, created),
      created_at: now,
    })
    .execute();
}

type Made = { result: unknown; facts: AnswerFacts | null; searches?: readonly ReadSearch[] | null };

function readingColumns(db: Queryable, draft: Made) {
  const factsText = draft.facts === null ? null : JSON.stringify(draft.facts);
  const facts = optionalTextColumns(db, factsText);
  const searches = optionalTextColumns(db, draft.searches == null ? null : JSON.stringify(draft.searches));
  return {
    ...resultColumns(db, draft.result),
    facts: facts.plain,
    packed_facts: facts.packed,
    source_hosts: facts.packed === null || factsText === null ? null : sourceHosts(factsText).join(' '),
    searches: searches.plain,
    packed_searches: searches.packed,
  };
}

function resultColumns(db: Queryable, madeValue: unknown) {
  const { plain, packed } = textColumns(db, JSON.stringify(madeValue));
  return { result: plain, packed_result: packed };
}

function rawColumns(db: Queryable, result: unknown) {
  const { plain, packed } = textColumns(db, JSON.stringify(result));
  return { raw: plain, packed_raw: packed };
}

export type NewResult = {
  runId: string;
  workspaceId: string;
  version: string;
  result: unknown;
  facts: AnswerFacts;
  searches: readonly ReadSearch[] | null;
  raw: unknown;
  at: string;
};

const rowsPerInsert = 100;

/** Inserts first results and raw answers of many runs into an empty history. */
export async function insertResults(db: Queryable, newResults: readonly NewResult[]): Promise<void> {
  for (let from = 0; from < newResults.length; from += rowsPerInsert) {
    const some = newResults.slice(from, from + rowsPerInsert);
    const rows = some.map((one) => ({
      run_id: one.runId,
      workspace_id: one.workspaceId,
      version: one.version,
      current: 1,
      ...readingColumns(db, one),
      created_at: one.at,
    }));
    const raws = some.map((one) => ({
      run_id: one.runId,
      workspace_id: one.workspaceId,
      ...rawColumns(db, one.raw),
      created_at: one.at,
    }));
    await db.insertInto('run_results').values(rows).execute();
    await db.insertInto('raw_answers').values(raws).execute();
  }
}

/** Saves the provider's own object. The first one stays: evidence is never rewritten. */
export async function saveRawAnswer(
  tx: Tx,
  scope: { workspaceId: string; runId: string },
  raw: unknown,
  now: string,
): Promise<void> {
  await tx
    .insertInto('raw_answers')
    .values({ run_id: scope.runId, workspace_id: scope.workspaceId, ...rawColumns(tx, raw), created_at: now })
    .onConflict((conflict) => conflict.column('run_id').doNothing())
    .execute();
}

/** Adds a sentence to the displayed result, once. */
export async function addLimitation(
  tx: Tx,
  scope: { workspaceId: string; runId: string },
  sentence: string,
): Promise<void> {
  const savedResult = await currentResult(tx, scope.workspaceId, scope.runId);
  if (savedResult === null) return;
  const result = savedResult.result as { limitations: string[] };
  if (result.limitations.includes(sentence)) return;
  await tx
    .updateTable('run_results')
    .set(resultColumns(tx, { ...result, limitations: [...result.limitations, sentence] }))
    .where('run_id', '=', scope.runId)
    .where('workspace_id', '=', scope.workspaceId)
    .where('current', '=', sql.lit(1))
    .execute();
}
