import pg from 'pg';

/** Rows of the non-empty tables, as JSON texts by table name. */
export type DatabaseRows = Record<string, string>;

/** Names, columns, indexes, constraints, triggers, functions and settings: everything a test can change except rows. */
const schemaDigest = `
  with tables as (select * from pg_class where relnamespace = 'public'::regnamespace)
  select md5(string_agg(line, ';' order by line)) as digest from (
    select format('%s %s %s', relname, relkind, relpersistence) as line from tables
    union all
    select format('%s %s %s %s %s', c.relname, a.attname, a.atttypid, a.attnotnull, pg_get_expr(d.adbin, d.adrelid))
      from pg_attribute a join tables c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum where a.attnum > 0
    union all select pg_get_indexdef(indexrelid) || indisvalid from pg_index join tables on oid = indexrelid
    union all select conname || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select prosrc from pg_proc where pronamespace = 'public'::regnamespace
    union all select nspname::text from pg_namespace where nspname !~ '^pg_'
    union all select unnest(setconfig) from pg_db_role_setting join pg_database d on d.oid = setdatabase
      where datname = current_database() and setconfig <> '{synchronous_commit=off}'
  ) of_all`;

/** Computes a digest of the schema and the settings of a database. */
export async function digestOf(client: pg.Client): Promise<string> {
  return (await client.query<{ digest: string }>(schemaDigest)).rows[0]?.digest ?? '';
}

export async function rowsOf(client: pg.Client): Promise<DatabaseRows> {
  const rows: DatabaseRows = {};
  for (const table of await tablesOf(client)) {
    const read = await client.query<{ rows: string | null }>(`select json_agg(t)::text as rows from ${table} t`);
    const text = read.rows[0]?.rows ?? null;
    if (text !== null) rows[table] = text;
  }
  return rows;
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const named = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  return named.rows.map(({ name }) => name);
}

/** Maximum number of rows: with more, tables and indexes stay so large that another database is better. */
const mostRows = 5_000;

/**
 * Deletes every row and writes these. Deleting from a small table is faster than truncating it, which creates a file
 * for each table and index. @returns true if the database is worth reusing
 */
export async function emptyDatabase(client: pg.Client, rows: DatabaseRows): Promise<boolean> {
  const replied = await client.query(
    [
      'begin',
      // Disables the constraints between tables.
      `set local session_replication_role = 'replica'`,
      ...(await tablesOf(client)).map((table) => `delete from ${table}`),
      ...insertsOf(rows),
      `select setval(seqrelid::regclass, seqstart, false) from pg_sequence`,
      'commit',
    ].join(';\n'),
  );
  const results = replied as unknown as pg.QueryResult[];
  return (
    results.reduce((sum, { command, rowCount }) => sum + (command === 'DELETE' ? (rowCount ?? 0) : 0), 0) <= mostRows
  );
}

/** Writes rows into a database whose tables contain only the rows of the newest schema. */
export async function fillDatabase(client: pg.Client, rows: DatabaseRows): Promise<void> {
  const deletes = Object.keys(rows).map((table) => `delete from ${table}`);
  await client.query(
    ['begin', `set local session_replication_role = 'replica'`, ...deletes, ...insertsOf(rows), 'commit'].join(';\n'),
  );
}

function insertsOf(rows: DatabaseRows): string[] {
  return Object.entries(rows).map(
    ([table, text]) =>
      `insert into ${table} select * from json_populate_recordset(null::${table}, ${pg.escapeLiteral(text)})`,
  );
}

/** Ends every other connection to the database and waits, at most ten seconds, until they are gone. */
export async function endOtherConnections(client: pg.Client): Promise<void> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const others = await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    if (others.rowCount === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('connections to a test database stay open');
}
