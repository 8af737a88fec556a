import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median } from './figure.ts';

const autocannon = fileURLToPath(new URL('../node_modules/autocannon/autocannon.js', import.meta.url));

export type Aim = { url: string; headers?: Readonly<Record<string, string>> };

type Report = { requests: { average: number; total: number }; non2xx: number; errors: number; duration: number };

/** Loads one address from a process of its own and returns requests per second. @throws when any answer is not 2xx */
export async function requestsPerSecond(aim: Aim, seconds: number, connections = 10): Promise<number> {
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
  return report.requests.total / report.duration;
}

/** Loads several addresses in turns, so that what else the machine does falls on all; medians of the rounds. */
export async function inTurns(
  aims: Readonly<Record<string, Aim>>,
  rounds: number,
  seconds: number,
): Promise<Record<string, number>> {
  const seen: Record<string, number[]> = {};
  for (const aim of Object.values(aims)) await requestsPerSecond(aim, 1);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, aim] of Object.entries(aims)) {
      const reached = await requestsPerSecond(aim, seconds);
      seen[name] = [...(seen[name] ?? []), reached];
    }
  }
  return Object.fromEntries(Object.entries(seen).map(([name, values]) => [name, median(values)]));
}
