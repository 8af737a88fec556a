import { isEmbedded } from './sqliteDialect.ts';
import type { Queryable } from './transaction.ts';

type Read<Row> = { args: readonly string[]; resolve(row: Row | null): void; reject(cause: unknown): void };

/** Maximum reads in one statement. */
const maxTogether = 100;

/**
 * Collects the reads that begin in one turn of the event loop and answers them with one statement: on PostgreSQL the
 * statement costs more than its rows. It begins after the last of them, so that no caller receives a state older than
 * its request. The embedded database has no round trips and reads one at a time.
 * @param readAll returns rows in the order of the arguments, null for a missing one
 */
export function readTogether<Args extends readonly string[], Row>(
  readOne: (db: Queryable, args: Args) => Promise<Row | null>,
  readAll: (db: Queryable, args: readonly Args[]) => Promise<(Row | null)[]>,
): (db: Queryable, ...args: Args) => Promise<Row | null> {
  const waiting = new WeakMap<Queryable, Read<Row>[]>();

  async function begin(db: Queryable, reads: readonly Read<Row>[]): Promise<void> {
    try {
      const rows = await readAll(
        db,
        reads.map(({ args }) => args as Args),
      );
      reads.forEach(({ resolve }, at) => void resolve(rows[at] ?? null));
    } catch (cause) {
      for (const { reject } of reads) reject(cause);
    }
  }

  return (db, ...args) => {
    if (isEmbedded(db.getExecutor().adapter)) return readOne(db, args);
    return new Promise((resolve, reject) => {
      const read: Read<Row> = { args, resolve, reject };
      const queue = waiting.get(db);
      if (queue !== undefined) {
        queue.push(read);
        return;
      }
      const reads = [read];
      waiting.set(db, reads);
      process.nextTick(() => {
        waiting.delete(db);
        for (let from = 0; from < reads.length; from += maxTogether)
          void begin(db, reads.slice(from, from + maxTogether));
      });
    });
  };
}
