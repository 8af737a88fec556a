import {
  addTo,
  countInTally,
  emptyTally,
  type RequestTally,
  removeFromTally,
} from '../../domain/access/slidingWindow.ts';
import { rememberNewest } from '../../domain/rememberNewest.ts';
import { findKey, type UsableKey, usableKey } from '../access/apiKeys.ts';
import { type Db, inTransaction, type Tx } from '../database/transaction.ts';
import {
  beginBucket,
  deleteEndedRequests,
  type KnownBucket,
  readLocked,
  returnLease,
  rewriteBucket,
} from './buckets.ts';
import { type Decided, decide, undecided, undo } from './decide.ts';
import { decideByLease, type Lease, Leases, leaseMs, waitForLease } from './leases.ts';
import { bucketOfKey, type RequestLog } from './log.ts';
import { type Answer, RequestQueue, type Waiting } from './requestQueue.ts';
import { type StepResult, stepBucket, stepBucketOfKey } from './steps.ts';

/** Number of attempts to add to a bucket that others keep changing, before this process locks it. */
const maxTries = 4;
/** Maximum number of keys whose bucket is cached. */
const maxKnownKeys = 10_000;
const sweepEveryMs = 60_000;

/**
 * Creates the log that several processes share, in unlogged tables, so that no request waits for the disk. Each
 * accepted request is a row, and a bucket counts its changes. A process decides from its cached state, in one statement
 * that takes effect only if no other process has changed the bucket since; otherwise it reads the changes and decides
 * again. The statement that counts a key's request also reads the key: a revoked key is refused from the next request
 * on, uncounted. Requests that arrive during a decision are decided together, in order of arrival. For a key that sends
 * many requests, some are counted in advance as a lease and admitted without a write (`leases.ts`).
 */
