import type { Simulator } from '../../src/simulator/startSimulator.ts';
import { askAt } from './service.ts';
import type { WireRun } from './wire.ts';

/** The runs that creates were sent for, by the run id in their metadata, with how many were sent and how many made. */
export function createsByRun(simulator: Simulator): Map<string, { sent: number; made: number }> {
  const found = new Map<string, { sent: number; made: number }>();
  for (const { operation, body, created } of simulator.ledger) {
    if (operation !== 'create') continue;
    const runId = String((body as { metadata?: { run_id?: string } }).metadata?.run_id);
    const { sent, made } = found.get(runId) ?? { sent: 0, made: 0 };
    found.set(runId, { sent: sent + 1, made: made + (created === null ? 0 : 1) });
  }
  return found;
}

/** Reads every run until it has ended, or waits for an inspection and shows nothing new for three seconds. */
export async function followAll(base: string, key: string, ids: readonly string[]): Promise<WireRun[]> {
  let quietSince = Date.now();
  let before = '';
  for (let rounds = 0; rounds < 600; rounds += 1) {
    const runs: WireRun[] = [];
    for (const id of ids) runs.push((await askAt(base, `/api/v1/runs/keyword/${id}`, { key })).body.run);
    const now = runs.map(({ status }) => status).join(' ');
    if (now !== before) quietSince = Date.now();
    before = now;
    const waiting = runs.some(({ status }) => status === 'queued' || status === 'running');
    const inspected = runs.some(({ status }) => status === 'requires_action');
    if (!waiting && (!inspected || Date.now() - quietSince > 3_000)) return runs;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`not every run ended: ${before}`);
}
