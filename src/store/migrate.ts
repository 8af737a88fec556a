import { type Migration, Migrator } from 'kysely/migration';
import type { DatabaseKind } from './database/open.ts';
import type { Db } from './database/transaction.ts';
import { migrations } from './migrations.ts';

function migratorFor(db: Db, engine: DatabaseKind): Migrator {
  const bound: Record<string, Migration> = {};
  for (const [name, migration] of Object.entries(migrations)) {
    bound[name] = { up: (handle) => migration.up(handle, engine) };
  }
  return new Migrator({ db, provider: { getMigrations: async () => bound } });
}

/** Number of times that a start waits for another process's migration, each for the full lock timeout. */
const lockTries = 24;

/** Thrown if a later version of this program has migrated the database; nothing in it is damaged. */
export class NewerSchemaError extends Error {}

/** Lists migrations in the database that this version does not know. */
export async function newerMigrations(db: Db): Promise<string[]> {
  return (await appliedMigrations(db)).filter((name) => !Object.hasOwn(migrations, name));
}

export function newerSchemaText(newer: readonly string[]): string {
  return `the data are newer than this program, which does not know ${newer.join(', ')}. Start the version that wrote them, or a later one; nothing was changed`;
}

async function appliedMigrations(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('kysely_migration' as never)
    .select('name' as never)
    .execute()
    .catch((): { name?: unknown }[] => []);
  return rows.map(({ name }) => String(name));
}

/**
 * Brings the schema up to date; safe if two processes start at once. Returns the names of the applied migrations.
 * @throws NewerSchemaError
 */
export async function migrateToLatest(db: Db, engine: DatabaseKind, tries = lockTries): Promise<string[]> {
  const newer = await newerMigrations(db);
  if (newer.length > 0) throw new NewerSchemaError(newerSchemaText(newer));
  const { error, results } = await migratorFor(db, engine).migrateToLatest();
  if (error !== undefined) {
    if (isInTheWay(error) && tries > 1) return migrateToLatest(db, engine, tries - 1);
    throw error;
  }
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName);
}

/**
 * Returns true if another connection's lock was in the way: we waited too long (55P03), or it caused a deadlock
 * (40P01).
 */
function isInTheWay(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01');
}

/** Returns true if no migration is left to apply, one condition of readiness. */
export async function isMigrated(db: Db): Promise<boolean> {
  const applied = await appliedMigrations(db);
  return Object.keys(migrations).every((name) => applied.includes(name));
}
