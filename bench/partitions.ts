import pg from 'pg';
import { openDatabase } from '../src/store/database/open.ts';
import { migrateToLatest } from '../src/store/migrate.ts';
import { createBenchDatabase } from './benchDatabase.ts';
import { type Bench, type Figure, median } from './figure.ts';

const months = 34;
const newest = '2026-06-30';

/**
 * Compares the table of runs with the same table partitioned by UTC month of creation, filled alike: the cost of each
 * read, each write and the end of a month, alternating.
 */
async function measurePartitions(rows: number, rounds: number): Promise<Figure[]> {
  const database = await createBenchDatabase();
  try {
    const opened = await openDatabase({ databaseKind: 'postgres', url: database.url });
    await migrateToLatest(opened.db, 'postgres');
    await opened.close();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query("SET synchronous_commit = off; SET work_mem = '128MB'; SET maintenance_work_mem = '512MB'");
      const indexes = await makeTables(client);
      for (const table of ['plain', 'cut'] as const) await fill(client, table, rows, indexes[table]);
      return await measure(client, rows, rounds);
    } finally {
      await client.end();
    }
  } finally {
    await database.drop();
  }
}

/** Creates both tables without indexes, and returns the statements that create those of the table of runs. */
async function makeTables(client: pg.Client): Promise<Record<'plain' | 'cut', string[]>> {
  await client.query('CREATE TABLE plain (LIKE runs INCLUDING DEFAULTS)');
  await client.query('CREATE TABLE cut (LIKE runs INCLUDING DEFAULTS) PARTITION BY RANGE (created_at)');
  for (let month = 0; month < months; month += 1) {
    const start = monthBefore(month);
    const end = monthBefore(month - 1);
    await client.query(
      `CREATE TABLE cut_${start.replace('-', '_')} PARTITION OF cut FOR VALUES FROM ('${start}') TO ('${end}')`,
    );
  }
  const { rows } = await client.query<{ name: string; text: string }>(
    "SELECT indexname AS name, indexdef AS text FROM pg_indexes WHERE tablename = 'runs' AND indexname <> 'runs_pkey'",
  );
  const of = (table: string) =>
    rows.map(({ name, text }) =>
      text.replace(`INDEX ${name} ON public.runs`, `INDEX ${name.replace('runs', table)} ON ${table}`),
    );
  return {
    plain: ['ALTER TABLE plain ADD PRIMARY KEY (id)', ...of('plain')],
    // A unique key of a partitioned table must include the partition column.
    cut: ['ALTER TABLE cut ADD PRIMARY KEY (id, created_at)', ...of('cut')],
  };
}

