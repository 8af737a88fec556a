import { readRunAt } from './http.ts';
import { waitLimitMs } from './patience.ts';
import type { WireRun } from './wire.ts';

/**
 * Reads every run until it has ended, or waits for an inspection and has not changed for three seconds. A busy machine
 * polls rarely: work created by the vendor must be found, however long that takes.
 */
export async function followAll(
  base: string,
  key: string,
  ids: readonly string[],
  made: ReadonlySet<string> = new Set(),
): Promise<WireRun[]> {
  let quietSince = Date.now();
  let before = '';
  for (const end = Date.now() + waitLimitMs; Date.now() < end; ) {
    const runs: WireRun[] = [];
    for (const id of ids) runs.push(await readRunAt(() => base)(key, id));
    const now = runs.map(({ status }) => status).join(' ');
    if (now !== before) quietSince = Date.now();
    before = now;
    const waiting = runs.some(
      ({ id, status }) => status === 'queued' || status === 'running' || (status === 'requires_action' && made.has(id)),
    );
    const inspected = runs.some(({ status }) => status === 'requires_action');
    if (!waiting && (!inspected || Date.now() - quietSince > 3_000)) return runs;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`not every run ended: ${before}`);
}
