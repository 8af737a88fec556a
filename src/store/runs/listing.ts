import { sql } from 'kysely';
import type { RunKind, RunStatus } from '../../domain/runs/run.ts';
import type { RunRecord } from '../../domain/runs/runRecord.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { olderThan } from '../database/newestFirst.ts';
import type { Queryable } from '../database/transaction.ts';
import { toRunRecord } from './rows.ts';

export type RunFilter = {
  workspaceId: string;
  kind?: RunKind | undefined;
  /** Case of a keyword run, website of a website run. */
  targetId?: string | readonly string[] | undefined;
  websiteId?: string | undefined;
  status?: RunStatus | undefined;
  engine?: string | undefined;
  activeOnly?: boolean | undefined;
  /** Inclusive ISO 8601 start. */
  since?: string | undefined;
  /** Continue after this run. */
  after?: ListPosition | null | undefined;
};

/** Lists runs of a workspace, newest first by (created_at, id), at most `limit`. */
export async function listRuns(db: Queryable, filter: RunFilter, limit: number): Promise<RunRecord[]> {
  let query = db.selectFrom('runs').selectAll().where('workspace_id', '=', filter.workspaceId);
  if (filter.kind !== undefined) {
    // A literal, as the partial index of captures requires.
    query = query.where('kind', '=', sql.lit(filter.kind));
  }
  const { targetId } = filter;
  if (typeof targetId === 'string') query = query.where('target_id', '=', targetId);
  else if (targetId !== undefined) query = query.where('target_id', 'in', [...targetId]);
  if (filter.websiteId !== undefined) query = query.where('website_id', '=', filter.websiteId);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.engine !== undefined) query = query.where('engine', '=', filter.engine);
  if (filter.activeOnly === true) query = query.where('active', '=', sql.lit(1));
  if (filter.since !== undefined) query = query.where('created_at', '>=', filter.since);
  if (filter.after != null) query = query.where(olderThan(filter.after));
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(toRunRecord);
}
