import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { type KeyRow, keyOfHash } from '../access/apiKeys.ts';
import { compiledOnce } from '../database/compiledOnce.ts';
import { readOncePerTurn } from '../database/readOncePerTurn.ts';
import { answersAtOnce, readTogether } from '../database/readTogether.ts';
import type { Queryable } from '../database/transaction.ts';
import { type CaseRow, type CaseSettings, settingsOf } from '../questions/keywordCases.ts';
import type { Match } from './rows.ts';
import { type RunAndResult, readShown, runColumns, type ShownRow } from './shownRows.ts';

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

/** Value, or a column of the query. */
type Term = string | RawBuilder<string>;

/** Selects one record by its id in a workspace, and by the identity under which its run is looked for, if it is a case. */
type Select = (
  db: Queryable,
  id: Term,
  workspaceId: Term,
  harnessKey: Term,
) => { limit(rows: RawBuilder<number>): object; compile(): CompiledQuery };

/**
 * Creates a read of one record in one query. On PostgreSQL it also reads the key with this hash, if one is given, and
 * looks for the record in the key's workspace. Records requested together are read together, each by its own index
 * scans, whatever the planner estimates for the list.
 */
function readRecord<Row>(select: Select) {
  /** The embedded database reads no key and no place. */
  type Read = Row & { holder?: KeyRow | null; place?: number };
  const one = compiledOnce((db, ...[id, workspaceId, harnessKey]: [string, string, string]) => {
    const query: unknown = select(db, id, workspaceId, harnessKey);
    return query as { compile(): CompiledQuery<Read> };
  });
  const all = compiledOnce((db, ...lists: readonly (readonly string[])[]) => {
    const column = (name: string) => sql.ref<string>(`wanted.${name}`);
    const workspaceId = sql<string>`coalesce(holder.workspace_id, wanted.workspace_id)`;
    const query = sql<Read>`
      select shown.*, to_json(holder) as holder, wanted.place
      from unnest(${sql.join(lists.map((list) => sql`${list}::text[]`))})
        with ordinality as wanted (secret_hash, workspace_id, id, harness_key, place)
      left join lateral ${keyOfHash(db, column('secret_hash'))} as holder on true
      left join lateral ${select(db, column('id'), workspaceId, column('harness_key')).limit(sql.lit(1))} as shown on true`;
    return { compile: () => query.compile(db) };
  });
  const together = readTogether<[string, string, string, string], Read>(async (db, args) => {
    const rows = await all(db, ...[0, 1, 2, 3].map((at) => args.map((wanted) => wanted[at] ?? '')));
    const byPlace = new Map(rows.map((row) => [row.place, row]));
    return args.map((_wanted, at) => byPlace.get(at + 1) ?? null);
  });
  return async (db: Queryable, keyHash: string, workspaceId: string, id: string, harnessKey = '') =>
    answersAtOnce(db)
      ? ((await one(db, id, workspaceId, harnessKey))[0] ?? null)
      : together(db, keyHash, workspaceId, id, harnessKey);
}

const shownRow = readRecord<Nullable<ShownRow>>((db, id, workspaceId) =>
  runsWithResults(db).where('runs.id', '=', id).where('runs.workspace_id', '=', workspaceId),
);

/** Reads a run and its result in one query. */
export function findShownRun(db: Queryable, workspaceId: string, id: string): Promise<RunAndResult | null> {
  return readOncePerTurn(db, `run ${workspaceId} ${id}`, async () =>
    shownOrNull(await shownRow(db, '', workspaceId, id)),
  );
}

/** Reads a key, and the run of its workspace that its request names, in one query of PostgreSQL. */
export function findKeyAndRun(db: Queryable, keyHash: string, id: string): Promise<WithKey<RunAndResult>> {
  return readOncePerTurn(db, `key ${keyHash} run ${id}`, async () => {
    const row = await shownRow(db, keyHash, '', id);
    return { key: row?.holder ?? null, found: shownOrNull(row) };
  });
}

/** A key, and the record of its workspace that its request names. */
export type WithKey<Found> = { key: KeyRow | null; found: Found | null };

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };

function shownOrNull(row: Nullable<ShownRow> | null): RunAndResult | null {
  // The whole row is null if no run matches.
  return row === null || row.id === null ? null : readShown(row as ShownRow);
}

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

type CaseAndRunRow = Nullable<Pick<CaseRow, 'locale' | 'search'> & ShownRow>;

/** Selects a case with the run that matches it, and its result. */
const caseRow = readRecord<CaseAndRunRow>((db, id, workspaceId, harnessKey) =>
  db
    .selectFrom('keyword_cases')
    .leftJoin('runs', (join) =>
      join
        .on('runs.id', '=', matchingRun(workspaceId, id, harnessKey))
        .onRef('runs.workspace_id', '=', 'keyword_cases.workspace_id'),
    )
    .leftJoin('run_results', (join) =>
      join
        .onRef('run_results.run_id', '=', 'runs.id')
        .onRef('run_results.workspace_id', '=', 'runs.workspace_id')
        .on('run_results.current', '=', sql.lit(1)),
    )
    .select(['keyword_cases.locale', 'keyword_cases.search'])
    .select(runColumns.map((column) => `runs.${column}` as const))
    .select(['run_results.result', 'run_results.packed_result'])
    .where('keyword_cases.id', '=', id)
    .where('keyword_cases.workspace_id', '=', workspaceId),
);

/** Settings of a case, archived or not, and what is shown for it under one identity. */
export type CaseAndShown = { settings: CaseSettings; shown: RunAndResult | null };

/** Reads a case with what is shown for it, in one query. */
export async function findCaseAndMatch(
  db: Queryable,
  { workspaceId, targetId, harnessKey }: Match,
): Promise<CaseAndShown | null> {
  return caseOrNull(await caseRow(db, '', workspaceId, targetId, harnessKey));
}

/** Reads a key, and a case of its workspace with what is shown for it, in one query of PostgreSQL. */
export function findKeyAndCase(
  db: Queryable,
  keyHash: string,
  { targetId, harnessKey }: Omit<Match, 'workspaceId'>,
): Promise<WithKey<CaseAndShown>> {
  return readOncePerTurn(db, `key ${keyHash} case ${targetId} ${harnessKey}`, async () => {
    const row = await caseRow(db, keyHash, '', targetId, harnessKey);
    return { key: row?.holder ?? null, found: caseOrNull(row) };
  });
}

function caseOrNull(row: CaseAndRunRow | null): CaseAndShown | null {
  if (row === null || row.locale === null || row.search === null) return null;
  const { locale, search } = row;
  return { settings: settingsOf({ locale, search }), shown: shownOrNull(row) };
}
