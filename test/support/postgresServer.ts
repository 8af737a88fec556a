import pg from 'pg';

/** The server on which each test creates its own database. */
const adminUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** Address of a database on that server. */
export function databaseUrl(name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs statements about whole databases. @throws if no server answers within 20 s (a busy machine answers late) */
export function asAdmin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(adminUrl, work);
}

/** Runs statements over a connection of their own. @throws as `asAdmin` */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 20_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
