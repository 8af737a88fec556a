import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { allCounts } from '../src/store/migrations/0440-month-counts.ts';
import { recountTexts } from '../src/store/migrations/rowCounts.ts';
import type { SeededService } from './seededService.ts';

/** A thousand runs a day: a million are under three years of history. */
const stepSeconds = 86.4;
/** Rows per statement, so that none locks its table for minutes. */
const chunk = 50_000;
/** Larger histories are written without indexes, which are created afterwards. */
const naturalRuns = 100_000;
const newest = '2026-06-30T23:00:00.000Z';

/** Tables that contain a saved run, with the column that names the run, and their time columns. */
const tables = [
  { name: 'runs', id: 'id' },
  { name: 'run_results', id: 'run_id' },
  { name: 'raw_answers', id: 'run_id' },
  { name: 'answer_marks', id: 'run_id' },
  { name: 'ledger_entries', id: 'record_id' },
] as const;

/** Each engine's own name, as in a deployment with provider keys: the simulator's would be one for all. */
const surface = `CASE t.engine WHEN 'openai' THEN 'openai-responses-web-search' ELSE t.engine END`;

const times = new Set(['created_at', 'updated_at', 'observed_at', 'submitted_at', 'deadline_at', 'entered_at']);

type Runner = {
  kind: 'sqlite' | 'postgres';
  exec(text: string): Promise<void>;
  rows(text: string): Promise<Record<string, unknown>[]>;
};

/**
 * Copies the saved runs of a service, each with its result, raw answer, marks, ledger entries and idempotency key,
 * under new ids and at earlier times: numbers `from` up to `to`, the larger the older. The service must be stopped.
 */
export async function multiplyRuns(service: SeededService, from: number, to: number): Promise<void> {
  await withRunner(service, async (runner) => {
    if (from === 0) await saveTemplates(runner);
    const columns = new Map<string, string[]>();
    for (const name of [...tables.map((table) => table.name), 'idempotency_keys']) {
      columns.set(name, await columnsOf(runner, name));
    }
    // Sorting an index once is quicker than a million insertions; a shorter history grows as it would in use.
    const indexes = to - from > naturalRuns ? await indexesOf(runner) : [];
    for (const { name } of indexes) await runner.exec(`DROP INDEX ${name}`);
    for (let at = to; at > from; at -= chunk) await copyChunk(runner, columns, Math.max(from, at - chunk), at);
    for (const { text } of indexes) await runner.exec(text);
    // PostgreSQL's triggers are off here, as its foreign keys are.
    for (const text of recountTexts(allCounts)) await runner.exec(text);
    // In use, PostgreSQL's autovacuum does this within minutes of such growth; SQLite has no such service here.
    if (runner.kind === 'postgres') await runner.exec('VACUUM (ANALYZE)');
  });
}

/** Saves the existing completed runs, numbered. */
async function saveTemplates(runner: Runner): Promise<void> {
  await runner.exec('CREATE TABLE growth_templates (k INTEGER PRIMARY KEY, run_id TEXT NOT NULL, key TEXT)');
  const runs = await runner.rows("SELECT id FROM runs WHERE status = 'completed' ORDER BY created_at, id");
  const keys = await runner.rows("SELECT key, outcome FROM idempotency_keys WHERE operation LIKE '%nsure%'");
  for (const [k, { id }] of runs.entries()) {
    const key = keys.find(({ outcome }) => String(outcome).includes(String(id)))?.key ?? null;
    await runner.exec(
      `INSERT INTO growth_templates VALUES (${k}, '${String(id)}', ${key === null ? 'NULL' : `'${String(key)}'`})`,
    );
  }
}

