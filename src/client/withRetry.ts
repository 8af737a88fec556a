import { SightlineError } from './sightlineError.ts';

const maxWaitMs = 60_000;

/**
 * Repeats a request while that is safe and useful, no sooner than the server asks, and at most `maxTries` times; then
 * throws the error, with its key, to the caller.
 */
export async function withRetry<T>(
  sendOnce: () => Promise<T>,
  { signal = null, maxTries = 8 }: { signal?: AbortSignal | null; maxTries?: number } = {},
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await sendOnce();
    } catch (error) {
      if (!(error instanceof SightlineError) || !error.mayRepeat || tries >= maxTries) throw error;
      const backOffMs = Math.min(maxWaitMs, 500 * 2 ** (tries - 1));
      await pause(error.retryAfterSeconds === null ? backOffMs : error.retryAfterSeconds * 1_000, signal);
    }
  }
}

/** Waits, unless the signal aborts. @throws the signal's reason */
export function pause(milliseconds: number, signal: AbortSignal | null = null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
