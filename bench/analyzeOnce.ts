import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'parse5';
import { root } from '../scripts/prepare.mjs';
import { analyze } from '../src/domain/checks/analyze.ts';
import { analyzeInThread } from '../src/providers/analysis/threadAnalyst.ts';
import { benchBundle, type Shape, shapes } from './benchBundle.ts';

/**
 * One measurement in a process of its own, for nothing to be compiled or allocated before it:
 * `node bench/analyzeOnce.ts <way> <shape> <pages> <bytes a page>` prints one line of JSON.
 */
export const ways = ['thread', 'again', 'bare'] as const;
export type Way = (typeof ways)[number];

export type Once = {
  /** Processor time of the first run, user and system of the whole process, in milliseconds. */
  coldMs: number;
  /** Median of the runs after it; null where there was none. */
  warmMs: number | null;
  /** Highest resident set of the process, in MiB, and what it was before the first run, with the bundle in it. */
  peakMiB: number;
  beforeMiB: number;
};

const rounds = 7;

async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1000;
}

async function measure(way: Way, shape: Shape, pages: number, bytes: number): Promise<Once> {
  const bundle = benchBundle(pages, bytes, shape);
  const bodies = bundle.fetches.flatMap(({ purpose, body }) =>
    body !== null && (purpose === 'home' || purpose === 'page') ? [body] : [],
  );
  const work: Record<Way, () => unknown> = {
    // What a service does: the built thread, once.
    thread: () => analyzeInThread(bundle, pathToFileURL(join(root, 'dist', 'server', 'analysisThread.js'))),
    again: () => analyze(bundle),
    bare: () => {
      for (const body of bodies) parse(new TextDecoder().decode(body));
    },
  };
  const beforeMiB = process.memoryUsage().rss / 2 ** 20;
  const coldMs = await cpuMs(work[way]);
  const peakMiB = process.resourceUsage().maxRSS / 1024;
  const times: number[] = [];
  for (let round = 1; way !== 'thread' && round < rounds; round += 1) times.push(await cpuMs(work[way]));
  const warmMs = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? null;
  return { coldMs, warmMs, peakMiB, beforeMiB };
}

const [way = '', shape = '', pages = '', bytes = ''] = process.argv.slice(2);
const isWay = (value: string): value is Way => ways.some((each) => each === value);
const isShape = (value: string): value is Shape => Object.hasOwn(shapes, value);
if (!isWay(way) || !isShape(shape)) {
  throw new Error(`name a way (${ways.join(', ')}) and a shape (${Object.keys(shapes).join(', ')})`);
}
process.stdout.write(`${JSON.stringify(await measure(way, shape, Number(pages), Number(bytes)))}\n`);
