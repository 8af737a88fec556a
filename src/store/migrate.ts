import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as foundation from './migrations/0001-foundation.ts';
import * as newestMatch from './migrations/0002-newest-match.ts';
import * as otherCompanies from './migrations/0003-other-companies.ts';
import * as seoRefusals from './migrations/0004-seo-refusals.ts';
import * as siteVerification from './migrations/0005-site-verification.ts';
import * as lastLook from './migrations/0006-last-look.ts';
import type { Engine } from './open.ts';
import type { Db } from './transaction.ts';

/** Every migration that has ever shipped, in order. Names are part of the database: never renamed. */
const migrations: Record<string, { up(db: Kysely<unknown>, engine: Engine): Promise<void> }> = {
  '0001-foundation': foundation,
  '0002-newest-match': newestMatch,
  '0003-other-companies': otherCompanies,
  '0004-seo-refusals': seoRefusals,
  '0005-site-verification': siteVerification,
  '0006-last-look': lastLook,
};

function migratorFor(db: Db, engine: Engine): Migrator {
  const bound: Record<string, Migration> = {};
  for (const [name, migration] of Object.entries(migrations)) {
    bound[name] = { up: (handle) => migration.up(handle, engine) };
  }
  return new Migrator({ db, provider: { getMigrations: async () => bound } });
}

/** How often a start waits for the migration of another process, each time as long as a lock may be waited for. */
const lockTries = 24;

/** Brings the schema up to date; safe when two processes start at once. Returns the names that were applied. */
export async function migrateToLatest(db: Db, engine: Engine, tries = lockTries): Promise<string[]> {
  const { error, results } = await migratorFor(db, engine).migrateToLatest();
  if (error !== undefined) {
    if (isLockTimeout(error) && tries > 1) return migrateToLatest(db, engine, tries - 1);
    throw error;
  }
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName);
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

/** True when nothing is left to apply: what readiness means for the database. */
export async function isMigrated(db: Db): Promise<boolean> {
  const applied = await db
    .selectFrom('kysely_migration' as never)
    .select('name' as never)
    .execute()
    .catch(() => []);
  return applied.length >= Object.keys(migrations).length;
}
