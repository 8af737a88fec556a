import { isMigrated } from '../migrate.ts';
import { readMark, readOrSetMark, writeMark } from './deploymentMarks.ts';
import { openDatabase } from './open.ts';
import type { Db } from './transaction.ts';

/** A replica of the database, for reads that may lag. */
type Replica = {
  /** Returns the replica and its lag at the last check, in milliseconds; null: it must not be read now. */
  reader(): { db: Db; lagMs: number } | null;
  /** Reason why it is not read; null while it is. */
  flaw(): string | null;
  /** Reports a failed read: the replica is not read again before the next check. */
  setAside(): void;
  close(): Promise<void>;
};

type ReplicaOptions = {
  url: string;
  primary: Db;
  newIdentity(): string;
  /** Time shared by all processes of the primary, as ISO text. */
  nowIso(): string;
  maxLagMs: number;
  pollEveryMs?: number;
};

const beatMark = 'replica_beat';
const identityMark = 'database_id';
const notYet = 'It has not been checked yet.';

/**
 * Opens the replica and checks it periodically: a time is written to the primary and read from the replica, so that the
 * lag is what a reader would see, whatever the replication method. A replica that is unreachable, belongs to another
 * database or lags too far behind is not read.
 */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const { primary, maxLagMs } = options;
  const copy = await openDatabase({ databaseKind: 'postgres', url: options.url, bounded: true });
  let lagMs = 0;
  let flaw: string | null = notYet;

  async function look(): Promise<void> {
    const now = options.nowIso();
    const identity = await readOrSetMark(primary, identityMark, options.newIdentity());
    await writeMark(primary, beatMark, now);
    const [copied, beat] = await readCopy();
    if (copied === 'away') flaw = 'It does not answer.';
    else if (copied !== identity) flaw = 'It is not a copy of this database.';
    else {
      lagMs = beat === null ? Number.POSITIVE_INFINITY : Math.max(0, Date.parse(now) - Date.parse(beat));
      const seconds = Math.round(lagMs / 1000);
      if (lagMs > maxLagMs) flaw = `It is ${seconds} s behind, which is more than REPLICA_MAX_LAG_SECONDS.`;
      else flaw = (await isMigrated(copy.db)) ? null : 'It does not have the schema of this version yet.';
    }
  }

  const readCopy = (): Promise<readonly [identity: string | null, beat: string | null]> =>
    Promise.all([readMark(copy.db, identityMark), readMark(copy.db, beatMark)]).catch(() => ['away', null] as const);

  let looking: Promise<void> = Promise.resolve();
  const pollNext = () => {
    // Without the primary the lag is unknown, and queries that need the primary report their own failure.
    looking = looking.then(look).catch(() => {
      flaw = notYet;
    });
  };
  pollNext();
  const timer = setInterval(pollNext, options.pollEveryMs ?? 2_000).unref();
  return {
    reader: () => (flaw === null ? { db: copy.db, lagMs } : null),
    flaw: () => flaw,
    setAside() {
      flaw = 'A read of it failed.';
    },
    async close() {
      clearInterval(timer);
      await looking;
      await copy.close();
    },
  };
}
