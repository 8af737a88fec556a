import { sql } from 'kysely';
import { type KeyRow, keyOfHash } from '../access/apiKeys.ts';
import { compiledOnce } from '../database/compiledOnce.ts';
import type { Queryable } from '../database/transaction.ts';

/** Requests that a process wants to add to a bucket, with the last change of the bucket that it knows. */
export type Step = {
  bucket: string;
  seq: number;
  /** Accepted requests by time, milliseconds. Empty: only reads. */
  accepted: ReadonlyMap<number, number>;
  windowMs: number;
};

/**
 * State of the bucket after a step: `news` contains the additions of other processes, or the whole bucket if those are
 * unknown.
 */
export type StepResult = {
  /** True if no other process had changed the bucket: the step is added. */
  added: boolean;
  /** Null if the bucket does not exist. */
  seq: number | null;
  isWhole: boolean;
  news: readonly (readonly [at: number, count: number])[];
};

type ToldRow = { added: boolean; seq: number | null; is_whole: boolean | null; news: string | null };

/**
 * Builds the statement that adds to an unchanged bucket. `if_allowed` is the place for the condition that reads a key's
 * holder.
 */
function parts(bucket: string, seq: number, times: string, counts: string, endsAt: number, windowMs: number) {
  const changes = (ifAllowed = sql``) => sql`changed as (
      update request_buckets set seq = seq + 1, ends_at = greatest(ends_at, ${endsAt}::bigint),
        window_ms = greatest(window_ms, ${windowMs}::bigint)
      where bucket = ${bucket} and seq = ${seq}::bigint and ${times}::text <> ''${ifAllowed} returning bucket, seq
    ), added as (
      insert into request_times (bucket, seq, at, count, ends_at)
      select changed.bucket, changed.seq, entry.at, entry.count, entry.at + ${windowMs}::bigint
      from changed, unnest(string_to_array(${times}::text, ' ')::bigint[], string_to_array(${counts}, ' ')::int[])
        as entry (at, count)
    ), state as (
      select seq, ${seq}::bigint < rewritten_seq or ${seq}::bigint > seq as is_whole from request_buckets where bucket = ${bucket}
    )`;
  const rawBuilder = sql`exists (select from changed) as added, state.seq, state.is_whole,
    case when state.seq <> ${seq}::bigint then (
      select string_agg(at || ' ' || count, ' ' order by seq, at) from request_times
      where bucket = ${bucket} and (state.is_whole or seq > ${seq}::bigint)
    ) end as news`;
  return { changes, told: rawBuilder };
}

const stepAlone = compiledOnce(
  (db, bucket: string, seq: number, times: string, counts: string, endsAt: number, windowMs: number) => ({
    compile: () => {
      const { changes, told } = parts(bucket, seq, times, counts, endsAt, windowMs);
      return sql<ToldRow>`with ${changes()} select ${told} from (select 1) as one left join state on true`.compile(db);
    },
  }),
);

const stepWithKey = compiledOnce(
  (
    db,
    secretHash: string,
    now: string,
    bucket: string,
    seq: number,
    times: string,
    counts: string,
    endsAt: number,
    windowMs: number,
  ) => ({
    compile: () => {
      const { changes, told } = parts(bucket, seq, times, counts, endsAt, windowMs);
      const ifAllowed = sql` and exists (select from holder where revoked_at is null and (expires_at is null or expires_at > ${now}))`;
      return sql<ToldRow & { [Name in keyof KeyRow]: KeyRow[Name] | null }>`
        with holder as ${keyOfHash(db, secretHash)}, ${changes(ifAllowed)}
        select holder.*, ${told} from (select 1) as one left join state on true left join holder on true`.compile(db);
    },
  }),
);

/**
 * Adds the accepted requests in one statement if the bucket is as this process knows it; otherwise returns what is new.
 */
export async function stepBucket(db: Queryable, step: Step): Promise<StepResult> {
  const [row] = await stepAlone(db, ...valuesOf(step));
  return readTold(row);
}

/**
 * Does the same for the bucket of a key, which only a valid key changes; returns the key's current state in the same
 * statement.
 */
export async function stepBucketOfKey(
  db: Queryable,
  key: { secretHash: string; now: number },
  step: Step,
): Promise<{ told: StepResult; row: KeyRow | null }> {
  const [row] = await stepWithKey(db, key.secretHash, new Date(key.now).toISOString(), ...valuesOf(step));
  return { told: readTold(row), row: row === undefined || row.id === null ? null : (row as KeyRow) };
}

function valuesOf({ bucket, seq, accepted, windowMs }: Step): [string, number, string, string, number, number] {
  const times = [...accepted.keys()];
  const endsAt = times.length === 0 ? 0 : Math.max(...times) + windowMs;
  return [bucket, seq, times.join(' '), [...accepted.values()].join(' '), endsAt, windowMs];
}

function readTold(row: ToldRow | undefined): StepResult {
  if (row === undefined) throw new Error('a step of a bucket of requests returned nothing');
  const numbers = row.news === null ? [] : row.news.split(' ').map(Number);
  const news: [number, number][] = [];
  for (let index = 0; index < numbers.length; index += 2) news.push([numbers[index] ?? 0, numbers[index + 1] ?? 0]);
  return { added: row.added, seq: row.seq, isWhole: row.is_whole === true, news };
}
