import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { SkippedFigure } from './figure.ts';

const adminUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** Creates a PostgreSQL database for a bench. @throws SkippedFigure if no server answers */
export async function createBenchDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `sightline_bench_${randomBytes(6).toString('hex')}`;
  await onAdmin(`CREATE DATABASE ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function onAdmin(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 3_000 });
  try {
    await client.connect();
  } catch (cause) {
    throw new SkippedFigure('PostgreSQL does not answer', { cause });
  }
  await client.query(text).finally(() => client.end());
}
