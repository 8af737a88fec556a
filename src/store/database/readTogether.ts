import { isEmbedded } from './sqliteDialect.ts';
import type { Queryable } from './transaction.ts';

type Read<Row> = { args: readonly string[]; resolve(row: Row | null): void; reject(cause: unknown): void };
/** Reads that wait for their statement, and the number of statements of their kind that are under way. */
type Queue<Row> = { waiting: Read<Row>[]; underWay: number; timer: NodeJS.Timeout | null };

/** Maximum reads in one statement. */
const maxTogether = 100;
/** Longest wait for the statement before, so that one that hangs delays no other. */
const maxWaitMs = 5;

/**
 * Answers reads that begin while an earlier statement of their kind is under way with one statement: on PostgreSQL a
 * round trip costs more than its rows. A read without such a statement waits only for the others of its turn of the
 * event loop. Each statement begins after all its reads, so that no caller receives a state older than its request. The
 * embedded database has no round trips and reads one at a time.
 * @param readAll returns rows in the order of the arguments, null for a missing one
 */
export function readTogether<Args extends readonly string[], Row>(
  readOne: (db: Queryable, args: Args) => Promise<Row | null>,
  readAll: (db: Queryable, args: readonly Args[]) => Promise<(Row | null)[]>,
): (db: Queryable, ...args: Args) => Promise<Row | null> {
  const queues = new WeakMap<Queryable, Queue<Row>>();

  async function begin(db: Queryable, queue: Queue<Row>): Promise<void> {
    const reads = queue.waiting.splice(0, maxTogether);
    if (queue.timer !== null) clearTimeout(queue.timer);
    queue.timer = null;
    if (reads.length === 0) return;
    queue.underWay += 1;
    if (queue.waiting.length > 0) void begin(db, queue);
    try {
      const args = reads.map((read) => read.args as Args);
      const [only] = args;
      const rows = only !== undefined && args.length === 1 ? [await readOne(db, only)] : await readAll(db, args);
      reads.forEach(({ resolve }, at) => void resolve(rows[at] ?? null));
    } catch (cause) {
      for (const { reject } of reads) reject(cause);
    }
    queue.underWay -= 1;
    void begin(db, queue);
  }

  return (db, ...args) => {
    if (isEmbedded(db.getExecutor().adapter)) return readOne(db, args);
    return new Promise((resolve, reject) => {
      const queue = queues.get(db) ?? { waiting: [], underWay: 0, timer: null };
      queues.set(db, queue);
      if (queue.waiting.push({ args, resolve, reject }) > 1) return;
      if (queue.underWay === 0) process.nextTick(() => void begin(db, queue));
      else queue.timer = setTimeout(() => void begin(db, queue), maxWaitMs);
    });
  };
}
