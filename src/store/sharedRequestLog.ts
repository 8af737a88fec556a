import { sql } from 'kysely';
import {
  addTo,
  countInTally,
  emptyTally,
  type RateLimit,
  type RateLimitDecision,
  type RequestTally,
  removeFromTally,
} from '../domain/access/slidingWindow.ts';
import { compiledOnce } from './compiledOnce.ts';
import type { RequestLog } from './requestLog.ts';
import { type Db, inTransaction, type Tx } from './transaction.ts';

type Waiting = {
  window: RateLimit;
  now: number;
  take: boolean;
  resolve(taken: RateLimitDecision): void;
  reject(cause: unknown): void;
};

/** A bucket as this process last saw it: all that was accepted up to the change `seq`. */
type Known = { seq: number; tally: RequestTally };

/** Requests of one bucket that one statement decides at most. */
const maxBatchRequests = 100;
/** Clocks of processes differ by a little. A time that is earlier than the newest by less than this counts as the newest. */
const maxSkewMs = 1_000;
const sweepEveryMs = 60_000;

/**
 * The log that several processes share, in unlogged tables, so that no request waits for the disk. Each accepted request
 * is a row, and a bucket counts its changes. A process decides by what it has seen, in one statement that takes effect only
 * if no other process changed the bucket since; otherwise it locks the bucket, reads what is new, and decides again.
 * Requests that arrive while a bucket is being decided are decided together, in the order of their arrival.
 */
export function sharedRequestLog(db: Db): RequestLog {
  const waiting = new Map<string, Waiting[]>();
  const known = new Map<string, Known>();
  /** Counted here alone while the database takes no writes; empty while it does. */
  const held = new Map<string, RequestTally>();
  let flaw: string | null = null;
  let sweptAt = Number.NEGATIVE_INFINITY;

  /** A full or read-only database is no reason to refuse reads: this process goes on counting by itself. */
  function decideHere(bucket: string, batch: readonly Waiting[], cause: unknown): void {
    flaw = String(cause);
    const tally = held.get(bucket) ?? emptyTally();
    held.set(bucket, tally);
    for (const { window, now, take, resolve } of batch) resolve(countInTally(tally, window, now, take));
  }

  async function decideTogether(bucket: string, batch: readonly Waiting[]): Promise<RateLimitDecision[]> {
    const seen = known.get(bucket);
    if (seen !== undefined) {
      const quick = decide(seen.tally, batch);
      if (quick.movedBack) known.delete(bucket);
      else if (quick.accepted.size > 0) {
        if (await addIfUnchanged(db, bucket, seen, quick)) {
          seen.seq += 1;
          return quick.decisions;
        }
        undo(seen.tally, quick.accepted);
      }
    }
    return decideLocked(bucket, batch);
  }

  function decideLocked(bucket: string, batch: readonly Waiting[]): Promise<RateLimitDecision[]> {
    return inTransaction(db, async (tx) => {
      const current = await readLocked(tx, bucket, known.get(bucket) ?? null, batch.at(-1)?.now ?? 0);
      // What is decided here counts only once it is committed; until then nothing is known of this bucket.
      known.delete(bucket);
      const decided = decide(current.tally, batch);
      if (decided.movedBack) await rewrite(tx, bucket, current);
      else if (decided.accepted.size > 0) await addRows(tx, bucket, current, decided);
      return { current, decisions: decided.decisions };
    }).then(({ current, decisions }) => {
      known.set(bucket, current);
      return decisions;
    });
  }

  async function decideAll(bucket: string): Promise<void> {
    for (;;) {
      const batch = waiting.get(bucket)?.splice(0, maxBatchRequests) ?? [];
      if (batch.length === 0) break;
      await decideTogether(bucket, batch).then(
        (decided) => {
          flaw = null;
          held.clear();
          decided.forEach((taken, index) => void batch[index]?.resolve(taken));
        },
        // Those who came meanwhile would wait as long as these did, for the same reason.
        (cause: unknown) => {
          known.delete(bucket);
          const all = [...batch, ...(waiting.get(bucket)?.splice(0) ?? [])];
          if (takesNoWrites(cause)) decideHere(bucket, all, cause);
          else all.forEach(({ reject }) => void reject(cause));
        },
      );
      sweep(batch.at(-1)?.now ?? 0);
    }
    waiting.delete(bucket);
  }

  /** Rows that have left every window, and buckets that nobody uses any more, would stay for ever. */
  function sweep(now: number): void {
    if (Math.abs(now - sweptAt) < sweepEveryMs) return;
    sweptAt = now;
    for (const bucket of known.keys()) if (!waiting.has(bucket)) known.delete(bucket);
    // What is not swept now is swept in a minute.
    void deleteEnded(db, now).catch(() => {});
  }

  return {
    take(bucket, window, now, take = true) {
      return new Promise((resolve, reject) => {
        const asked: Waiting = { window, now, take, resolve, reject };
        const queue = waiting.get(bucket);
        if (queue !== undefined) {
          queue.push(asked);
          return;
        }
        waiting.set(bucket, [asked]);
        void decideAll(bucket);
      });
    },
    async giveBack(bucket) {
      await inTransaction(db, async (tx) => {
        const current = await readLocked(tx, bucket, null, 0);
        const at = removeFromTally(current.tally);
        if (at !== null) await rewrite(tx, bucket, current);
      });
      // Whoever still believes what was known before finds out by the number of changes.
    },
    flaw: () => flaw,
    close: () => {},
  };
}

