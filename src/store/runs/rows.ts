import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { firstEngineId } from '../../domain/runs/engine.ts';
import type { RunStatus, SearchMode, Surface } from '../../domain/runs/run.ts';
import { isTerminal } from '../../domain/runs/run.ts';
import type { EvaluatedRun, RunAsk, RunPatch, RunPhase, RunRecord } from '../../domain/runs/runRecord.ts';
import { assertLegal } from '../../domain/runs/runState.ts';
import { compiledOnce, insertOnce } from '../database/compiledOnce.ts';
import type { Queryable } from '../database/transaction.ts';
import type { Tables } from '../schema.ts';
import { readUsage, writeUsage } from './usage.ts';

export type RunRow = Selectable<Tables['runs']>;

export function toRunRecord(row: RunRow): RunRecord {
  const { usage, late } = readUsage(row.usage);
  return {
    ...evaluatedOf(row),
    id: row.id,
    workspaceId: row.workspace_id,
    ownerId: row.owner_id,
    accountId: row.account_id,
    targetId: row.target_id,
    websiteId: row.website_id,
    reservationKey: row.reservation_key,
    harnessKey: row.harness_key,
    harnessVersion: row.harness_version,
    surface: row.surface as Surface,
    status: row.status as RunStatus,
    phase: row.phase as RunPhase,
    version: row.version,
    model: row.model,
    allowedDomains: JSON.parse(row.allowed_domains) as string[],
    useSeoTools: row.use_seo_tools === 1,
    environmentFingerprint: row.environment_fingerprint,
    completedSearchCount: row.completed_search_count,
    sessionId: row.session_id,
    taskId: row.task_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    observedAt: row.observed_at,
    submittedAt: row.submitted_at,
    deadlineAt: row.deadline_at,
    cancelRequestedAt: row.cancel_requested_at,
    dueAt: row.due_at,
    failedPolls: row.failed_looks,
    usage,
    error: row.error,
    replayOf: row.replay_of,
    keyId: row.key_id,
    planId: row.plan_id,
    ...late,
  };
}

function evaluatedOf(row: Pick<RunRow, 'kind' | 'engine' | 'ask' | 'search_mode'>): EvaluatedRun {
  const ask = JSON.parse(row.ask) as RunAsk;
  if (ask.kind === 'website') return { kind: 'website', engine: null, ask, searchMode: null };
  const searchMode = row.search_mode as SearchMode;
  return { kind: 'keyword', engine: row.engine ?? firstEngineId, ask, searchMode };
}

function toRunRow(run: RunRecord): Insertable<Tables['runs']> {
  return {
    id: run.id,
    workspace_id: run.workspaceId,
    owner_id: run.ownerId,
    account_id: run.accountId,
    kind: run.kind,
    target_id: run.targetId,
    website_id: run.websiteId,
    reservation_key: run.reservationKey,
    harness_key: run.harnessKey,
    harness_version: run.harnessVersion,
    engine: run.engine,
    surface: run.surface,
    ask: JSON.stringify(run.ask),
    status: run.status,
    phase: run.phase,
    version: run.version,
    active: isTerminal(run.status) ? 0 : 1,
    model: run.model,
    search_mode: run.searchMode,
    allowed_domains: JSON.stringify(run.allowedDomains),
    use_seo_tools: run.useSeoTools ? 1 : 0,
    environment_fingerprint: run.environmentFingerprint,
    completed_search_count: run.completedSearchCount,
    session_id: run.sessionId,
    task_id: run.taskId,
    created_at: run.createdAt,
    updated_at: run.updatedAt,
    observed_at: run.observedAt,
    submitted_at: run.submittedAt,
    deadline_at: run.deadlineAt,
    cancel_requested_at: run.cancelRequestedAt,
    due_at: run.dueAt,
    failed_looks: run.failedPolls,
    usage: writeUsage(run.usage, run),
    error: run.error,
    replay_of: run.replayOf,
    key_id: run.keyId,
    plan_id: run.planId,
  };
}

const insertRow = insertOnce('runs');

export async function insertRun(db: Queryable, run: RunRecord): Promise<void> {
  await insertRow(db, toRunRow(run));
}

