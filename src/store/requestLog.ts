import { sql } from 'kysely';
import {
  addTo,
  emptyTally,
  type RequestTally,
  type Taken,
  takeBack,
  takeFromTally,
  type Window,
} from '../domain/slidingWindow.ts';
import { type Db, inTransaction } from './transaction.ts';

/** Counts requests per bucket, exactly, across restarts and (on PostgreSQL) across processes. */
export interface RequestLog {
  /** Decides and records one request. `take: false` only looks, and records no request. */
  take(bucket: string, window: Window, now: number, take?: boolean): Promise<Taken>;
  /** Takes back the newest request of a bucket, as if it had not been made. */
  giveBack(bucket: string): Promise<void>;
  close(): void;
}

type Waiting = {
  window: Window;
  now: number;
  take: boolean;
  resolve(taken: Taken): void;
  reject(cause: unknown): void;
};

/** Requests of one bucket that one transaction decides at most. */
const largestBatch = 100;

/**
 * The shared log: one row a bucket, locked while it is decided, in an unlogged table without waiting for the disk.
 * Requests that arrive while the row is being decided are decided together, in the order of their arrival: a busy key
 * would otherwise wait for a transaction a request.
 */
export function sharedRequestLog(db: Db): RequestLog {
  const waiting = new Map<string, Waiting[]>();

  async function decideAll(bucket: string): Promise<void> {
    for (;;) {
      const batch = waiting.get(bucket)?.splice(0, largestBatch) ?? [];
      if (batch.length === 0) break;
      await decideTogether(db, bucket, batch).then(
        (decided) => decided.forEach((taken, index) => void batch[index]?.resolve(taken)),
        (cause: unknown) => batch.forEach(({ reject }) => void reject(cause)),
      );
    }
    waiting.delete(bucket);
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
    giveBack(bucket) {
      return inTransaction(db, async (tx) => {
        const row = await tx
          .selectFrom('request_log')
          .select('stamps')
          .where('bucket', '=', bucket)
          .forUpdate()
          .executeTakeFirst();
        if (row === undefined) return;
        const tally = parseTally(row.stamps);
        if (takeBack(tally) === null) return;
        await tx
          .updateTable('request_log')
          .set({ stamps: tallyText(tally) })
          .where('bucket', '=', bucket)
          .execute();
      });
    },
    close: () => {},
  };
}

function decideTogether(db: Db, bucket: string, batch: readonly Waiting[]): Promise<Taken[]> {
  const updatedAt = batch.at(-1)?.now ?? 0;
  return inTransaction(db, async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx);
    await tx
      .insertInto('request_log')
      .values({ bucket, stamps: '', updated_at: updatedAt })
      .onConflict((conflict) => conflict.column('bucket').doNothing())
      .execute();
    const row = await tx
      .selectFrom('request_log')
      .select('stamps')
      .where('bucket', '=', bucket)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const tally = parseTally(row.stamps);
    const decided = batch.map(({ window, now, take }) => takeFromTally(tally, window, now, take));
    if (decided.some(({ changed }) => changed)) {
      await tx
        .updateTable('request_log')
        .set({ stamps: tallyText(tally), updated_at: updatedAt })
        .where('bucket', '=', bucket)
        .execute();
    }
    return decided;
  });
}

/** `<time>` or `<time>x<count>` for each entry, oldest first. */
function tallyText(tally: RequestTally): string {
  const entries: string[] = [];
  for (let index = tally.head; index < tally.times.length; index += 1) {
    const count = tally.counts[index] ?? 1;
    entries.push(count === 1 ? `${tally.times[index]}` : `${tally.times[index]}x${count}`);
  }
  return entries.join(' ');
}

function parseTally(text: string): RequestTally {
  const tally = emptyTally();
  if (text === '') return tally;
  for (const entry of text.split(' ')) {
    const [time, count] = entry.split('x');
    addTo(tally, Number(time), count === undefined ? 1 : Number(count));
  }
  return tally;
}
