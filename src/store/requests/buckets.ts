import { sql } from 'kysely';
import { addTo, emptyTally, type RequestTally } from '../../domain/access/slidingWindow.ts';
import type { Db, Queryable, Tx } from '../database/transaction.ts';
import type { Lease } from './leases.ts';

/** A bucket as this process last saw it: all requests accepted up to the change `seq`. */
export type KnownBucket = { seq: number; tally: RequestTally };

/** Begins a bucket. Numbers never restart: a process may still know this bucket from before it was swept. */
export async function beginBucket(db: Queryable, bucket: string, seq: number): Promise<void> {
  await sql`insert into request_buckets (bucket, seq, rewritten_seq, ends_at, window_ms) values (${bucket}, ${seq}, ${seq}, 0, 0)
    on conflict (bucket) do nothing`.execute(db);
}

/** Locks a bucket and updates what is known of it. */
export async function readLocked(
  tx: Tx,
  bucket: string,
  knownBucket: KnownBucket | null,
  now: number,
): Promise<KnownBucket & { windowMs: number }> {
  // Numbers never restart: a process may still know this bucket from before it was swept.
  await beginBucket(tx, bucket, now);
  const row = await tx
    .selectFrom('request_buckets')
    .select(['seq', 'rewritten_seq', 'window_ms'])
    .where('bucket', '=', bucket)
    .forUpdate()
    .executeTakeFirstOrThrow();
  // After a rewrite the rows are no longer additions to the known state.
  const isKnown = knownBucket !== null && knownBucket.seq >= row.rewritten_seq && knownBucket.seq <= row.seq;
  const tally = isKnown ? knownBucket.tally : emptyTally();
  const rows = await tx
    .selectFrom('request_times')
    .select(['at', 'count'])
    .where('bucket', '=', bucket)
    .$if(isKnown, (query) => query.where('seq', '>', knownBucket?.seq ?? 0))
    .orderBy('seq')
    .orderBy('at')
    .execute();
  for (const { at, count } of rows) addTo(tally, Math.max(at, tally.times.at(-1) ?? at), count);
  return { seq: row.seq, tally, windowMs: row.window_ms };
}

/** Rewrites a bucket after the clock stepped back or a request was refunded. */
export async function rewriteBucket(
  tx: Tx,
  bucket: string,
  current: KnownBucket & { windowMs: number },
): Promise<void> {
  current.seq += 1;
  const { windowMs } = current;
  const { times, counts, head } = current.tally;
  await tx.deleteFrom('request_times').where('bucket', '=', bucket).execute();
  await sql`insert into request_times (bucket, seq, at, count, ends_at)
    select ${bucket}, ${current.seq}::bigint, entry.at, entry.count, entry.at + ${windowMs}::bigint
    from unnest(string_to_array(${times.slice(head).join(' ')}, ' ')::bigint[],
      string_to_array(${counts.slice(head).join(' ')}, ' ')::int[]) as entry (at, count)`.execute(tx);
  const endsAt = (times.at(-1) ?? 0) + windowMs;
  await tx
    .updateTable('request_buckets')
    .set({ seq: current.seq, rewritten_seq: current.seq, ends_at: endsAt })
    .where('bucket', '=', bucket)
    .execute();
}

export async function deleteEndedRequests(db: Db, now: number): Promise<void> {
  await db.deleteFrom('request_times').where('ends_at', '<=', now).execute();
  await db.deleteFrom('request_buckets').where('ends_at', '<=', now).execute();
}

/** Returns the rest of a lease: requests that were counted but never made. */
export async function returnLease(db: Db, bucket: string, { seq, endsAt, left }: Lease): Promise<void> {
  await sql`with changed as (
      update request_buckets set seq = seq + 1, rewritten_seq = seq + 1 where bucket = ${bucket} returning bucket
    )
    update request_times set count = count - ${left}::int from changed
    where request_times.bucket = changed.bucket and request_times.seq = ${seq}::bigint and at = ${endsAt}::bigint
      and count >= ${left}::int`.execute(db);
}
