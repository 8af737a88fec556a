import type { Selectable } from 'kysely';
import type { Experiment } from '../../domain/experiments/experiment.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { olderThan } from '../database/olderThan.ts';
import type { DatabaseKind } from '../database/open.ts';
import type { Queryable, Tx } from '../database/transaction.ts';
import type { ExperimentTables } from './tables.ts';

const experimentFrom = (row: Selectable<ExperimentTables['experiments']>): Experiment => ({
  id: row.id,
  name: row.name,
  protocol: JSON.parse(row.protocol),
  registration: row.registration === null ? null : JSON.parse(row.registration),
  changes: JSON.parse(row.changes),
  stoppedAt: row.stopped_at,
  createdAt: row.created_at,
  createdBy: row.created_by,
});

const columnsOf = (experiment: Experiment) => ({
  website_id: experiment.protocol.websiteId,
  name: experiment.name,
  protocol: JSON.stringify(experiment.protocol),
  registration: experiment.registration === null ? null : JSON.stringify(experiment.registration),
  changes: JSON.stringify(experiment.changes),
  stopped_at: experiment.stoppedAt,
});

const openRows = (db: Queryable, workspaceId: string) =>
  db.selectFrom('experiments').selectAll().where('workspace_id', '=', workspaceId).where('archived_at', 'is', null);

export async function insertExperiment(db: Queryable, workspaceId: string, experiment: Experiment): Promise<void> {
  const { id, createdAt: created_at, createdBy: created_by } = experiment;
  const row = { id, workspace_id: workspaceId, ...columnsOf(experiment), created_at, created_by, archived_at: null };
  await db.insertInto('experiments').values(row).execute();
}

export async function findExperiment(db: Queryable, workspaceId: string, id: string): Promise<Experiment | null> {
  const row = await openRows(db, workspaceId).where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : experimentFrom(row);
}

/** Reads an experiment for a change of it: on PostgreSQL no other transaction can change it meanwhile. */
export async function lockExperiment(
  tx: Tx,
  engine: DatabaseKind,
  workspaceId: string,
  id: string,
): Promise<Experiment | null> {
  const query = openRows(tx, workspaceId).where('id', '=', id);
  const row = await (engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  return row === undefined ? null : experimentFrom(row);
}

export async function saveExperiment(db: Queryable, workspaceId: string, experiment: Experiment): Promise<void> {
  await db
    .updateTable('experiments')
    .set(columnsOf(experiment))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', experiment.id)
    .execute();
}

export async function archiveExperiment(db: Queryable, workspaceId: string, id: string, now: string): Promise<void> {
  await db
    .updateTable('experiments')
    .set({ archived_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Newest first. */
export async function listExperiments(
  db: Queryable,
  workspaceId: string,
  { websiteId, after, count }: { websiteId: string | null; after: ListPosition | null; count: number },
): Promise<Experiment[]> {
  const rows = await openRows(db, workspaceId)
    .$if(websiteId !== null, (query) => query.where('website_id', '=', websiteId as string))
    .$if(after !== null, (query) => query.where(olderThan(after as ListPosition)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  return rows.map(experimentFrom);
}

/** Registered experiments of a workspace that were not stopped. */
export async function listRegistered(db: Queryable, workspaceId: string): Promise<Experiment[]> {
  const rows = await openRows(db, workspaceId)
    .where('registration', 'is not', null)
    .where('stopped_at', 'is', null)
    .execute();
  return rows.map(experimentFrom);
}