type Decided = {
  decisions: RateLimitDecision[];
  /** How many were accepted, by time. */
  accepted: Map<number, number>;
  movedBack: boolean;
  windowMs: number;
};

/** Decides in order, and keeps what was accepted in the tally. */
function decide(tally: RequestTally, batch: readonly Waiting[]): Decided {
  const decided: Decided = { decisions: [], accepted: new Map(), movedBack: false, windowMs: 0 };
  for (const { window, now, take } of batch) {
    const newest = tally.times.length > tally.head ? (tally.times.at(-1) ?? now) : now;
    const at = newest > now && newest - now <= maxSkewMs ? newest : now;
    const { changed: _changed, movedBack, ...decision } = countInTally(tally, window, at, take);
    decided.decisions.push(decision);
    decided.movedBack ||= movedBack;
    decided.windowMs = Math.max(decided.windowMs, window.windowMs);
    if (decision.allowed && take) decided.accepted.set(at, (decided.accepted.get(at) ?? 0) + 1);
  }
  return decided;
}

function undo(tally: RequestTally, accepted: ReadonlyMap<number, number>): void {
  for (const count of accepted.values()) for (let taken = 0; taken < count; taken += 1) removeFromTally(tally);
}

/** Read-only (25006), out of disk (53100), failing disk (58030). */
function takesNoWrites(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && /^(?:25006|53100|58030)$/.test(String(cause.code));
}

const addAfter = compiledOnce(
  (db, bucket: string, seq: number, endsAt: number, times: string, counts: string, windowMs: number) => ({
    compile: () =>
      sql<{ seq: number }>`
        with changed as (
          update request_buckets set seq = seq + 1, ends_at = greatest(ends_at, ${endsAt}::bigint),
            window_ms = greatest(window_ms, ${windowMs}::bigint)
          where bucket = ${bucket} and seq = ${seq}::bigint returning bucket, seq
        ), added as (
          insert into request_times (bucket, seq, at, count, ends_at)
          select changed.bucket, changed.seq, entry.at, entry.count, entry.at + ${windowMs}::bigint
          from changed, unnest(string_to_array(${times}, ' ')::bigint[], string_to_array(${counts}, ' ')::int[])
            as entry (at, count)
        )
        select seq from changed`.compile(db),
  }),
);

/** Adds what was accepted if nobody changed the bucket since it was seen, in one statement. Returns whether it did. */
async function addIfUnchanged(db: Db | Tx, bucket: string, { seq }: Known, decided: Decided): Promise<boolean> {
  const times = [...decided.accepted.keys()];
  const counts = [...decided.accepted.values()];
  const endsAt = Math.max(...times) + decided.windowMs;
  const rows = await addAfter(db, bucket, seq, endsAt, times.join(' '), counts.join(' '), decided.windowMs);
  return rows.length === 1;
}

/** The same where the bucket is locked. */
async function addRows(tx: Tx, bucket: string, current: Known, decided: Decided): Promise<void> {
  if (!(await addIfUnchanged(tx, bucket, current, decided))) throw new Error('a locked bucket of requests changed');
  current.seq += 1;
}

/** Locks a bucket and brings what is known of it up to date. */
async function readLocked(
  tx: Tx,
  bucket: string,
  seen: Known | null,
  now: number,
): Promise<Known & { windowMs: number }> {
  // Numbers never start again: a process may still know this bucket from before it was swept.
  await sql`insert into request_buckets (bucket, seq, rewritten_seq, ends_at, window_ms) values (${bucket}, ${now}, ${now}, 0, 0)
    on conflict (bucket) do nothing`.execute(tx);
  const row = await tx
    .selectFrom('request_buckets')
    .select(['seq', 'rewritten_seq', 'window_ms'])
    .where('bucket', '=', bucket)
    .forUpdate()
    .executeTakeFirstOrThrow();
  // After a rewrite the rows are no longer what was added to what is known.
  const isKnown = seen !== null && seen.seq >= row.rewritten_seq && seen.seq <= row.seq;
  const tally = isKnown ? seen.tally : emptyTally();
  const rows = await tx
    .selectFrom('request_times')
    .select(['at', 'count'])
    .where('bucket', '=', bucket)
    .$if(isKnown, (query) => query.where('seq', '>', seen?.seq ?? 0))
    .orderBy('seq')
    .orderBy('at')
    .execute();
  for (const { at, count } of rows) addTo(tally, Math.max(at, tally.times.at(-1) ?? at), count);
  return { seq: row.seq, tally, windowMs: row.window_ms };
}

/** Writes a bucket anew: the clock stepped back, or a request was taken back. */
async function rewrite(tx: Tx, bucket: string, current: Known & { windowMs: number }): Promise<void> {
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

async function deleteEnded(db: Db, now: number): Promise<void> {
  await db.deleteFrom('request_times').where('ends_at', '<=', now).execute();
  await db.deleteFrom('request_buckets').where('ends_at', '<=', now).execute();
}
