import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../../src/app/config.ts';
import { serve } from '../../src/app/serve.ts';
import { openDatabase } from '../../src/store/database/open.ts';
import { migrateToLatest } from '../../src/store/migrate.ts';
import { type DatabaseRows, digestOf, emptyDatabase, rowsOf } from './cleanDatabase.ts';
import { askAt, cookieOf } from './http.ts';
import { owner, setupToken } from './owner.ts';
import { asAdmin, databaseUrl, withClient } from './postgresServer.ts';
import { scratch } from './scratch.ts';

/** Databases with the newest schema, to copy: migrating one and creating its owner takes ten times as long. */
export type Templates = {
  /** Folders with an SQLite database, without rows or with an owner who has signed in. */
  sqlite: { newest: string; owned: string; cookie: string };
  /** The same on PostgreSQL: a database without rows, the digest of its schema, and the initial rows. */
  postgres: { name: string; digest: string; newest: DatabaseRows; owned: DatabaseRows; cookie: string } | null;
  /** Secret that signs the sessions of both owners. */
  secretFile: string;
  /** Prefix of each PostgreSQL database that the run creates: the run drops them all when it ends. */
  prefix: string;
  /** Parent of the folders that tests create: the run removes it when it ends. */
  folders: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    templates: Templates;
  }
}

type Made = { templates: Templates; drop(): Promise<void> };
/** Shared by every project of a run. */
let made: Promise<Made> | null = null;

/** Makes the templates for the whole run, and drops all databases left by tests at its end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  made ??= makeTemplates();
  const { templates, drop } = await made;
  project.provide('templates', templates);
  return drop;
}

async function makeTemplates(): Promise<Made> {
  const folder = mkdtempSync(join(scratch, 'sightline-template-'));
  const folders = mkdtempSync(join(tmpdir(), 'sightline-folders-'));
  const prefix = `sightline_test_${randomBytes(6).toString('hex')}_`;
  const sqlite = await makeSqlite(folder);
  const secretFile = join(sqlite.owned, 'session-secret');
  const hasServer = await asAdmin((client) => client.query(`create database ${prefix}template`)).then(
    () => true,
    () => false,
  );
  const postgres = hasServer ? await makePostgres(`${prefix}template`, folder, secretFile) : null;
  return {
    templates: { sqlite, postgres, secretFile, prefix, folders },
    async drop() {
      for (const each of [folder, folders]) rmSync(each, { recursive: true, force: true });
      if (hasServer) await dropAll(prefix);
    },
  };
}

async function makeSqlite(folder: string): Promise<Templates['sqlite']> {
  const [newest, owned] = [join(folder, 'newest'), join(folder, 'owned')];
  const { db, close } = await openDatabase({ databaseKind: 'sqlite', path: join(newest, 'sightline.sqlite') });
  await migrateToLatest(db, 'sqlite');
  await close();
  mkdirSync(owned);
  copyFileSync(join(newest, 'sightline.sqlite'), join(owned, 'sightline.sqlite'));
  return { newest, owned, cookie: await setUp({ DATA_DIR: owned }) };
}

async function makePostgres(name: string, folder: string, secretFile: string): Promise<Templates['postgres']> {
  const url = databaseUrl(name);
  const { db, close } = await openDatabase({ databaseKind: 'postgres', url, poolSize: 1 });
  await migrateToLatest(db, 'postgres');
  await close();
  const { digest, newest } = await withClient(url, async (client) => ({
    digest: await digestOf(client),
    newest: await rowsOf(client),
  }));
  const dataDir = join(folder, 'postgres');
  mkdirSync(dataDir);
  copyFileSync(secretFile, join(dataDir, 'session-secret'));
  const cookie = await setUp({ DATA_DIR: dataDir, DATABASE_URL: url });
  // A database with an open connection cannot be copied, so the connection is closed here.
  const owned = await withClient(url, async (client) => {
    const rows = await rowsOf(client);
    await emptyDatabase(client, newest);
    return rows;
  });
  return { name, digest, newest, owned, cookie };
}

/** Creates the owner of a database as a person does, and returns the cookie of their session. */
async function setUp(env: Record<string, string>): Promise<string> {
  const config = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', SETUP_TOKEN: setupToken, ...env };
  const running = await serve(readConfig(config));
  try {
    const answered = await askAt(running.url, '/api/setup', { body: { token: setupToken, ...owner } });
    if (answered.status !== 201) throw new Error(`setup: ${answered.status} ${answered.text}`);
    return cookieOf(answered);
  } finally {
    await running.close();
  }
}

async function dropAll(prefix: string): Promise<void> {
  await asAdmin(async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  });
}
