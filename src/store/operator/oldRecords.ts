import { sql } from 'kysely';
import type { Db, Queryable, Tx } from '../database/transaction.ts';

/**
 * Deletable parts of old runs: raw provider objects, which newer readers need, and earlier readings that are no longer
 * shown. Runs, displayed results, keys and the ledger always stay.
 */
const deletableKinds = ['raw-answers', 'earlier-readings'] as const;

export type DeletableKind = (typeof deletableKinds)[number];

export type OldRecords = { month: string; kind: DeletableKind; records: number; bytes: number };

/**
 * Selects deletable records of a kind that belong to ended runs from before a time (ISO 8601 UTC): only runs that show
 * a result, so that what was paid for stays readable.
 */
function oldRecords(db: Queryable, kind: DeletableKind, before: string) {
  const records =
    kind === 'raw-answers'
      ? db
          .selectFrom('raw_answers')
          .select(['run_id', sql<number>`length(raw) + coalesce(length(packed_raw), 0)`.as('bytes')])
      : db
          .selectFrom('run_results')
          .select([
            'run_id',
            sql<number>`length(result) + coalesce(length(packed_result), 0)
              + coalesce(length(facts), 0) + coalesce(length(packed_facts), 0)`.as('bytes'),
          ])
          .where('current', '=', 0);
  return db
    .selectFrom(records.as('old'))
    .innerJoin('runs', 'runs.id', 'old.run_id')
    .innerJoin('run_results as shown', (join) =>
      join.onRef('shown.run_id', '=', 'old.run_id').on('shown.current', '=', sql.lit(1)),
    )
    .where('runs.active', '=', 0)
    .where('runs.created_at', '<', before);
}

/** Counts deletable records by UTC month, with their characters of text; oldest month first. */
export async function countOldRecords(db: Db, before: string): Promise<OldRecords[]> {
  const counted: OldRecords[] = [];
  for (const kind of deletableKinds) {
    const month = sql<string>`substr(runs.created_at, 1, 7)`;
    const rows = await oldRecords(db, kind, before)
      .select((eb) => [
        month.as('month'),
        eb.fn.countAll<number>().as('records'),
        eb.fn.sum<number>('old.bytes').as('bytes'),
      ])
      .groupBy(month)
      .execute();
    counted.push(...rows.map((row) => ({ ...row, kind, records: Number(row.records), bytes: Number(row.bytes) })));
  }
  return counted.sort((one, other) => (one.month < other.month ? -1 : one.month > other.month ? 1 : 0));
}

type OldRecord = { runId: string; workspaceId: string };

/** Lists some deletable records by run id, after `after`. Each run is listed once, however many readings it has. */
export async function listOldRecords(
  db: Db,
  kind: DeletableKind,
  before: string,
  after: string,
  limit: number,
): Promise<OldRecord[]> {
  const rows = await oldRecords(db, kind, before)
    .select(['runs.id', 'runs.workspace_id'])
    .distinct()
    .where('runs.id', '>', after)
    .orderBy('runs.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ runId: row.id, workspaceId: row.workspace_id }));
}

/** Deletes a run's records of a kind; returns their number. */
export async function deleteOldRecords(
  tx: Tx,
  kind: DeletableKind,
  { runId, workspaceId }: OldRecord,
): Promise<number> {
  const deleted =
    kind === 'raw-answers'
      ? tx.deleteFrom('raw_answers').where('run_id', '=', runId).where('workspace_id', '=', workspaceId)
      : tx
          .deleteFrom('run_results')
          .where('run_id', '=', runId)
          .where('workspace_id', '=', workspaceId)
          .where('current', '=', 0);
  return Number((await deleted.executeTakeFirst()).numDeletedRows);
}
