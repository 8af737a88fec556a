import { maxExperimentPages } from '../../domain/capture/limits.ts';
import type { Experiment, ListedExperiment } from '../../domain/experiments/experiment.ts';
import type { Verdict } from '../../domain/experiments/judge.ts';
import { mapColumns } from '../database/columns.ts';
import { type ListPage, newestFirst } from '../database/newestFirst.ts';
import type { DatabaseKind } from '../database/open.ts';
import type { Queryable, Tx } from '../database/transaction.ts';

export const experimentColumns = mapColumns<Experiment>()({
  plain: 'id name stoppedAt createdAt createdBy',
  json: 'protocol registration changes',
});

const openRows = (db: Queryable, workspaceId: string) =>
  db.selectFrom('experiments').selectAll().where('workspace_id', '=', workspaceId).where('archived_at', 'is', null);

export async function insertExperiment(db: Queryable, workspaceId: string, experiment: Experiment): Promise<void> {
  const { websiteId: website_id } = experiment.protocol;
  const row = {
    ...experimentColumns.write(experiment),
    website_id,
    workspace_id: workspaceId,
    archived_at: null,
    verdict: null,
    verdict_words: null,
    judged_round: null,
  };
  await db.insertInto('experiments').values(row).execute();
}

export async function findExperiment(db: Queryable, workspaceId: string, id: string): Promise<Experiment | null> {
  const row = await openRows(db, workspaceId).where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : experimentColumns.read(row);
}

/** Reads an experiment and locks it for a change: on PostgreSQL no other transaction can change it meanwhile. */
export async function lockExperiment(
  tx: Tx,
  engine: DatabaseKind,
  workspaceId: string,
  id: string,
): Promise<Experiment | null> {
  const query = openRows(tx, workspaceId).where('id', '=', id);
  const row = await (engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  return row === undefined ? null : experimentColumns.read(row);
}

export async function saveExperiment(db: Queryable, workspaceId: string, experiment: Experiment): Promise<void> {
  await db
    .updateTable('experiments')
    .set({ ...experimentColumns.write(experiment), website_id: experiment.protocol.websiteId, judged_round: null })
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

/** Lists experiments, newest first. */
export async function listExperiments(
  db: Queryable,
  workspaceId: string,
  { websiteId, after, count }: { websiteId: string | null } & ListPage,
): Promise<ListedExperiment[]> {
  const rows = await openRows(db, workspaceId)
    .$if(websiteId !== null, (query) => query.where('website_id', '=', websiteId as string))
    .$call(newestFirst({ after, count }))
    .execute();
  return rows.map((row) => {
    const { verdict, verdict_words: words } = row;
    const listed = verdict === null || words === null ? null : { verdict: verdict as Verdict, words };
    return { ...experimentColumns.read(row), verdict: listed };
  });
}

/** Lists registered experiments of a workspace that were not stopped, oldest first. */
export async function listRegistered(db: Queryable, workspaceId: string): Promise<Experiment[]> {
  const rows = await openRows(db, workspaceId)
    .where('registration', 'is not', null)
    .where('stopped_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(experimentColumns.read);
}

/** Lists pages that captures have to read, because a change to them is still to be recorded; newest experiments first. */
export async function listAwaitedPages(
  db: Queryable,
  { workspaceId, websiteId }: { workspaceId: string; websiteId: string | null },
): Promise<string[]> {
  const experiments = await listExperiments(db, workspaceId, { websiteId, after: null, count: 50 });
  const pages = experiments
    .filter(({ stoppedAt, changes, protocol }) => stoppedAt === null && changes.length < protocol.steps)
    .flatMap(({ protocol }) => protocol.clusters.flatMap((cluster) => cluster.pages));
  return [...new Set(pages)].slice(0, maxExperimentPages);
}
