import type { AppContext } from './appContext.ts';

/**
 * Awaits an outside call, or returns `unknown` if the process must end before the reply. The record then states what is
 * known, and the next process determines the rest. A later reply changes nothing.
 */
export async function raceShutdown<T>(app: Pick<AppContext, 'stopping'>, call: Promise<T>, unknown: T): Promise<T> {
  const { stopping } = app;
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
