import type { World } from './world.ts';

/**
 * Awaits an outside call, or returns `unknown` when the process must end before it answers: the record then says what
 * is known, and the next process finds out the rest. A call that still answers after that changes nothing.
 */
export async function orWhenStopped<T>(world: Pick<World, 'stopping'>, call: Promise<T>, unknown: T): Promise<T> {
  const { stopping } = world;
  if (stopping.aborted) return unknown;
  const { promise, resolve } = Promise.withResolvers<T>();
  const stop = (): void => resolve(unknown);
  stopping.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([call, promise]);
  } finally {
    stopping.removeEventListener('abort', stop);
  }
}