/** Inserts many runs at once into an empty history. */
export async function insertRuns(db: Queryable, runs: readonly RunRecord[]): Promise<void> {
  for (let from = 0; from < runs.length; from += rowsPerInsert) {
    await db
      .insertInto('runs')
      .values(runs.slice(from, from + rowsPerInsert).map(toRunRow))
      .execute();
  }
}

const rowsPerInsert = 100;

const runOfId = compiledOnce((db, id: string, workspaceId: string) =>
  db.selectFrom('runs').selectAll().where('id', '=', id).where('workspace_id', '=', workspaceId),
);

export async function findRun(db: Queryable, workspaceId: string, id: string): Promise<RunRecord | null> {
  const [row] = await runOfId(db, id, workspaceId);
  return row === undefined ? null : toRunRecord(row);
}

/**
 * Finds a run by the provider's id, across workspaces, because webhooks name no workspace; the ids cannot be guessed.
 * This is the only such query for callers.
 */
export async function findRunByTask(db: Queryable, taskId: string): Promise<RunRecord | null> {
  const row = await db.selectFrom('runs').selectAll().where('task_id', '=', taskId).executeTakeFirst();
  return row === undefined ? null : toRunRecord(row);
}

/**
 * Finds a run in any workspace, for the operator's own commands, and for work whose tag at the provider names no
 * workspace. Never for a caller of the API.
 */
export async function findRunAnywhere(db: Queryable, id: string): Promise<RunRecord | null> {
  const row = await db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : toRunRecord(row);
}

export type Match = { workspaceId: string; targetId: string; harnessKey: string };

const completedMatches = compiledOnce((db, workspaceId: string, targetId: string, harnessKey: string) =>
  db
    .selectFrom('runs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('target_id', '=', targetId)
    .where('harness_key', '=', harnessKey)
    .where('status', '=', sql.lit('completed'))
    .orderBy('observed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
);

/** Finds the newest completed run that matches, by observation time. */
export async function latestCompleted(db: Queryable, match: Match): Promise<RunRecord | null> {
  const [row] = await completedMatches(db, match.workspaceId, match.targetId, match.harnessKey);
  return row === undefined ? null : toRunRecord(row);
}

const activeOfMatch = compiledOnce((db, workspaceId: string, targetId: string, harnessKey: string) =>
  db
    .selectFrom('runs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('target_id', '=', targetId)
    .where('harness_key', '=', harnessKey)
    .where('active', '=', sql.lit(1))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
);

/** Lists active runs that match, newest first. */
export async function activeMatches(db: Queryable, match: Match): Promise<RunRecord[]> {
  return (await activeOfMatch(db, match.workspaceId, match.targetId, match.harnessKey)).map(toRunRecord);
}

/** Columns that a save may change; the others keep the values from the claim. */
const changedColumns = [
  'status',
  'phase',
  'version',
  'active',
  'model',
  'environment_fingerprint',
  'completed_search_count',
  'session_id',
  'task_id',
  'updated_at',
  'observed_at',
  'submitted_at',
  'deadline_at',
  'cancel_requested_at',
  'due_at',
  'failed_looks',
  'usage',
  'error',
] as const satisfies readonly (keyof Tables['runs'])[];

const updateRow = compiledOnce(
  (db, id: string, workspaceId: string, version: number, ...values: (string | number | null)[]) =>
    db
      .updateTable('runs')
      .set(Object.fromEntries(changedColumns.map((name, at) => [name, values[at]])) as Updateable<Tables['runs']>)
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .where('version', '=', version)
      .returning('id'),
);

/**
 * Saves a change if the run has not been saved since `run` was read. Returns the run as saved, or null on a version
 * conflict: the caller then reads and decides again.
 */
export async function saveRun<Run extends RunRecord>(
  db: Queryable,
  run: Run,
  patch: RunPatch,
  now: string,
): Promise<Run | null> {
  assertLegal(run, patch);
  const next: Run = { ...run, ...patch, version: run.version + 1, updatedAt: now };
  const row = toRunRow(next);
  const changed = changedColumns.map((name) => row[name] ?? null);
  const saved = await updateRow(db, run.id, run.workspaceId, run.version, ...changed);
  return saved.length === 1 ? next : null;
}