export function sharedRequestLog(db: Db, afterLease = waitForLease): RequestLog {
  const queue = new RequestQueue(decideAll);
  const knownByKey = new Map<string, KnownBucket>();
  const bucketOfHash = new Map<string, string>();
  /** Counts of this process only, while the database accepts no writes; otherwise empty. */
  const heldByKey = new Map<string, RequestTally>();
  const leases = new Leases();
  let flaw: string | null = null;
  let sweptAt = Number.NEGATIVE_INFINITY;

  /** Counts in this process only: a full or read-only database must not refuse reads. */
  async function decideHere(bucket: string, batch: readonly Waiting[], cause: unknown): Promise<void> {
    flaw = String(cause);
    const tally = heldByKey.get(bucket) ?? emptyTally();
    heldByKey.set(bucket, tally);
    for (const { window, now, take, key, resolve, reject } of batch) {
      const row = key === null ? null : await findKey(db, key.secretHash).catch(reject);
      if (row === undefined) continue;
      const holder = key === null ? null : usableKey(row, key.now);
      if (key !== null && holder === null) resolve(null);
      else resolve({ taken: countInTally(tally, window, now, take), holder });
    }
  }

  /**
   * Decides from the known state, in one statement that takes effect only if the bucket has not changed since;
   * otherwise the statement returns the changes of others for the next attempt.
   */
  async function decideTogether(bucket: string, batch: readonly Waiting[]): Promise<(Answer | null)[]> {
    const key = batch.at(-1)?.key ?? null;
    let holder: UsableKey | null = null;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const knownBucket = knownByKey.get(bucket);
      const quick = knownBucket === undefined ? undecided : decide(knownBucket.tally, batch);
      const lease =
        knownBucket === undefined || key === null
          ? null
          : leaseAhead(bucket, knownBucket.tally, quick, batch.at(-1)?.now ?? 0);
      if (quick.movedBack) {
        knownByKey.delete(bucket);
        break;
      }
      const step = { bucket, seq: knownBucket?.seq ?? -1, accepted: quick.accepted, windowMs: quick.windowMs };
      const { told, row } =
        key === null ? { told: await stepBucket(db, step), row: null } : await stepBucketOfKey(db, key, step);
      holder = key === null ? null : usableKey(row, key.now);
      const isRefused = key !== null && holder === null;
      if (knownBucket !== undefined && !isRefused) {
        if (told.added) {
          knownBucket.seq += 1;
          if (lease !== null) beginLease(bucket, { ...lease, seq: knownBucket.seq });
        }
        // If there is nothing to add, only whether another process changed the bucket matters.
        if (told.added || (quick.accepted.size === 0 && told.seq === knownBucket.seq))
          return selectAnswers(quick, holder);
      }
      if (knownBucket !== undefined) undo(knownBucket.tally, quick.accepted);
      if (isRefused) return batch.map(() => null);
      knownByKey.set(bucket, await learn(bucket, knownBucket, told, batch.at(-1)?.now ?? 0));
    }
    if (key !== null) {
      holder ??= usableKey(await findKey(db, key.secretHash), key.now);
      if (holder === null) return batch.map(() => null);
    }
    return selectAnswers(await decideLocked(bucket, batch), holder);
  }

  /** Counts a lease together with the decided requests; null if the bucket needs none. */
  function leaseAhead(bucket: string, tally: RequestTally, decided: Decided, now: number): Omit<Lease, 'seq'> | null {
    const last = decided.decisions.at(-1);
    if (decided.movedBack || last?.allowed !== true) return null;
    const count = leases.sizeFor(bucket, last.remaining);
    if (count === 0) return null;
    const endsAt = Math.max(now + leaseMs, tally.times.at(-1) ?? 0);
    addTo(tally, endsAt, count);
    decided.accepted.set(endsAt, (decided.accepted.get(endsAt) ?? 0) + count);
    return { left: count, endsAt };
  }

  function beginLease(bucket: string, lease: Lease): void {
    leases.begin(bucket, lease);
    afterLease(() => {
      if (leases.isCurrent(bucket, lease)) void endLease(bucket, Number.POSITIVE_INFINITY);
    });
  }

  /** Returns the rest of an ended lease. If that fails, it stays counted until its window has passed. */
  async function endLease(bucket: string, now: number): Promise<void> {
    const lease = leases.end(bucket, now);
    if (lease === null) return;
    knownByKey.delete(bucket);
    await returnLease(db, bucket, lease).catch(() => {});
  }

  /** Updates the known state of a bucket with other processes' additions. */
  async function learn(
    bucket: string,
    view: KnownBucket | undefined,
    stepTold: StepResult,
    now: number,
  ): Promise<KnownBucket> {
    if (stepTold.seq === null) {
      // If another process begins it first, the next attempt reads it.
      await beginBucket(db, bucket, now);
      return { seq: now, tally: emptyTally() };
    }
    const tally = view === undefined || stepTold.isWhole ? emptyTally() : view.tally;
    for (const [at, count] of stepTold.news) addTo(tally, Math.max(at, tally.times.at(-1) ?? at), count);
    return { seq: stepTold.seq, tally };
  }

  async function decideLocked(bucket: string, batch: readonly Waiting[]): Promise<Decided> {
    const { current, decided } = await inTransaction(db, async (tx) => {
      const current = await readLocked(tx, bucket, knownByKey.get(bucket) ?? null, batch.at(-1)?.now ?? 0);
      // Decisions count only once they are committed; until then the bucket's state is unknown.
      knownByKey.delete(bucket);
      const decided = decide(current.tally, batch);
      if (decided.movedBack) await rewriteBucket(tx, bucket, current);
      else if (decided.accepted.size > 0) await addRows(tx, bucket, current, decided);
      return { current, decided };
    });
    knownByKey.set(bucket, current);
    return decided;
  }

  async function decideAll(bucket: string): Promise<void> {
    for (;;) {
      const batch = queue.takeBatch(bucket);
      if (batch.length === 0) break;
      try {
        await endLease(bucket, batch[0]?.now ?? 0);
        const answers = await decideTogether(bucket, batch);
        // Only a write shows that the database accepts writes: a read also succeeds on a full disk.
        if (batch.some(({ take }, index) => take && answers[index]?.taken.allowed === true)) {
          flaw = null;
          heldByKey.clear();
        }
        answers.forEach((answer, index) => void batch[index]?.resolve(answer));
      } catch (cause) {
        knownByKey.delete(bucket);
        // Requests that arrived meanwhile would fail after the same wait, so they are refused too.
        const all = [...batch, ...queue.takeAll(bucket)];
        if (takesNoWrites(cause)) await decideHere(bucket, all, cause);
        else all.forEach(({ reject }) => void reject(cause));
      }
      sweep(batch.at(-1)?.now ?? 0);
    }
    queue.end(bucket);
  }

  /** Deletes rows that have left every window, and unused buckets, which would otherwise stay forever. */
  function sweep(now: number): void {
    if (Math.abs(now - sweptAt) < sweepEveryMs) return;
    sweptAt = now;
    for (const bucket of knownByKey.keys()) if (!queue.has(bucket)) knownByKey.delete(bucket);
    leases.sweep(now);
    // A failed sweep is repeated in a minute.
    void deleteEndedRequests(db, now).catch(() => {});
  }

  /** A key keeps its bucket for life, so only a process's first request with it has to query it. */
  async function bucketOfSecret(secretHash: string, at: number): Promise<string | null> {
    const bucket = bucketOfHash.get(secretHash);
    if (bucket !== undefined) return bucket;
    const holder = usableKey(await findKey(db, secretHash), at)?.principal;
    if (holder === undefined) return null;
    rememberNewest(bucketOfHash, secretHash, bucketOfKey(holder.keyId), maxKnownKeys);
    return bucketOfKey(holder.keyId);
  }

  return {
    async take(bucket, window, now, take = true) {
      const answer = await queue.ask(bucket, { window, now, take, key: null });
      if (answer === null) throw new Error('a request without a key was refused as if it had one');
      const { taken } = answer;
      return { ...taken, remaining: taken.remaining + leases.leftOf(bucket) };
    },
    async takeOfKey(secretHash, window, now, at) {
      const bucket = await bucketOfSecret(secretHash, at);
      if (bucket === null) return null;
      leases.note(bucket, now);
      if (leases.usable(bucket, now) !== null) {
        const key = usableKey(await findKey(db, secretHash), at);
        if (key === null) return null;
        // Other requests may have used it up in the meantime.
        const lease = leases.usable(bucket, now);
        const tally = knownByKey.get(bucket)?.tally;
        const state = tally === undefined ? undecided : decide(tally, [{ window, now, take: false }]);
        const [look] = state.decisions;
        // After a step back of the clock, the next step also moves the entries in the database.
        if (state.movedBack) knownByKey.delete(bucket);
        else if (lease !== null && look !== undefined) return { key, taken: decideByLease(lease, look) };
      }
      const answer = await queue.ask(bucket, { window, now, take: true, key: { secretHash, now: at } });
      return answer === null || answer.holder === null ? null : { key: answer.holder, taken: answer.taken };
    },
    async refund(bucket) {
      await inTransaction(db, async (tx) => {
        const current = await readLocked(tx, bucket, null, 0);
        const at = removeFromTally(current.tally);
        if (at !== null) await rewriteBucket(tx, bucket, current);
      });
      // Processes that still rely on the earlier state notice it by the number of changes.
    },
    flaw: () => flaw,
    close: () => {},
  };
}

function selectAnswers({ decisions }: Decided, holder: UsableKey | null): Answer[] {
  return decisions.map((rateLimitDecision) => ({ taken: rateLimitDecision, holder }));
}

/** Returns true if the database is read-only (25006), out of disk (53100) or has a failing disk (58030). */
function takesNoWrites(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && /^(?:25006|53100|58030)$/.test(String(cause.code));
}

/** Adds the accepted requests while the bucket is locked. */
async function addRows(tx: Tx, bucket: string, current: KnownBucket, decided: Decided): Promise<void> {
  const { accepted, windowMs } = decided;
  if (!(await stepBucket(tx, { bucket, seq: current.seq, accepted, windowMs })).added)
    throw new Error('a locked bucket of requests changed');
  current.seq += 1;
}
