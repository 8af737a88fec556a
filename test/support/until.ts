import { waitLimitMs } from './patience.ts';

/** Reads until what was read is as expected, and returns it. @throws where that does not come: a limit of what hangs. */
export async function until<T>(
  read: () => T | Promise<T>,
  isThere: (value: T) => boolean,
  intervalMs = 25,
): Promise<T> {
  for (const end = Date.now() + waitLimitMs; ; ) {
    const value = await read();
    if (isThere(value)) return value;
    if (Date.now() > end) throw new Error(`it did not come to what was awaited: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
}

/** Whether a run needs no further look. */
export const hasEnded = ({ status }: { status: string }): boolean =>
  ['completed', 'failed', 'cancelled'].includes(status);
