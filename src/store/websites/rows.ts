import { sql, type UpdateObject } from 'kysely';
import type { Website } from '../../domain/websites/website.ts';
import { mapColumns } from '../database/columns.ts';
import { type ListPage, newestFirst } from '../database/newestFirst.ts';
import type { Queryable, Tx } from '../database/transaction.ts';
import type { Tables } from '../schema.ts';

const columns = mapColumns<Website>()({
  plain: 'id url domain name createdAt archivedAt',
  json: 'aliases exactNames settledDomains rivals',
});

/** @param verificationToken with which the owner proves ownership; never shown to others */
export async function insertWebsite(
  db: Queryable,
  workspaceId: string,
  website: Website,
  verificationToken: string,
): Promise<void> {
  await db
    .insertInto('websites')
    .values({
      ...columns.write(website),
      workspace_id: workspaceId,
      verification_token: verificationToken,
    })
    .execute();
}

/** Finds a website, archived or not: history stays readable. */
export async function findWebsite(db: Queryable, workspaceId: string, id: string): Promise<Website | null> {
  const row = await db
    .selectFrom('websites')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row === undefined ? null : columns.read(row);
}

/** Locks the website until the transaction ends, so that values derived from it are still valid when written. */
export async function lockWebsite(tx: Tx, workspaceId: string, id: string): Promise<Website | null> {
  // Writing the existing value locks the row on both databases.
  await tx
    .updateTable('websites')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .execute();
  return findWebsite(tx, workspaceId, id);
}

/** Finds a website in any workspace, for the operator of the database. */
export async function findWebsiteAnywhere(db: Queryable, id: string): Promise<{ workspaceId: string } | null> {
  const row = await db.selectFrom('websites').select('workspace_id').where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : { workspaceId: row.workspace_id };
}

/** Lists active sites, oldest first. */
export async function listWebsites(db: Queryable, workspaceId: string): Promise<Website[]> {
  const rows = await db
    .selectFrom('websites')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('archived_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(columns.read);
}

/** Lists archived sites after a position, latest archived first. */
export async function listArchivedWebsites(db: Queryable, workspaceId: string, page: ListPage): Promise<Website[]> {
  const rows = await db
    .selectFrom('websites')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('archived_at', 'is not', null)
    .$call(newestFirst(page, 'archived_at'))
    .execute();
  return rows.map(columns.read);
}

export async function updateWebsite(
  db: Queryable,
  workspaceId: string,
  id: string,
  change: Partial<
    Pick<Website, 'url' | 'domain' | 'name' | 'aliases' | 'exactNames' | 'settledDomains' | 'rivals' | 'archivedAt'>
  >,
): Promise<void> {
  const set: UpdateObject<Tables, 'websites'> = columns.write(change);
  if (change.url !== undefined) {
    // Verification of one address does not apply to another.
    set.verified_at = sql`CASE WHEN url = ${change.url} THEN verified_at END`;
    set.verified_way = sql`CASE WHEN url = ${change.url} THEN verified_way END`;
    set.last_look = sql`CASE WHEN url = ${change.url} THEN last_look END`;
    set.compare_bot_agents = sql`CASE WHEN url = ${change.url} THEN compare_bot_agents ELSE 0 END`;
    set.google_ai_control = sql`CASE WHEN url = ${change.url} THEN google_ai_control END`;
  }
  if (Object.keys(set).length === 0) return;
  await db.updateTable('websites').set(set).where('id', '=', id).where('workspace_id', '=', workspaceId).execute();
}

/** Lists the sites of a run's workspace, for the simulator to name in its answer. */
export async function listWebsitesOfRun(db: Queryable, runId: string): Promise<{ name: string; domain: string }[]> {
  return db
    .selectFrom('websites')
    .innerJoin('runs', 'runs.workspace_id', 'websites.workspace_id')
    .select(['websites.name', 'websites.domain'])
    .where('runs.id', '=', runId)
    .where('websites.archived_at', 'is', null)
    .orderBy('websites.id')
    .limit(200)
    .execute();
}
