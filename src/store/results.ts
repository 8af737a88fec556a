import { sql } from 'kysely';
import type { AnswerFacts } from '../domain/answer/answerFacts.ts';
import type { ReadSearch } from '../domain/answer/reading.ts';
import { forgetMarks } from './answerMarkRows.ts';
import { compiledOnce } from './compiledOnce.ts';
import type { Queryable, Tx } from './transaction.ts';

export type SavedResult = { version: string; result: unknown; createdAt: string };

const shownResult = compiledOnce((db, runId: string, workspaceId: string) =>
  db
    .selectFrom('run_results')
    .select(['version', 'result', 'created_at'])
    .where('run_id', '=', runId)
    .where('workspace_id', '=', workspaceId)
    .where('current', '=', sql.lit(1)),
);

/** The result that is shown for a run, or null when it has none. */
export async function currentResult(db: Queryable, workspaceId: string, runId: string): Promise<SavedResult | null> {
  const [row] = await shownResult(db, runId, workspaceId);
  return row === undefined ? null : { version: row.version, result: JSON.parse(row.result), createdAt: row.created_at };
}

/** Saves a result and makes it the one that is shown; an earlier one stays readable under its own version. */
export async function saveResult(
  tx: Tx,
  scope: { workspaceId: string; runId: string },
  made: { version: string; result: unknown; facts: AnswerFacts | null; searches?: readonly ReadSearch[] | null },
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
      version: made.version,
      current: 1,
      result: JSON.stringify(made.result),
      facts: made.facts === null ? null : JSON.stringify(made.facts),
      searches: made.searches == null ? null : JSON.stringify(made.searches),
      created_at: now,
    })
    .execute();
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

/** First results and raw answers of many runs, for whoever fills an empty history. */
export async function insertResults(db: Queryable, made: readonly NewResult[]): Promise<void> {
  for (let from = 0; from < made.length; from += rowsPerInsert) {
    const some = made.slice(from, from + rowsPerInsert);
    const rows = some.map((one) => ({
      run_id: one.runId,
      workspace_id: one.workspaceId,
      version: one.version,
      current: 1,
      result: JSON.stringify(one.result),
      facts: JSON.stringify(one.facts),
      searches: one.searches === null ? null : JSON.stringify(one.searches),
      created_at: one.at,
    }));
    const raws = some.map((one) => ({
      run_id: one.runId,
      workspace_id: one.workspaceId,
      raw: JSON.stringify(one.raw),
      created_at: one.at,
    }));
    await db.insertInto('run_results').values(rows).execute();
    await db.insertInto('raw_answers').values(raws).execute();
  }
}

/** Keeps the provider's own object. The first one stays: evidence is never rewritten. */
export async function saveRawAnswer(
  tx: Tx,
  scope: { workspaceId: string; runId: string },
  raw: unknown,
  now: string,
): Promise<void> {
  await tx
    .insertInto('raw_answers')
    .values({ run_id: scope.runId, workspace_id: scope.workspaceId, raw: JSON.stringify(raw), created_at: now })
    .onConflict((conflict) => conflict.column('run_id').doNothing())
    .execute();
}

/** Adds a sentence to the result that is shown, once. */
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
    .set({ result: JSON.stringify({ ...result, limitations: [...result.limitations, sentence] }) })
    .where('run_id', '=', scope.runId)
    .where('workspace_id', '=', scope.workspaceId)
    .where('current', '=', sql.lit(1))
    .execute();
}
