import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { migrateToLatest } from '../../src/store/migrate.ts';
import { openDatabase } from '../../src/store/open.ts';
import { asAdmin, databaseUrl } from './postgresServer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database with the newest schema and no rows, to copy; null without a server. */
    postgresTemplate: string | null;
  }
}

/** Migrates one database for the whole run: a copy of it costs a third of migrating another. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const name = `sightline_template_${randomBytes(8).toString('hex')}`;
  const made = await asAdmin((client) => client.query(`create database ${name}`)).then(
    () => true,
    () => false,
  );
  project.provide('postgresTemplate', made ? name : null);
  if (!made) return undefined;
  const opened = await openDatabase({ databaseKind: 'postgres', url: databaseUrl(name), poolSize: 1 });
  await migrateToLatest(opened.db, 'postgres');
  // A database that somebody is connected to cannot be copied.
  await opened.close();
  return async () => {
    await asAdmin((client) => client.query(`drop database if exists ${name} with (force)`));
  };
}
