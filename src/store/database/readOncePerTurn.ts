import type { Queryable } from './transaction.ts';

const requests = new WeakMap<Queryable, Map<string, Promise<unknown>>>();

/**
 * Shares one read among callers that request the same data at the same point, as simultaneous requests do. The read
 * begins after the last of them has called, so that no one receives a state older than its request: a revoked key is
 * refused from the next request on.
 */
export function readOncePerTurn<T>(db: Queryable, key: string, read: () => Promise<T>): Promise<T> {
  let reads = requests.get(db);
  if (reads === undefined) {
    reads = new Map();
    requests.set(db, reads);
  }
  const shared = reads.get(key);
  if (shared !== undefined) return shared as Promise<T>;
  const of = reads;
  const begun = new Promise<T>((resolve, reject) => {
    queueMicrotask(() => {
      of.delete(key);
      read().then(resolve, reject);
    });
  });
  reads.set(key, begun);
  return begun;
}
