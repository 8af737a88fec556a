import { sql } from 'kysely';
import type { RunKind, RunStatus, SearchMode, Surface, Usage } from '../domain/runs/run.ts';
import type { RunPhase, ShownRun } from '../domain/runs/runRecord.ts';
import { compiledOnce } from './compiledOnce.ts';
import type { Match } from './runs.ts';
import type { Queryable } from './transaction.ts';

/** A run as a reader sees it, and the result that is shown for it: null until it has completed. */
export type RunAndResult = { run: ShownRun; result: unknown };

/** One read for both, and only the columns that are shown: this is what callers poll. */
function selectShown(db: Queryable) {
  return db
    .selectFrom('runs')
    .leftJoin('run_results', (join) =>
      join
        .onRef('run_results.run_id', '=', 'runs.id')
        .onRef('run_results.workspace_id', '=', 'runs.workspace_id')
        .on('run_results.current', '=', sql.lit(1)),
    )
    .select([
      'runs.id',
      'runs.kind',
      'runs.status',
      'runs.phase',
      'runs.model',
      'runs.search_mode',
      'runs.harness_version',
      'runs.environment_fingerprint',
      'runs.allowed_domains',
      'runs.completed_search_count',
      'runs.surface',
      'runs.session_id',
      'runs.task_id',
      'runs.created_at',
      'runs.updated_at',
      'runs.observed_at',
      'runs.usage',
      'runs.error',
      'run_results.result',
    ]);
}

type ShownRow = {
  id: string;
  kind: string;
  status: string;
  phase: string;
  model: string | null;
  search_mode: string | null;
  harness_version: string;
  environment_fingerprint: string | null;
  allowed_domains: string;
  completed_search_count: number | null;
  surface: string;
  session_id: string | null;
  task_id: string | null;
  created_at: string;
  updated_at: string;
  observed_at: string | null;
  usage: string;
  error: string | null;
  result: string | null;
};

function toShown(row: ShownRow): RunAndResult {
  const run: ShownRun = {
    id: row.id,
    kind: row.kind as RunKind,
    status: row.status as RunStatus,
    phase: row.phase as RunPhase,
    model: row.model,
    searchMode: row.search_mode as SearchMode | null,
    harnessVersion: row.harness_version,
    environmentFingerprint: row.environment_fingerprint,
    allowedDomains: row.allowed_domains === '[]' ? [] : (JSON.parse(row.allowed_domains) as string[]),
    completedSearchCount: row.completed_search_count,
    surface: row.surface as Surface,
    sessionId: row.session_id,
    taskId: row.task_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    observedAt: row.observed_at,
    usage: JSON.parse(row.usage) as Usage,
    error: row.error,
  };
  const result: unknown = row.result === null || row.status !== 'completed' ? null : JSON.parse(row.result);
  return { run, result };
}

const shownOfId = compiledOnce((db, id: string, workspaceId: string) =>
  selectShown(db).where('runs.id', '=', id).where('runs.workspace_id', '=', workspaceId),
);

export async function findShownRun(db: Queryable, workspaceId: string, id: string): Promise<RunAndResult | null> {
  const [row] = await shownOfId(db, id, workspaceId);
  return row === undefined ? null : toShown(row);
}

const shownMatches = compiledOnce((db, workspaceId: string, targetId: string, harnessKey: string) =>
  selectShown(db)
    .where('runs.workspace_id', '=', workspaceId)
    .where('runs.target_id', '=', targetId)
    .where('runs.harness_key', '=', harnessKey)
    .where('runs.status', '=', sql.lit('completed'))
    .orderBy('runs.observed_at', 'desc')
    .orderBy('runs.id', 'desc')
    .limit(sql.lit(1)),
);

/** Newest completed run that matches, by observation time, with its result. */
export async function latestShown(db: Queryable, match: Match): Promise<RunAndResult | null> {
  const [row] = await shownMatches(db, match.workspaceId, match.targetId, match.harnessKey);
  return row === undefined ? null : toShown(row);
}
