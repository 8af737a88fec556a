import { sql } from 'kysely';
import type { RunKind } from '../domain/run.ts';
import type { RunRecord } from '../domain/runRecord.ts';
import type { AnswerFacts } from '../domain/visibility/attempt.ts';
import { toRunRecord } from './runs.ts';
import type { Queryable } from './transaction.ts';

export type RunFilter = {
  workspaceId: string;
  kind?: RunKind | undefined;
  /** Case of a keyword run, website of a website run. */
  targetId?: string | undefined;
  websiteId?: string | undefined;
  activeOnly?: boolean | undefined;
  /** Inclusive ISO 8601 start. */
  since?: string | undefined;
  /** Continue after this run: its creation time and id. */
  before?: { createdAt: string; id: string } | undefined;
};

/** Runs of a workspace, newest first by (created_at, id), at most `limit`. */
export async function listRuns(db: Queryable, filter: RunFilter, limit: number): Promise<RunRecord[]> {
  let query = db.selectFrom('runs').selectAll().where('workspace_id', '=', filter.workspaceId);
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
  if (filter.targetId !== undefined) query = query.where('target_id', '=', filter.targetId);
  if (filter.websiteId !== undefined) query = query.where('website_id', '=', filter.websiteId);
  if (filter.activeOnly === true) query = query.where('active', '=', sql.lit(1));
  if (filter.since !== undefined) query = query.where('created_at', '>=', filter.since);
  const { before } = filter;
  if (before !== undefined) {
    query = query.where((eb) =>
      eb.or([
        eb('created_at', '<', before.createdAt),
        eb.and([eb('created_at', '=', before.createdAt), eb('id', '<', before.id)]),
      ]),
    );
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(toRunRecord);
}

/** The facts of each run's current result, by run id; runs without a result are absent. */
export async function factsOfRuns(
  db: Queryable,
  workspaceId: string,
  runIds: readonly string[],
): Promise<Map<string, AnswerFacts>> {
  if (runIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('run_results')
    .select(['run_id', 'facts'])
    .where('workspace_id', '=', workspaceId)
    .where('current', '=', sql.lit(1))
    .where('run_id', 'in', [...runIds])
    .execute();
  return new Map(
    rows.flatMap(({ run_id, facts }) => (facts === null ? [] : [[run_id, JSON.parse(facts) as AnswerFacts] as const])),
  );
}
