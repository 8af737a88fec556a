import { sql } from 'kysely';
import type { WebsiteResult } from '../../domain/checks/analyze.ts';
import { selectText } from '../database/packedText.ts';
import type { Queryable } from '../database/transaction.ts';

const resultColumns = ['run_results.result', 'run_results.packed_result'] as const;

export type SavedWebsiteResult = { runId: string; observedAt: string; version: string; result: WebsiteResult };

/**
 * Reads the latest completed website run of a site: newest evidence first, and for the same evidence the newest
 * verdict. `except`: a run to ignore. The two literals let both databases use the partial index, which contains no
 * other runs.
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
    .select(['runs.id', 'runs.observed_at', 'run_results.version', ...resultColumns])
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
  return row === undefined ? null : toSaved(row);
}

/** Does the same for several sites in one statement; a site without a run is absent. */
export async function latestWebsiteResults(
  db: Queryable,
  workspaceId: string,
  websiteIds: readonly string[],
): Promise<Map<string, SavedWebsiteResult>> {
  if (websiteIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('websites')
    .innerJoin('runs', (join) =>
      join.on('runs.id', '=', (eb) =>
        eb
          .selectFrom('runs as newest')
          .select('newest.id')
          .where('newest.workspace_id', '=', workspaceId)
          .whereRef('newest.website_id', '=', 'websites.id')
          .where('newest.kind', '=', sql.lit('website'))
          .where('newest.status', '=', sql.lit('completed'))
          .orderBy('newest.observed_at', 'desc')
          .orderBy('newest.created_at', 'desc')
          .orderBy('newest.id', 'desc')
          .limit(sql.lit(1)),
      ),
    )
    .innerJoin('run_results', 'run_results.run_id', 'runs.id')
    .select(['websites.id as website_id', 'runs.id', 'runs.observed_at', 'run_results.version', ...resultColumns])
    .where('websites.workspace_id', '=', workspaceId)
    .where('websites.id', 'in', websiteIds)
    .where('run_results.current', '=', sql.lit(1))
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const saved = toSaved(row);
      return saved === null ? [] : [[row.website_id, saved] as const];
    }),
  );
}

function toSaved(row: {
  id: string;
  observed_at: string | null;
  version: string;
  result: string;
  packed_result: Uint8Array | null;
}): SavedWebsiteResult | null {
  const { id: runId, observed_at: observedAt, version } = row;
  if (observedAt === null) return null;
  return { runId, observedAt, version, result: JSON.parse(selectText(row.result, row.packed_result)) as WebsiteResult };
}
