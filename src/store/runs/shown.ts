import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { RunKind, RunStatus, SearchMode, Surface } from '../../domain/runs/run.ts';
import type { RunPhase, ShownRun } from '../../domain/runs/runRecord.ts';
import { SavedJson } from '../../domain/text/savedJson.ts';
import { compiledOnce } from '../database/compiledOnce.ts';
import { readSource } from '../database/packedText.ts';
import { readOncePerTurn } from '../database/readOncePerTurn.ts';
import { readTogether } from '../database/readTogether.ts';
import type { Queryable } from '../database/transaction.ts';
import { type CaseRow, type CaseSettings, settingsOf } from '../questions/keywordCases.ts';
import type { Match } from './rows.ts';
import { readUsage } from './usage.ts';

/** Run as displayed to a reader, with its displayed result (null until it has completed). Shared, so never mutated. */
export type RunAndResult = { readonly run: Readonly<ShownRun>; readonly result: SavedJson | null };

/** Displayed columns only, because callers poll these. */
const runColumns = [
  'id',
  'kind',
  'status',
  'phase',
  'model',
  'search_mode',
  'harness_version',
  'environment_fingerprint',
  'allowed_domains',
  'completed_search_count',
  'surface',
  'session_id',
  'task_id',
  'created_at',
  'updated_at',
  'observed_at',
  'usage',
  'error',
] as const;

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
  packed_result: Uint8Array | null;
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
    usage: readUsage(row.usage).usage,
    error: row.error,
  };
  const source = row.status === 'completed' ? readSource(row.result, row.packed_result) : null;
  return { run, result: source === null ? null : new SavedJson(source) };
}

type Recent = { row: ShownRow; shown: RunAndResult };

/** Cache of recently read rows with their parsed content: callers request the same run repeatedly. */
const recent = new Map<string, Recent>();
let recentCharacters = 0;
/** Maximum characters of cached results; each takes about three bytes: in its row, unpacked, and as sent. */
const maxRecentCharacters = 1_000_000;
/** Approximate characters per packed byte. */
const charactersOfPacked = 4;

/** Parses a row. Reuses the last parse when every value is unchanged. */
function readShown(row: ShownRow): RunAndResult {
  const cached = recent.get(row.id);
  if (cached !== undefined && isSameRow(cached.row, row)) {
    if (recentCharacters > maxRecentCharacters / 2) {
      // Moved to the end, so that the least recently requested entry is first and is evicted first.
      recent.delete(row.id);
      recent.set(row.id, cached);
    }
    return cached.shown;
  }
  const fresh = toShown(row);
  if (cached !== undefined) forget(cached);
  recent.set(row.id, { row, shown: fresh });
  recentCharacters += sizeOf(row);
  for (const oldest of recent.values()) {
    if (recentCharacters <= maxRecentCharacters) break;
    forget(oldest);
  }
  return fresh;
}

function forget({ row }: Recent): void {
  recent.delete(row.id);
  recentCharacters -= sizeOf(row);
}

/** Counts the other columns too, so that runs without a result cannot accumulate. */
function sizeOf({ result, packed_result: packed }: ShownRow): number {
  return 1_000 + (result?.length ?? 0) + (packed?.length ?? 0) * charactersOfPacked;
}

function isSameRow(one: ShownRow, other: ShownRow): boolean {
  return (
    one.result === other.result &&
    isSameBytes(one.packed_result, other.packed_result) &&
    runColumns.every((column) => one[column] === other[column])
  );
}

function isSameBytes(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (one === null || other === null) return one === other;
  return one.length === other.length && Buffer.compare(one, other) === 0;
}

/** Selects runs with their displayed results. */
function runsWithResults(db: Queryable) {
  return db
    .selectFrom('runs')
    .leftJoin('run_results', (join) =>
      join
        .onRef('run_results.run_id', '=', 'runs.id')
        .onRef('run_results.workspace_id', '=', 'runs.workspace_id')
        .on('run_results.current', '=', sql.lit(1)),
    )
    .select(runColumns.map((column) => `runs.${column}` as const))
    .select(['run_results.result', 'run_results.packed_result']);
}

const shownOfId = compiledOnce((db, id: string, workspaceId: string) =>
  runsWithResults(db).where('runs.id', '=', id).where('runs.workspace_id', '=', workspaceId),
);

/** Reads several runs, each by its own index scans, whatever the planner estimates for the list. */
const shownOfIds = compiledOnce((db, ids: readonly string[], workspaceIds: readonly string[]) => {
  const one = runsWithResults(db)
    .where('runs.id', '=', sql.ref<string>('wanted.id'))
    .where('runs.workspace_id', '=', sql.ref<string>('wanted.workspace_id'))
    .limit(sql.lit(1));
  const all = sql<ShownRow & { place: number }>`
    select shown.*, wanted.place from unnest(${ids}::text[], ${workspaceIds}::text[])
      with ordinality as wanted (id, workspace_id, place)
    cross join lateral ${one} as shown`;
  return { compile: () => all.compile(db) };
});

const runInItsTurn = readTogether<[string, string], ShownRow>(
  async (db, [id, workspaceId]) => (await shownOfId(db, id, workspaceId))[0] ?? null,
  async (db, args) => {
    const rows = await shownOfIds(
      db,
      args.map(([id]) => id),
      args.map(([, workspaceId]) => workspaceId),
    );
    return inPlaces(rows, args.length);
  },
);