async function copyChunk(
  runner: Runner,
  columns: ReadonlyMap<string, string[]>,
  from: number,
  to: number,
): Promise<void> {
  const [count] = await runner.rows('SELECT count(*) AS c FROM growth_templates');
  // Oldest first, as they would have been written.
  const numbers = `WITH RECURSIVE n(i) AS (SELECT ${to - 1} UNION ALL SELECT i - 1 FROM n WHERE i > ${from})`;
  const join = `n JOIN growth_templates g ON g.k = n.i % ${Number(count?.c)}`;
  const id = "'run_' || substr(md5('run ' || n.i), 1, 22)";
  const at =
    runner.kind === 'sqlite'
      ? `strftime('%Y-%m-%dT%H:%M:%fZ', '${newest}', '-' || (n.i * ${stepSeconds}) || ' seconds')`
      : `to_char('${newest.slice(0, -1)}'::timestamp - n.i * ${stepSeconds} * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const copied = (table: string, idColumn: string) => (column: string) => {
    if (column === idColumn || column === 'purchase_id') return id;
    if (times.has(column)) return `CASE WHEN t.${column} IS NULL THEN NULL ELSE ${at} END`;
    if (table === 'runs' && column === 'surface') return surface;
    if (table === 'ledger_entries' && column === 'month') return `substr(${at}, 1, 7)`;
    if (table === 'ledger_entries' && column === 'day') return `substr(${at}, 1, 10)`;
    return `t.${column}`;
  };
  for (const { name, id: idColumn } of tables) {
    const own = columns.get(name) ?? [];
    await runner.exec(
      `INSERT INTO ${name} (${own.join(', ')}) ${numbers} SELECT ${own.map(copied(name, idColumn)).join(', ')}
       FROM ${join} JOIN ${name} t ON t.${idColumn} = g.run_id`,
    );
  }
  const own = columns.get('idempotency_keys') ?? [];
  const values: Readonly<Record<string, string>> = {
    key: "substr(t.key, 1, 8) || substr(md5('key ' || n.i), 1, 22)",
    outcome: `replace(t.outcome, g.run_id, ${id})`,
    created_at: at,
  };
  await runner.exec(
    `INSERT INTO idempotency_keys (${own.join(', ')}) ${numbers}
     SELECT ${own.map((column) => values[column] ?? `t.${column}`).join(', ')} FROM ${join}
     JOIN idempotency_keys t ON t.key = g.key`,
  );
}

async function columnsOf(runner: Runner, table: string): Promise<string[]> {
  const rows = await runner.rows(
    runner.kind === 'sqlite'
      ? `SELECT name FROM pragma_table_info('${table}')`
      : `SELECT column_name AS name FROM information_schema.columns WHERE table_name = '${table}'`,
  );
  return rows.map(({ name }) => String(name));
}

/** Returns indexes that do not back a key, with the statements that create them. */
async function indexesOf(runner: Runner): Promise<{ name: string; text: string }[]> {
  const names = tables.map(({ name }) => `'${name}'`).join(', ');
  const rows = await runner.rows(
    runner.kind === 'sqlite'
      ? `SELECT name, sql AS text FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN (${names})`
      : `SELECT indexname AS name, indexdef AS text FROM pg_indexes WHERE tablename IN (${names})
          AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
  );
  return rows.map(({ name, text }) => ({ name: String(name), text: String(text) }));
}

/** Returns the bytes of the whole database on the disk. */
export async function databaseBytes(service: SeededService): Promise<number> {
  let bytes = 0;
  await withRunner(service, async (runner) => {
    if (runner.kind === 'sqlite') {
      await runner.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      syncFile(service.sqlitePath);
    }
    const [row] = await runner.rows(
      runner.kind === 'sqlite'
        ? 'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size'
        : 'SELECT pg_database_size(current_database()) AS bytes',
    );
    bytes = Number(row?.bytes);
  });
  return bytes;
}

/** The copies were written without syncing: otherwise the first commits of the service would wait for gigabytes. */
function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

async function withRunner(service: SeededService, work: (runner: Runner) => Promise<void>): Promise<void> {
  if (service.env.DATABASE_URL === undefined) {
    const database = new DatabaseSync(service.sqlitePath, { timeout: 10_000 });
    database.function('md5', { deterministic: true }, (text) => createHash('md5').update(String(text)).digest('hex'));
    database.exec(
      'PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; PRAGMA wal_autocheckpoint = 20000',
    );
    try {
      await work({
        kind: 'sqlite',
        exec: async (text) => database.exec(text),
        rows: async (text) => database.prepare(text).all(),
      });
    } finally {
      database.close();
    }
    return;
  }
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    await client.query(
      "SET synchronous_commit = off; SET work_mem = '256MB'; SET maintenance_work_mem = '512MB'; SET session_replication_role = replica",
    );
    await work({
      kind: 'postgres',
      exec: async (text) => {
        await client.query(text);
      },
      rows: async (text) => (await client.query(text)).rows,
    });
  } finally {
    await client.end();
  }
}