/** Returns the UTC month this many months before the newest, as `YYYY-MM`. */
function monthBefore(months: number): string {
  const date = new Date(`${newest.slice(0, 7)}-01T00:00:00.000Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.toISOString().slice(0, 7);
}

const columns = `id, workspace_id, owner_id, account_id, kind, target_id, website_id, reservation_key, harness_key,
  harness_version, engine, surface, ask, status, phase, version, active, model, search_mode, allowed_domains, use_seo_tools,
  created_at, updated_at, observed_at, submitted_at, deadline_at, failed_looks, usage`;

/** Ended runs of one workspace: forty websites of thirty questions, spread over all months. */
function rowsOf(from: number, to: number, total: number, mark: string): string {
  const seconds = Math.floor((months - 1) * 30 * 86_400) / total;
  const at = `to_char('${newest}'::timestamp - i * ${seconds} * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return `SELECT 'run_' || substr(md5('${mark}' || i), 1, 22), 'ws_0123456789abcdefghijkl', 'acct_0123456789abcdefghij',
      'acct_0123456789abcdefghij', 'keyword', 'case_' || substr(md5('case' || i % 1200), 1, 22),
      'site_' || substr(md5('site' || i % 40), 1, 22), md5('reserve' || i % 1200), md5('harness' || i % 1200) || md5('h'),
      'kw/1', 'openai', 'openai-responses-web-search', repeat('{"kind":"keyword","question":"…"}', 8), 'completed',
      'submitted', 3, 0, 'model-a', 'open-web', '[]', 0, at, at, at, at, at, 0, repeat('{"input":1}', 14)
    FROM generate_series(${from}, ${to}) AS i, LATERAL (SELECT ${at} AS at) AS times`;
}

async function fill(client: pg.Client, table: string, rows: number, indexes: readonly string[]): Promise<void> {
  const start = performance.now();
  for (let from = 1; from <= rows; from += 500_000) {
    const to = Math.min(rows, from + 499_999);
    await client.query(`INSERT INTO ${table} (${columns}) ${rowsOf(from, to, rows, 'run')}`);
  }
  for (const text of indexes) await client.query(text);
  await client.query(`VACUUM (ANALYZE) ${table}`);
  process.stderr.write(`${table}: ${rows} rows after ${Math.round((performance.now() - start) / 1000)} s\n`);
}

async function measure(client: pg.Client, rows: number, rounds: number): Promise<Figure[]> {
  const { rows: ids } = await client.query<{ id: string }>(`SELECT id FROM plain TABLESAMPLE SYSTEM (1) LIMIT 200`);
  const idOf = (round: number) => ids[Math.abs(round) % ids.length]?.id ?? '';
  const site = `'site_' || substr(md5('site' || 7), 1, 22)`;
  const reads: Readonly<Record<string, (table: string, round: number) => string>> = {
    'a run by its id': (table, round) => `SELECT * FROM ${table} WHERE id = '${idOf(round)}'`,
    'the newest 100 attempts of a website': (table) =>
      `SELECT * FROM ${table} WHERE workspace_id = 'ws_0123456789abcdefghijkl' AND website_id = ${site}
        AND surface = 'openai-responses-web-search' AND search_mode = 'open-web' AND kind = 'keyword'
        ORDER BY created_at DESC, id DESC LIMIT 100`,
    'the newest match of a question': (table, round) =>
      `SELECT * FROM ${table} WHERE workspace_id = 'ws_0123456789abcdefghijkl'
        AND target_id = 'case_' || substr(md5('case' || ${Math.abs(round) % 1200}), 1, 22)
        AND harness_key = md5('harness' || ${Math.abs(round) % 1200}) || md5('h') AND status = 'completed'
        ORDER BY observed_at DESC, id DESC LIMIT 1`,
    'due runs': (table) => `SELECT id FROM ${table} WHERE active = 1 AND due_at <= '2099' ORDER BY due_at LIMIT 10`,
    'a thousand new runs': (table, round) =>
      `INSERT INTO ${table} (${columns}) ${rowsOf(1, 1000, rows, `${table} ${round} `)}`,
  };
  const figures: Figure[] = [];
  for (const [what, textOf] of Object.entries(reads)) {
    const times: Record<'plain' | 'cut', number[]> = { plain: [], cut: [] };
    for (let round = -3; round < rounds; round += 1) {
      for (const table of ['plain', 'cut'] as const) {
        const text = textOf(table, round);
        const start = performance.now();
        await client.query(text);
        if (round >= 0) times[table].push(performance.now() - start);
      }
    }
    figures.push(figure(`${what}, ${rows} rows: cut by month over whole`, median(times.cut), median(times.plain)));
  }
  const bytes = async (name: string) => Number((await client.query<{ bytes: string }>(name)).rows[0]?.bytes) / 1e6;
  const size = {
    plain: await bytes("SELECT pg_total_relation_size('plain') AS bytes"),
    cut: await bytes(
      "SELECT sum(pg_total_relation_size(inhrelid)) AS bytes FROM pg_inherits WHERE inhparent = 'cut'::regclass",
    ),
  };
  figures.push({ ...figure(`disk of ${rows} rows`, size.cut, size.plain), unit: 'MB' });
  const oldest = monthBefore(months - 2);
  const after = monthBefore(months - 3);
  const whole = await timed(async () => {
    await client.query(`DELETE FROM plain WHERE created_at < '${after}'`);
    await client.query('VACUUM plain');
  });
  const part = await timed(async () => {
    await client.query(`DROP TABLE cut_${oldest.replace('-', '_')}`);
  });
  figures.push(
    figure(`the oldest months leave, ${rows} rows: a part dropped over rows deleted and swept`, part, whole),
  );
  return figures;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const figure = (what: string, value: number, baseline: number): Figure => ({
  what,
  unit: 'ms',
  value,
  baseline,
  target: null,
});

/** `npm run bench -- partitions 1000000 60`: rows of each table, then rounds of each read. */
export const partitions: Bench = {
  name: 'partitions',
  run: ([rows = '1000000', rounds = '60']) => measurePartitions(Number(rows), Number(rounds)),
};
