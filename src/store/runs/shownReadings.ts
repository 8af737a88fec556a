import { sql } from 'kysely';
import type { AnswerFacts } from '../../domain/answer/answerFacts.ts';
import type { ModelReading } from '../../domain/answer/modelReading.ts';
import type { OwnerDecision } from '../../domain/answer/ownerDecision.ts';
import { rememberNewest } from '../../domain/rememberNewest.ts';
import { selectText } from '../database/packedText.ts';
import type { Queryable } from '../database/transaction.ts';
import type { ModelReadingOutcome } from '../readings/rows.ts';

/**
 * Further readings of an answer, by a person and by a model. `key` changes if the reading or the displayed text
 * changes.
 */
type AddedReading = { key: string; word?: OwnerDecision; model?: ModelReading };

type Row = { run_id: string; id: string; recommended: number | null; position: number | null; outcome: string | null };

type AddedToRun = { epoch: number; reading: AddedReading | undefined };

/**
 * Cache: readings are added only together with a new epoch of their workspace (see `forgetMarks`). Otherwise a report
 * would send the ids of hundreds of answers, of which almost none has any.
 */
const addedToRuns = new WeakMap<Queryable, Map<string, AddedToRun>>();
const maxAddedToRuns = 20_000;

/** Returns the newest of both kinds for some runs of a workspace. Runs without any are absent. */
async function addedReadings(
  db: Queryable,
  workspaceId: string,
  runIds: readonly string[],
): Promise<Map<string, AddedReading>> {
  const cache = addedToRuns.get(db) ?? new Map<string, AddedToRun>();
  addedToRuns.set(db, cache);
  const entries = new Map(runIds.flatMap((id) => [[id, cache.get(`${workspaceId} ${id}`)] as const]));
  const read = async (ids: readonly string[]) => {
    const { epoch, added } = await readAdded(db, workspaceId, ids);
    for (const id of ids) entries.set(id, { epoch, reading: added.get(id) });
    return epoch;
  };
  const epoch = await read(runIds.filter((id) => entries.get(id) === undefined));
  const outdated = runIds.filter((id) => entries.get(id)?.epoch !== epoch);
  if (outdated.length > 0) await read(outdated);
  const added = new Map<string, AddedReading>();
  for (const [id, entry] of entries) {
    if (entry !== undefined) rememberNewest(cache, `${workspaceId} ${id}`, entry, maxAddedToRuns);
    if (entry?.reading !== undefined) added.set(id, entry.reading);
  }
  return added;
}

/** Reads added readings, and the epoch in which they were read, in one statement. */
async function readAdded(
  db: Queryable,
  workspaceId: string,
  runIds: readonly string[],
): Promise<{ epoch: number; added: Map<string, AddedReading> }> {
  const runs = sql.join(runIds.length === 0 ? [sql`null`] : runIds.map((id) => sql`${id}`));
  const { rows } = await sql<Row>`
    select run_id, id, recommended, position, null as outcome, said_at as at from answer_words
    where workspace_id = ${workspaceId} and undone_at is null and run_id in (${runs})
    union all
    select read.run_id, reading.id, null, null, reading.outcome, reading.ended_at from model_read_answers read
    join model_readings reading on reading.id = read.reading_id
    where read.workspace_id = ${workspaceId} and reading.state = 'ended' and read.run_id in (${runs})
    union all select '', '', null, cast(epoch as integer), null, '' from reading_epochs where workspace_id = ${workspaceId}
    order by at, id`.execute(db);
  const added = new Map<string, AddedReading>();
  let epoch = 0;
  for (const { run_id: runId, id, recommended, position, outcome } of rows) {
    if (runId === '') {
      epoch = Number(position);
      continue;
    }
    const addedReading = added.get(runId) ?? { key: '' };
    const ended = outcome === null ? null : (JSON.parse(outcome) as ModelReadingOutcome);
    if (ended?.kind === 'unread') continue;
    const newer = ended === null ? { word: { recommended: recommended === 1, position } } : { model: ended.reading };
    added.set(runId, { ...addedReading, ...newer, key: `${addedReading.key} ${id}` });
  }
  return { epoch, added };
}

/** Parts of an answer that visibility needs: its facts, and the displayed text, which decides a "no". */
export type ShownReading = { facts: AnswerFacts; text: string | null };

/**
 * Cache of parsed readings: one run's reading by one reader version never changes, and parsing dominates the cost of a
 * report.
 */
const parsed = new WeakMap<Queryable, Map<string, ShownReading>>();
const maxParsedReadings = 3_000;

const cacheKey = (runId: string, version: string) => `${runId} ${version}`;

/**
 * Returns the displayed readings of some runs of one workspace, by run id; runs without a keyword result are absent. If
 * the version of each run is given, cached readings are not read again. A person's decision and a model's reading are
 * added to an answer's facts.
 */
export async function shownReadings(
  db: Queryable,
  workspaceId: string,
  targets: readonly { runId: string; version: string | null }[],
): Promise<Map<string, ShownReading>> {
  const readings = await savedReadings(db, workspaceId, targets);
  if (readings.size === 0) return readings;
  for (const [runId, added] of await addedReadings(db, workspaceId, [...readings.keys()])) {
    const reading = readings.get(runId);
    if (reading !== undefined) readings.set(runId, withAdded(reading, added));
  }
  return readings;
}

/** A reading with the same decision and model is the same object, so that results cached by object stay valid. */
const withMore = new WeakMap<ShownReading, { key: string; reading: ShownReading }>();

function withAdded(saved: ShownReading, { key, ...added }: AddedReading): ShownReading {
  const entry = withMore.get(saved);
  if (entry?.key === key) return entry.reading;
  const reading = { ...saved, facts: { ...saved.facts, ...added } };
  withMore.set(saved, { key, reading });
  return reading;
}

async function savedReadings(
  db: Queryable,
  workspaceId: string,
  wantedItems: readonly { runId: string; version: string | null }[],
): Promise<Map<string, ShownReading>> {
  const knownByKey = parsed.get(db) ?? new Map<string, ShownReading>();
  parsed.set(db, knownByKey);
  const readings = new Map<string, ShownReading>();
  const missing: string[] = [];
  for (const { runId, version } of wantedItems) {
    const key = version === null ? null : cacheKey(runId, version);
    const reading = key === null ? undefined : knownByKey.get(key);
    if (key === null || reading === undefined) {
      missing.push(runId);
      continue;
    }
    rememberNewest(knownByKey, key, reading, maxParsedReadings);
    readings.set(runId, reading);
  }
  if (missing.length === 0) return readings;
  const rows = await db
    .selectFrom('run_results')
    .select(['run_id', 'version', 'facts', 'packed_facts', 'result', 'packed_result'])
    .where('workspace_id', '=', workspaceId)
    .where('current', '=', sql.lit(1))
    .where('run_id', 'in', missing)
    .execute();
  for (const { run_id: runId, version, ...row } of rows) {
    const facts = selectText(row.facts, row.packed_facts);
    if (facts === null) continue;
    const { text } = JSON.parse(selectText(row.result, row.packed_result)) as { text?: string };
    const reading = { facts: JSON.parse(facts) as AnswerFacts, text: text ?? null };
    readings.set(runId, reading);
    rememberNewest(knownByKey, cacheKey(runId, version), reading, maxParsedReadings);
  }
  return readings;
}
