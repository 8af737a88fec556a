import { sql } from 'kysely';
import type { ReadSearch } from '../../domain/answer/reading.ts';
import { selectText } from '../database/packedText.ts';
import type { Queryable } from '../database/transaction.ts';

/**
 * Maps run ids of one workspace to their engines' searches, from the displayed readings. A run is absent if its
 * provider does not report searches, or if it was read before searches were saved.
 */
export async function searchesOfRuns(
  db: Queryable,
  workspaceId: string,
  runIds: readonly string[],
): Promise<Map<string, readonly ReadSearch[]>> {
  if (runIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('run_results')
    .select(['run_id', 'searches', 'packed_searches'])
    .where('workspace_id', '=', workspaceId)
    .where('current', '=', sql.lit(1))
    .where('run_id', 'in', [...runIds])
    .execute();
  return new Map(
    rows.flatMap(({ run_id: runId, searches, packed_searches: packed }) => {
      const text = selectText(searches, packed);
      return text === null ? [] : [[runId, JSON.parse(text) as ReadSearch[]]];
    }),
  );
}
