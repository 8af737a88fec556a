import type { Selectable } from 'kysely';
import type { JudgedSentence } from '../../domain/citedPages/readCitedPage.ts';
import type { SupportVerdict } from '../../domain/support/supportVerdict.ts';
import type { TextFragment } from '../../domain/support/textFragment.ts';
import type { Queryable } from '../database/transaction.ts';
import type { CitedPageTables } from './tables.ts';

export type SupportRow = {
  runId: string;
  pageId: string;
  /** -1: the provider gives no position. */
  start: number;
  end: number;
  workspaceId: string;
  websiteId: string;
  engine: string;
  language: string;
  fragments: readonly TextFragment[];
  rule: string | null;
  readingId: string | null;
  /** Null: not judged yet. */
  judgement: Omit<JudgedSentence, 'runId' | 'start' | 'end'> | null;
};

const rowFrom = (row: Selectable<CitedPageTables['answer_support']>): SupportRow => ({
  runId: row.run_id,
  pageId: row.page_id,
  start: row.start_at,
  end: row.end_at,
  workspaceId: row.workspace_id,
  websiteId: row.website_id,
  engine: row.engine,
  language: row.language,
  fragments: JSON.parse(row.fragments) as TextFragment[],
  rule: row.rule,
  readingId: row.reading_id,
  judgement: row.judgement === null ? null : (JSON.parse(row.judgement) as SupportRow['judgement']),
});

/** Adds pairs of a sentence and a page; existing ones keep their verdict. */
export async function insertPairs(
  db: Queryable,
  rows: readonly Omit<SupportRow, 'rule' | 'readingId' | 'judgement'>[],
): Promise<void> {
  for (const row of rows) {
    await db
      .insertInto('answer_support')
      .values({
        ...{ run_id: row.runId, page_id: row.pageId, start_at: row.start, end_at: row.end },
        ...{ workspace_id: row.workspaceId, website_id: row.websiteId, engine: row.engine, language: row.language },
        ...{ fragments: JSON.stringify(row.fragments), rule: null, reading_id: null, verdict: null, judgement: null },
      })
      .onConflict((conflict) => conflict.columns(['run_id', 'page_id', 'start_at']).doNothing())
      .execute();
  }
}

/** Lists the pairs of a page or of an answer. */
export async function listPairs(
  db: Queryable,
  workspaceId: string,
  of: { pageId: string } | { runId: string },
): Promise<SupportRow[]> {
  const query = db.selectFrom('answer_support').selectAll().where('workspace_id', '=', workspaceId);
  const rows = await ('pageId' in of ? query.where('page_id', '=', of.pageId) : query.where('run_id', '=', of.runId))
    .orderBy('run_id')
    .orderBy('start_at')
    .execute();
  return rows.map(rowFrom);
}

/** Lists runs of a website whose pairs are already saved, and pages with pairs that this rule has not judged. */
export async function knownRuns(db: Queryable, workspaceId: string, websiteId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('answer_support')
    .select('run_id')
    .distinct()
    .where('workspace_id', '=', workspaceId)
    .where('website_id', '=', websiteId)
    .execute();
  return new Set(rows.map(({ run_id }) => run_id));
}

export async function pagesToJudge(
  db: Queryable,
  workspaceId: string,
  websiteId: string,
  rule: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('answer_support')
    .select('page_id')
    .distinct()
    .where('workspace_id', '=', workspaceId)
    .where('website_id', '=', websiteId)
    .where((eb) => eb.or([eb('rule', 'is', null), eb('rule', '<>', rule)]))
    .execute();
  return new Set(rows.map(({ page_id }) => page_id));
}

export async function saveJudgements(
  db: Queryable,
  by: { workspaceId: string; pageId: string; readingId: string; rule: string },
  judged: readonly JudgedSentence[],
): Promise<void> {
  for (const { runId, start, end: _end, ...judgement } of judged) {
    await db
      .updateTable('answer_support')
      .set({
        ...{ rule: by.rule, reading_id: by.readingId, verdict: judgement.verdict },
        judgement: JSON.stringify(judgement),
      })
      .where('workspace_id', '=', by.workspaceId)
      .where('run_id', '=', runId)
      .where('page_id', '=', by.pageId)
      .where('start_at', '=', start)
      .execute();
  }
}

/** Lists verdicts on a website's answers; `not_judged` if nothing has been judged yet. */
export async function listVerdicts(
  db: Queryable,
  workspaceId: string,
  websiteId: string,
): Promise<{ engine: string; runId: string; verdict: SupportVerdict }[]> {
  const rows = await db
    .selectFrom('answer_support')
    .select(['engine', 'run_id as runId', 'verdict'])
    .where('workspace_id', '=', workspaceId)
    .where('website_id', '=', websiteId)
    .execute();
  return rows.map((row) => ({ ...row, verdict: (row.verdict ?? 'not_judged') as SupportVerdict }));
}
