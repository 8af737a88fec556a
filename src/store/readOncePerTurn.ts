import type { Queryable } from './transaction.ts';

const asked = new WeakMap<Queryable, Map<string, Promise<unknown>>>();

/**
 * Shares one read among all who ask for the same thing at one point of their way, as requests that begin together do. The
 * read begins after the last of them has asked, so that nobody is told of a state that is older than the question: a key
 * that is revoked is refused from the next request on.
 */
export function readOncePerTurn<T>(db: Queryable, key: string, read: () => Promise<T>): Promise<T> {
  let reads = asked.get(db);
  if (reads === undefined) {
    reads = new Map();
    asked.set(db, reads);
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