/** Orders rows by `place`, their one-based position in the request. */
function inPlaces<Row extends { place: number }>(rows: readonly Row[], count: number): (Row | null)[] {
  const ordered: (Row | null)[] = Array.from({ length: count }, () => null);
  for (const row of rows) ordered[row.place - 1] = row;
  return ordered;
}

/** Reads a run and its result in one query. */
export function findShownRun(db: Queryable, workspaceId: string, id: string): Promise<RunAndResult | null> {
  return readOncePerTurn(db, `run ${workspaceId} ${id}`, async () => {
    const row = await runInItsTurn(db, id, workspaceId);
    return row === null ? null : readShown(row);
  });
}

/** Value, or a column of the query. */
type Term = string | RawBuilder<string>;

/** Selects the id of the newest completed run that matches, by observation time; otherwise of the newest active one. */
function matchingRun(workspaceId: Term, targetId: Term, harnessKey: Term) {
  const matches = sql`workspace_id = ${workspaceId} and target_id = ${targetId} and harness_key = ${harnessKey}`;
  return sql<string>`coalesce(
    (select id from runs where ${matches} and status = 'completed' order by observed_at desc, id desc limit 1),
    (select id from runs where ${matches} and active = 1 order by created_at desc, id desc limit 1))`;
}

const shownMatch = compiledOnce((db, workspaceId: string, targetId: string, harnessKey: string) =>
  runsWithResults(db)
    .where('runs.id', '=', matchingRun(workspaceId, targetId, harnessKey))
    .where('runs.workspace_id', '=', workspaceId),
);

/** Finds the run displayed for a match: the newest completed run, or the active one that may become it. */
export async function findShownMatch(db: Queryable, match: Match): Promise<RunAndResult | null> {
  const [row] = await shownMatch(db, match.workspaceId, match.targetId, match.harnessKey);
  return row === undefined ? null : readShown(row);
}

type CaseAndRunRow = Pick<CaseRow, 'locale' | 'search'> & { [Column in keyof ShownRow]: ShownRow[Column] | null };

/** Selects cases with the run that `matching` selects for each, and its result. */
function casesWithMatches(db: Queryable, matching: RawBuilder<string>) {
  return db
    .selectFrom('keyword_cases')
    .leftJoin('runs', (join) =>
      join.on('runs.id', '=', matching).onRef('runs.workspace_id', '=', 'keyword_cases.workspace_id'),
    )
    .leftJoin('run_results', (join) =>
      join
        .onRef('run_results.run_id', '=', 'runs.id')
        .onRef('run_results.workspace_id', '=', 'runs.workspace_id')
        .on('run_results.current', '=', sql.lit(1)),
    )
    .select(['keyword_cases.locale', 'keyword_cases.search'])
    .select(runColumns.map((column) => `runs.${column}` as const))
    .select(['run_results.result', 'run_results.packed_result']);
}

const caseAndMatch = compiledOnce((db, caseId: string, workspaceId: string, harnessKey: string) => {
  const query = casesWithMatches(db, matchingRun(workspaceId, caseId, harnessKey))
    .where('keyword_cases.id', '=', caseId)
    .where('keyword_cases.workspace_id', '=', workspaceId);
  return query as unknown as { compile(): CompiledQuery<CaseAndRunRow> };
});

/** Reads several cases, each with its own index plan, as if read separately. */
const casesAndMatches = compiledOnce(
  (db, ids: readonly string[], workspaceIds: readonly string[], harnessKeys: readonly string[]) => {
    const column = (name: string) => sql.ref<string>(`wanted.${name}`);
    const one = casesWithMatches(db, matchingRun(column('workspace_id'), column('id'), column('harness_key')))
      .where('keyword_cases.id', '=', column('id'))
      .where('keyword_cases.workspace_id', '=', column('workspace_id'))
      .limit(sql.lit(1));
    const all = sql<CaseAndRunRow & { place: number }>`
      select shown.*, wanted.place from unnest(${ids}::text[], ${workspaceIds}::text[], ${harnessKeys}::text[])
        with ordinality as wanted (id, workspace_id, harness_key, place)
      cross join lateral ${one} as shown`;
    return { compile: () => all.compile(db) };
  },
);

const caseInItsTurn = readTogether<[string, string, string], CaseAndRunRow>(
  async (db, args) => (await caseAndMatch(db, ...args))[0] ?? null,
  async (db, args) => {
    const list = (at: 0 | 1 | 2) => args.map((one) => one[at]);
    return inPlaces(await casesAndMatches(db, list(0), list(1), list(2)), args.length);
  },
);

/** Reads a case's settings, archived or not, and what is shown for it under one identity, in one statement. */
export async function findCaseAndMatch(
  db: Queryable,
  { workspaceId, targetId, harnessKey }: Match,
): Promise<{ settings: CaseSettings; shown: RunAndResult | null } | null> {
  const row = await caseInItsTurn(db, targetId, workspaceId, harnessKey);
  if (row === null) return null;
  // The whole value is null if no run matches.
  return { settings: settingsOf(row), shown: row.id === null ? null : readShown(row as ShownRow) };
}
