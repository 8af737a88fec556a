import { waitLimitMs } from './patience.ts';

/** Reads until the value is as expected, and returns it. @throws if that never happens: a limit for hanging tests */
export async function until<T>(
  read: () => T | Promise<T>,
  isThere: (value: T) => boolean,
  intervalMs = 25,
): Promise<T> {
  for (const end = Date.now() + waitLimitMs; ; ) {
    const value = await read();
    if (isThere(value)) return value;
    if (Date.now() > end) throw new Error(`timed out waiting for: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
}

/** Returns true if a run needs no further poll. */
export const hasEnded = ({ status }: { status: string }): boolean =>
  ['completed', 'failed', 'cancelled'].includes(status);
