import { type ExpressionBuilder, sql } from 'kysely';
import type { KeywordCase } from '../../domain/questions/keywordCase.ts';
import type { RunRecord } from '../../domain/runs/runRecord.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import type { Queryable } from '../database/transaction.ts';
import { unindexed } from '../database/unindexed.ts';
import { selectCases, toCase } from '../questions/keywordCases.ts';
import type { Tables } from '../schema.ts';
import { toRunRecord } from './rows.ts';

/** Questions with an open case, newest first by the time of their first one. */
export async function listQuestionIds(
  db: Queryable,
  filter: { workspaceId: string; websiteId?: string | undefined; tagForm?: string; after: ListPosition | null },
  count: number,
): Promise<ListPosition[]> {
  const first = sql<string>`min(created_at)`;
  let query = db
    .selectFrom('keyword_cases')
    .select(['question_id as id', first.as('at')])
    .where('workspace_id', '=', filter.workspaceId)
    .where('archived_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('websites')
            .select('websites.id')
            .whereRef('websites.id', '=', 'keyword_cases.website_id')
            .where('websites.archived_at', 'is not', null),
        ),
      ),
    );
  if (filter.websiteId !== undefined) query = query.where('website_id', '=', filter.websiteId);
  const { after, tagForm } = filter;
  if (tagForm !== undefined) {
    query = query.where('question_id', 'in', (eb) =>
      eb
        .selectFrom('question_tags')
        .select('question_tags.question_id')
        .where('question_tags.workspace_id', '=', filter.workspaceId)
        .where('question_tags.form', '=', tagForm),
    );
  }
  let grouped = query.groupBy('question_id');
  if (after !== null) {
    grouped = grouped.having((eb) =>
      eb.or([eb(first, '<', after.at), eb.and([eb(first, '=', after.at), eb('question_id', '<', after.id)])]),
    );
  }
  return grouped.orderBy(first, 'desc').orderBy('question_id', 'desc').limit(count).execute();
}

/** Lists the cases of some questions, oldest first; archived ones only if requested. */
export async function casesOfQuestions(
  db: Queryable,
  workspaceId: string,
  questionIds: readonly string[],
  withArchived = false,
): Promise<KeywordCase[]> {
  if (questionIds.length === 0) return [];
  let query = selectCases(db, workspaceId).where('keyword_cases.question_id', 'in', [...questionIds]);
  if (!withArchived) {
    query = query.where('keyword_cases.archived_at', 'is', null).where('websites.archived_at', 'is', null);
  }
  const rows = await query.orderBy('keyword_cases.created_at').orderBy('keyword_cases.id').execute();
  return rows.map(toCase);
}

export async function archiveCasesOfQuestion(
  db: Queryable,
  workspaceId: string,
  questionId: string,
  now: string,
): Promise<void> {
  await db
    .updateTable('keyword_cases')
    .set({ archived_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('question_id', '=', questionId)
    .where('archived_at', 'is', null)
    .execute();
}

/** Returns the newest completed run of each case, measured or simulated; each is found without reading the others. */
export async function newestAnswers(
  db: Queryable,
  workspaceId: string,
  caseIds: readonly string[],
  simulated: boolean,
): Promise<RunRecord[]> {
  if (caseIds.length === 0) return [];
  const newestOf = (eb: ExpressionBuilder<Tables, 'keyword_cases'>) =>
    eb
      .selectFrom('runs as newest')
      .select('newest.id')
      .where('newest.workspace_id', '=', workspaceId)
      .whereRef('newest.target_id', '=', 'keyword_cases.id')
      .where('newest.status', '=', sql.lit('completed'))
      .where('newest.surface', simulated ? '=' : '<>', sql.lit('simulator'))
      .orderBy('newest.created_at', 'desc')
      .orderBy('newest.id', 'desc')
      .limit(sql.lit(1));
  const rows = await db
    .selectFrom('runs')
    .selectAll()
    .where(unindexed('workspace_id'), '=', workspaceId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('keyword_cases')
        .select((inner) => newestOf(inner as never).as('id'))
        .where('keyword_cases.workspace_id', '=', workspaceId)
        .where('keyword_cases.id', 'in', [...caseIds]),
    )
    .execute();
  return rows.map(toRunRecord);
}

/** Returns the newest active run of each case that has one, by case. */
export async function activeRunsOfCases(
  db: Queryable,
  workspaceId: string,
  caseIds: readonly string[],
): Promise<Map<string, string>> {
  if (caseIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('runs')
    .select(['id', 'target_id'])
    .where('workspace_id', '=', workspaceId)
    .where('active', '=', sql.lit(1))
    .where('target_id', 'in', [...caseIds])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ id, target_id: caseId }) => [caseId, id]));
}
