import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { processFigures } from './childProcess.ts';
import { median } from './figure.ts';

const autocannon = fileURLToPath(new URL('../node_modules/autocannon/autocannon.js', import.meta.url));

/** What to load; `pid` is the process that answers, for its processor time. */
export type LoadTarget = { url: string; pid: number; headers?: Readonly<Record<string, string>> };

/** Processor time is the steadier figure on a machine that does other things too. */
export type LoadResult = { perSecond: number; cpuMicroseconds: number };

type Report = { requests: { average: number; total: number }; non2xx: number; errors: number; duration: number };

/** Loads one address from a process of its own. @throws when any answer is not 2xx */
async function loadOnce(aim: LoadTarget, seconds: number, connections = 10): Promise<LoadResult> {
  const before = processFigures(aim.pid).cpuSeconds;
  const headers = Object.entries(aim.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const args = [autocannon, '--json', '-c', String(connections), '-d', String(seconds), ...headers, aim.url];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  const report = JSON.parse(text) as Report;
  if (report.non2xx > 0 || report.errors > 0) {
    throw new Error(`${aim.url}: ${report.non2xx} answers were refusals, ${report.errors} failed`);
  }
  const used = processFigures(aim.pid).cpuSeconds - before;
  const { total } = report.requests;
  return { perSecond: total / report.duration, cpuMicroseconds: (used * 1e6) / total };
}

/** Loads several addresses in turns, so that what else the machine does falls on all; medians of the rounds. */
export async function inTurns(
  aims: Readonly<Record<string, LoadTarget>>,
  rounds: number,
  seconds: number,
): Promise<Record<string, LoadResult>> {
  const seen: Record<string, LoadResult[]> = {};
  for (const aim of Object.values(aims)) await loadOnce(aim, 1);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, aim] of Object.entries(aims)) {
      const reached = await loadOnce(aim, seconds);
      seen[name] = [...(seen[name] ?? []), reached];
    }
  }
  const middle = (values: readonly LoadResult[]): LoadResult => ({
    perSecond: median(values.map(({ perSecond }) => perSecond)),
    cpuMicroseconds: median(values.map(({ cpuMicroseconds }) => cpuMicroseconds)),
  });
  return Object.fromEntries(Object.entries(seen).map(([name, values]) => [name, middle(values)]));
}
