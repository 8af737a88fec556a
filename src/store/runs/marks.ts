import { sql } from 'kysely';
import type { AnswerMarks } from '../../domain/marks/answerMarks.ts';
import { writeMarks } from '../../domain/marks/writtenMarks.ts';
import type { Queryable, Tx } from '../database/transaction.ts';
import { forgetSearchCounts } from './searchCounts.ts';

export type NewMarks = {
  runId: string;
  workspaceId: string;
  websiteId: string;
  /** Digest of the registered names and rules from which the marks were made. */
  by: string;
  readerVersion: string;
  marks: AnswerMarks;
  /** Basis of the website's status. */
  gist: AnswerMarks;
};

const rowsPerInsert = 100;

/** Saves marks of answers, replacing earlier ones. */
export async function saveMarks(db: Queryable, newMarkses: readonly NewMarks[]): Promise<void> {
  for (let from = 0; from < newMarkses.length; from += rowsPerInsert) {
    const values = newMarkses.slice(from, from + rowsPerInsert).map((one) => ({
      run_id: one.runId,
      workspace_id: one.workspaceId,
      website_id: one.websiteId,
      marked_by: one.by,
      reader: one.readerVersion,
      marks: writeMarks(one.marks),
      gist: writeMarks(one.gist),
    }));
    await db
      .insertInto('answer_marks')
      .values(values)
      .onConflict((conflict) =>
        conflict.column('run_id').doUpdateSet((eb) => ({
          marked_by: eb.ref('excluded.marked_by'),
          reader: eb.ref('excluded.reader'),
          marks: eb.ref('excluded.marks'),
          gist: eb.ref('excluded.gist'),
        })),
      )
      .execute();
  }
}

/** Deletes the marks of an answer before it is read again, which also invalidates counts cached from them. */
export async function forgetMarks(tx: Tx, workspaceId: string, runId: string): Promise<void> {
  await tx.deleteFrom('answer_marks').where('run_id', '=', runId).where('workspace_id', '=', workspaceId).execute();
  await tx
    .insertInto('reading_epochs')
    .values({ workspace_id: workspaceId, epoch: 1 })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ epoch: sql`reading_epochs.epoch + 1` }))
    .execute();
  // The row above is locked: a count in progress that includes the answer either commits before this, or starts after
  // it commits.
  await forgetSearchCounts(tx, workspaceId, runId);
}

/** Returns a number that changes whenever an answer in the workspace is read again. */
export async function readingEpoch(db: Queryable, workspaceId: string): Promise<number> {
  const row = await db
    .selectFrom('reading_epochs')
    .select('epoch')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return Number(row?.epoch ?? 0);
}

/** Returns the same number over all workspaces, for the job that maintains the marks. */
export async function allReadingEpochs(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('reading_epochs')
    .select((eb) => eb.fn.sum<number>('epoch').as('epochs'))
    .executeTakeFirst();
  return Number(row?.epochs ?? 0);
}

export type UnmarkedAnswer = { runId: string; workspaceId: string; websiteId: string; readerVersion: string };

/**
 * Scans the next `limit` displayed results after a run id, over all workspaces. Returns the completed answers about a
 * website without marks, and the id to continue after (null after the last). The cost does not depend on the number or
 * place of such answers.
 */
export async function unmarkedAnswers(
  db: Queryable,
  after: string,
  limit: number,
): Promise<{ answers: UnmarkedAnswer[]; last: string | null }> {
  // Reads only ids, from two indexes: reading a thousand rows would delay other callers.
  const results = db
    .selectFrom('run_results')
    .select('run_id')
    .where('current', '=', sql.lit(1))
    .where('run_id', '>', after)
    .orderBy('run_id')
    .limit(sql.lit(limit));
  const rows = await db
    .selectFrom(results.as('results'))
    .leftJoin('answer_marks', 'answer_marks.run_id', 'results.run_id')
    .select(['results.run_id as id', 'answer_marks.run_id as marked'])
    .orderBy('results.run_id')
    .execute();
  const unmarked = rows.filter(({ marked }) => marked === null).map(({ id }) => id);
  return {
    answers: await answersOfRuns(db, unmarked),
    last: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
  };
}

/** Returns, by run id, the completed answers about a website among some runs with a displayed result. */
async function answersOfRuns(db: Queryable, runIds: readonly string[]): Promise<UnmarkedAnswer[]> {
  if (runIds.length === 0) return [];
  const rows = await db
    .selectFrom('runs')
    .innerJoin('run_results', (join) =>
      join.onRef('run_results.run_id', '=', 'runs.id').on('run_results.current', '=', sql.lit(1)),
    )
    .select(['runs.id', 'runs.website_id', 'run_results.workspace_id', 'run_results.version'])
    .where('runs.id', 'in', [...runIds])
    .where('runs.kind', '=', 'keyword')
    .where('runs.status', '=', 'completed')
    .orderBy('runs.id')
    .execute();
  return rows.flatMap(({ id: runId, website_id: websiteId, workspace_id: workspaceId, version: readerVersion }) =>
    websiteId === null ? [] : [{ runId, workspaceId, websiteId, readerVersion }],
  );
}

/** Lists answers of a website that were marked with other registered names or other rules. */
export async function outdatedMarks(
  db: Queryable,
  place: { workspaceId: string; websiteId: string; by: string },
  limit: number,
): Promise<UnmarkedAnswer[]> {
  const { workspaceId, websiteId, by } = place;
  const side = (sign: '<' | '>') =>
    db
      .selectFrom('answer_marks')
      .select(['run_id', 'reader'])
      .where('workspace_id', '=', workspaceId)
      .where('website_id', '=', websiteId)
      .where('marked_by', sign, by)
      .limit(sql.lit(limit))
      .execute();
  const rows = [...(await side('<')), ...(await side('>'))];
  return rows.map((row) => ({ runId: row.run_id, workspaceId, websiteId, readerVersion: row.reader }));
}

/** Lists all websites, for the job that maintains the marks. */
export function allWebsiteIds(db: Queryable): Promise<{ id: string; workspace_id: string }[]> {
  return db.selectFrom('websites').select(['id', 'workspace_id']).orderBy('id').execute();
}
