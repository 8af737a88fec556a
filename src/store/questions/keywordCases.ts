import type { KeywordCase } from '../../domain/questions/keywordCase.ts';
import type { Locale, SearchSettings } from '../../domain/runs/run.ts';
import { compiledOnce } from '../database/compiledOnce.ts';
import type { Queryable } from '../database/transaction.ts';

export function selectCases(db: Queryable, workspaceId: string) {
  // The reference answer is not selected, so that it cannot leak from here.
  return db
    .selectFrom('keyword_cases')
    .leftJoin('websites', 'websites.id', 'keyword_cases.website_id')
    .select([
      'keyword_cases.id',
      'keyword_cases.question_id',
      'keyword_cases.query',
      'keyword_cases.locale',
      'keyword_cases.search',
      'keyword_cases.created_at',
      'keyword_cases.archived_at',
      'keyword_cases.website_id',
      // Questions are archived and restored with their website.
      'websites.archived_at as website_archived_at',
      'websites.domain as website_domain',
      'websites.name as website_name',
    ])
    .where('keyword_cases.workspace_id', '=', workspaceId);
}

export type CaseRow = {
  id: string;
  question_id: string;
  query: string;
  locale: string;
  search: string;
  created_at: string;
  archived_at: string | null;
  website_archived_at: string | null;
  website_id: string | null;
  website_domain: string | null;
  website_name: string | null;
};

/** Settings with which a case is sent; they determine the identity of its runs. */
export type CaseSettings = Pick<KeywordCase, 'locale' | 'search'>;

export function settingsOf({ locale, search }: Pick<CaseRow, 'locale' | 'search'>): CaseSettings {
  return { locale: JSON.parse(locale) as Locale, search: JSON.parse(search) as SearchSettings };
}

export function toCase(row: CaseRow): KeywordCase {
  const target =
    row.website_id === null || row.website_domain === null || row.website_name === null
      ? null
      : { websiteId: row.website_id, domain: row.website_domain, name: row.website_name };
  return {
    id: row.id,
    questionId: row.question_id,
    query: row.query,
    target,
    ...settingsOf(row),
    createdAt: row.created_at,
    archivedAt: row.archived_at ?? row.website_archived_at,
  };
}

export async function insertCase(db: Queryable, workspaceId: string, keywordCase: KeywordCase): Promise<void> {
  await db
    .insertInto('keyword_cases')
    .values({
      id: keywordCase.id,
      workspace_id: workspaceId,
      website_id: keywordCase.target?.websiteId ?? null,
      question_id: keywordCase.questionId,
      query: keywordCase.query,
      locale: JSON.stringify(keywordCase.locale),
      search: JSON.stringify(keywordCase.search),
      created_at: keywordCase.createdAt,
      archived_at: keywordCase.archivedAt,
    })
    .execute();
}

const caseOfId = compiledOnce((db, workspaceId: string, id: string) =>
  selectCases(db, workspaceId).where('keyword_cases.id', '=', id),
);

/** Finds a case, archived or not: history stays readable. */
export async function findCase(db: Queryable, workspaceId: string, id: string): Promise<KeywordCase | null> {
  const [row] = await caseOfId(db, workspaceId, id);
  return row === undefined ? null : toCase(row);
}

/** Finds cases by id, archived or not. */
export async function casesOfIds(db: Queryable, workspaceId: string, ids: readonly string[]): Promise<KeywordCase[]> {
  if (ids.length === 0) return [];
  return (await selectCases(db, workspaceId).where('keyword_cases.id', 'in', ids).execute()).map(toCase);
}

/** Lists active cases of these questions, oldest first. */
export async function casesOfQuestions(
  db: Queryable,
  workspaceId: string,
  questionIds: readonly string[],
): Promise<KeywordCase[]> {
  if (questionIds.length === 0) return [];
  const rows = await selectCases(db, workspaceId)
    .where('keyword_cases.question_id', 'in', questionIds)
    .where('keyword_cases.archived_at', 'is', null)
    .where('websites.archived_at', 'is', null)
    .orderBy('keyword_cases.created_at')
    .orderBy('keyword_cases.id')
    .execute();
  return rows.map(toCase);
}

/** Lists active cases, oldest first. */
export async function listCases(db: Queryable, workspaceId: string): Promise<KeywordCase[]> {
  const rows = await selectCases(db, workspaceId)
    .where('keyword_cases.archived_at', 'is', null)
    .where('websites.archived_at', 'is', null)
    .orderBy('keyword_cases.created_at')
    .orderBy('keyword_cases.id')
    .execute();
  return rows.map(toCase);
}

export async function archiveCase(db: Queryable, workspaceId: string, id: string, now: string): Promise<void> {
  await db
    .updateTable('keyword_cases')
    .set({ archived_at: now })
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('archived_at', 'is', null)
    .execute();
}
