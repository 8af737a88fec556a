import pg from 'pg';

/** Columns of a table: their types, and whether a row may leave them out. */
export type Schema = {
  tables: Readonly<Record<string, Readonly<Record<string, { type: string; isOptional: boolean }>>>>;
  /** The columns that are unique together, by table. */
  unique: Readonly<Record<string, readonly string[]>>;
};

/** Returns the schema of a PostgreSQL database, in a stable order. */
export async function schemaOf(connectionString: string): Promise<Schema> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const columns = await client.query<{ table: string; name: string; type: string; optional: boolean }>(
      `SELECT table_name AS table, column_name AS name, data_type AS type,
              (is_nullable = 'YES' OR column_default IS NOT NULL) AS optional
       FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, column_name`,
    );
    const indexes = await client.query<{ table: string; words: string }>(
      `SELECT tablename AS table, regexp_replace(indexdef, '^.* USING ', '') AS words FROM pg_indexes
       WHERE schemaname = 'public' AND indexdef LIKE 'CREATE UNIQUE%' ORDER BY tablename, indexdef`,
    );
    const tables: Record<string, Record<string, { type: string; isOptional: boolean }>> = {};
    for (const { table, name, type, optional } of columns.rows)
      tables[table] = { ...tables[table], [name]: { type, isOptional: optional } };
    const unique: Record<string, string[]> = {};
    for (const { table, words } of indexes.rows) unique[table] = [...(unique[table] ?? []), words].toSorted();
    return { tables, unique };
  } finally {
    await client.end();
  }
}

/**
 * Lists ways in which a schema would break the release that uses `before`: all that it reads must still exist, columns
 * that it leaves out must still be optional, and its writes must not violate rules that it does not know.
 */
export function breaksOf(before: Schema, now: Schema): string[] {
  return Object.entries(before.tables).flatMap(([table, columns]) => {
    const left = now.tables[table];
    if (left === undefined) return [`${table} is gone`];
    const old = Object.entries(columns).flatMap(([name, { type, isOptional }]) => {
      const column = left[name];
      if (column === undefined) return [`${table}.${name} is gone`];
      if (column.type !== type) return [`${table}.${name} is ${column.type} and was ${type}`];
      return isOptional && !column.isOptional ? [`${table}.${name} must be given now`] : [];
    });
    const added = Object.entries(left).flatMap(([name, { isOptional }]) =>
      name in columns || isOptional ? [] : [`${table}.${name} is new and must be given`],
    );
    const rules = (now.unique[table] ?? []).filter((words) => before.unique[table]?.includes(words) !== true);
    return [...old, ...added, ...rules.map((words) => `${table} is unique by ${words} now`)];
  });
}
