import { sql } from 'kysely';
import type { Surface } from '../../domain/runs/run.ts';
import type { SearchCounts } from '../../domain/visibility/engines/searchCounts.ts';
import { selectText } from '../database/packedText.ts';
import { textColumns } from '../database/textColumns.ts';
import type { Db, Queryable, Tx } from '../database/transaction.ts';

export type SearchPlace = { workspaceId: string; websiteId: string; surface: Surface; engine: string };

/** The searches for answers to one question, in a day or month. */
export type CaseSearches = { caseId: string; counts: SearchCounts };

/** A UTC day (`2026-05-31`) or month (`2026-05`), with a stamp of the data it was counted from. */
export type SearchStretch = { start: string; stamp: string };

function selectCounts(db: Queryable, { workspaceId, websiteId, surface, engine }: SearchPlace) {
  return db
    .selectFrom('search_counts')
    .where('workspace_id', '=', workspaceId)
    .where('website_id', '=', websiteId)
    .where('surface', '=', surface)
    .where('engine', '=', engine);
}

/** Returns the counted days and months between two UTC days. */
export function countedSearches(
  db: Queryable,
  place: SearchPlace,
  first: string,
  last: string,
): Promise<SearchStretch[]> {
  return selectCounts(db, place)
    .select(['start', 'stamp'])
    .where('start', '>=', first.slice(0, 7))
    .where('start', '<=', last)
    .execute();
}

export async function readSearchCounts(
  db: Queryable,
  place: SearchPlace,
  starts: readonly string[],
): Promise<Map<string, CaseSearches[]>> {
  if (starts.length === 0) return new Map();
  const rows = await selectCounts(db, place)
    .select(['start', 'counts', 'packed_counts'])
    .where('start', 'in', [...starts])
    .execute();
  return new Map(
    rows.map(({ start, counts, packed_counts: packed }) => [
      start,
      JSON.parse(selectText(counts, packed)) as CaseSearches[],
    ]),
  );
}

/** Locks the readings of the workspace, so that no answer is read again between its count and the commit. */
export async function lockReadings(tx: Tx, workspaceId: string): Promise<void> {
  await tx
    .insertInto('reading_epochs')
    .values({ workspace_id: workspaceId, epoch: 0 })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ epoch: sql`reading_epochs.epoch` }))
    .execute();
}

export async function saveSearchCounts(
  tx: Tx,
  { workspaceId, websiteId, surface, engine }: SearchPlace,
  { start, stamp }: SearchStretch,
  ofCases: readonly CaseSearches[],
): Promise<void> {
  const { plain: counts, packed: packed_counts } = textColumns(tx, JSON.stringify(ofCases));
  const place = { workspace_id: workspaceId, website_id: websiteId, surface, engine, start };
  await tx
    .insertInto('search_counts')
    .values({ ...place, stamp, counts, packed_counts })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'website_id', 'surface', 'engine', 'start'])
        .doUpdateSet({ stamp, counts, packed_counts }),
    )
    .execute();
}

/** Deletes the counts of an answer's day and month before it is read again. */
export async function forgetSearchCounts(tx: Tx, workspaceId: string, runId: string): Promise<void> {
  const run = await tx
    .selectFrom('runs')
    .select(['website_id', 'surface', 'engine', 'created_at'])
    .where('id', '=', runId)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (run?.website_id == null || run.engine === null) return;
  await tx
    .deleteFrom('search_counts')
    .where('workspace_id', '=', workspaceId)
    .where('website_id', '=', run.website_id)
    .where('surface', '=', run.surface)
    .where('engine', '=', run.engine)
    .where('start', 'in', [run.created_at.slice(0, 10), run.created_at.slice(0, 7)])
    .execute();
}

/** Lists every website and engine with completed answers before a UTC day. */
export async function searchPlaces(db: Db, before: string): Promise<SearchPlace[]> {
  const rows = await db
    .selectFrom('attempt_dates')
    .select(['workspace_id as workspaceId', 'website_id as websiteId', 'surface', 'engine'])
    .distinct()
    .where('status', '=', 'completed')
    .where('attempts', '>', 0)
    .where('day', '<', before)
    .execute();
  return rows.map((row) => ({ ...row, surface: row.surface as Surface }));
}
