import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { processFigures } from './childProcess.ts';
import type { DrawnLoad } from './drawnLoad.ts';
import { median } from './figure.ts';

const loader = fileURLToPath(new URL('drawnLoad.ts', import.meta.url));
/** Maximum number of requests in progress at once. */
const connections = 10;

/** A server with the requests to draw from; `pid` is its process, for its processor time. */
export type LoadTarget = Pick<DrawnLoad, 'origin' | 'paths' | 'headers'> & { pid: number };

/** Processor time is the steadier figure on a machine with other load. */
export type LoadResult = { perSecond: number; cpuMicroseconds: number };

type Report = { requests: { total: number }; non2xx: number; errors: number; duration: number };

/** Loads one server from a process of its own. @throws if any answer is not 2xx */
async function loadOnce({ pid, ...drawn }: LoadTarget, seconds: number, seed: number): Promise<LoadResult> {
  const before = processFigures(pid).cpuSeconds;
  const child = spawn(process.execPath, [loader], { stdio: ['pipe', 'pipe', 'inherit'] });
  const load: DrawnLoad = { ...drawn, seconds, connections, seed };
  child.stdin.end(JSON.stringify(load));
  const report = JSON.parse(await text(child.stdout)) as Report;
  if (report.non2xx > 0 || report.errors > 0) {
    throw new Error(`${drawn.origin}: ${report.non2xx} answers were refusals, ${report.errors} failed`);
  }
  const used = processFigures(pid).cpuSeconds - before;
  const { total } = report.requests;
  return { perSecond: total / report.duration, cpuMicroseconds: (used * 1e6) / total };
}

/** Loads several servers in turns, so that the machine's other load affects all; returns medians of the rounds. */
export async function loadInTurns<Name extends string>(
  targets: Readonly<Record<Name, LoadTarget>>,
  rounds: number,
  seconds: number,
): Promise<Record<Name, LoadResult>> {
  const entries = Object.entries(targets) as [Name, LoadTarget][];
  const results = new Map<Name, LoadResult[]>(entries.map(([name]) => [name, []]));
  for (const [, target] of entries) await loadOnce(target, 1, 0);
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, target] of entries) results.get(name)?.push(await loadOnce(target, seconds, round));
  }
  const medianOf = (all: readonly LoadResult[]): LoadResult => ({
    perSecond: median(all.map(({ perSecond }) => perSecond)),
    cpuMicroseconds: median(all.map(({ cpuMicroseconds }) => cpuMicroseconds)),
  });
  return Object.fromEntries([...results].map(([name, all]) => [name, medianOf(all)])) as Record<Name, LoadResult>;
}
