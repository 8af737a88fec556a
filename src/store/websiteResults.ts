import { sql } from 'kysely';
import type { WebsiteResult } from '../domain/checks/analyze.ts';
import type { Queryable } from './transaction.ts';

export type SavedWebsiteResult = { runId: string; observedAt: string; version: string; result: WebsiteResult };

/**
 * What the latest completed website run of a site says: newest evidence first, and of one evidence the newest verdict.
 * `except`: as if this run were not there.
 * The two literals let both engines use the partial index, which holds no other runs.
 */
export async function latestWebsiteResult(
  db: Queryable,
  workspaceId: string,
  websiteId: string,
  { except = '' }: { except?: string } = {},
): Promise<SavedWebsiteResult | null> {
  const row = await db
    .selectFrom('runs')
    .innerJoin('run_results', 'run_results.run_id', 'runs.id')
    .select(['runs.id', 'runs.observed_at', 'run_results.version', 'run_results.result'])
    .where('runs.workspace_id', '=', workspaceId)
    .where('runs.website_id', '=', websiteId)
    .where('runs.kind', '=', sql.lit('website'))
    .where('runs.status', '=', sql.lit('completed'))
    .where('run_results.current', '=', sql.lit(1))
    .where('runs.id', '<>', except)
    .orderBy('runs.observed_at', 'desc')
    .orderBy('runs.created_at', 'desc')
    .orderBy('runs.id', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst();
  if (row === undefined || row.observed_at === null) return null;
  return {
    runId: row.id,
    observedAt: row.observed_at,
    version: row.version,
    result: JSON.parse(row.result) as WebsiteResult,
  };
}
