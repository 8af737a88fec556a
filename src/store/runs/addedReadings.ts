import { sql } from 'kysely';
import type { ModelReading } from '../../domain/answer/modelReading.ts';
import type { OwnersWord } from '../../domain/answer/ownersWord.ts';
import type { Queryable } from '../database/transaction.ts';
import type { ModelReadingOutcome } from '../readings/rows.ts';

/** Readings of an answer besides the rules': by a person and by a model. `key` changes with either. */
export type AddedReading = { key: string; word?: OwnersWord; model?: ModelReading };

type Row = { run_id: string; id: string; recommended: number | null; position: number | null; outcome: string | null };

/** Reads the newest of both kinds for some runs of a workspace, in one statement. Runs without any are absent. */
export async function addedReadings(
  db: Queryable,
  workspaceId: string,
  runIds: readonly string[],
): Promise<Map<string, AddedReading>> {
  const runs = sql.join(runIds.map((id) => sql`${id}`));
  const { rows } = await sql<Row>`
    select run_id, id, recommended, position, null as outcome, said_at as at from answer_words
    where workspace_id = ${workspaceId} and undone_at is null and run_id in (${runs})
    union all
    select read.run_id, reading.id, null, null, reading.outcome, reading.ended_at from model_read_answers read
    join model_readings reading on reading.id = read.reading_id
    where read.workspace_id = ${workspaceId} and reading.state = 'ended' and read.run_id in (${runs})
    order by at, id`.execute(db);
  const added = new Map<string, AddedReading>();
  for (const { run_id: runId, id, recommended, position, outcome } of rows) {
    const addedReading = added.get(runId) ?? { key: '' };
    const ended = outcome === null ? null : (JSON.parse(outcome) as ModelReadingOutcome);
    if (ended?.kind === 'unread') continue;
    const newer = ended === null ? { word: { recommended: recommended === 1, position } } : { model: ended.reading };
    added.set(runId, { ...addedReading, ...newer, key: `${addedReading.key} ${id}` });
  }
  return added;
}
