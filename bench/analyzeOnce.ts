import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parse } from 'parse5';
import { root } from '../scripts/prepare.mjs';
import type { EvidenceBundle } from '../src/domain/checks/evidenceBundle.ts';
import { createThreadPool } from '../src/providers/reading/threadPool.ts';
import { benchBundle, type Shape, shapes } from './benchBundle.ts';

/**
 * One measurement in a process of its own, so that nothing is compiled or allocated before it: `node
 * bench/analyzeOnce.ts <way> <shape> <pages> <bytes a page>` prints one line of JSON.
 */
export const ways = ['thread', 'again', 'bare'] as const;
export type Way = (typeof ways)[number];

export type Once = {
  /** Processor time of the first run, user and system of the whole process, in milliseconds. */
  coldMs: number;
  /** Median of the runs after it; null if there was none. */
  warmMs: number | null;
  /** Highest resident set of the process, in MiB, and its resident set before the first run, with the bundle loaded. */
  peakMiB: number;
  beforeMiB: number;
};

const rounds = 7;
const builtThread = pathToFileURL(join(root, 'dist', 'server', 'readerThread.js'));

async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1000;
}

/**
 * The bundle, written by a process of its own: memory left over from generating twenty large pages would otherwise
 * count as memory of the analysis.
 */
function madeElsewhere(shape: Shape, pages: number, bytes: number): EvidenceBundle {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
  try {
    const args = [fileURLToPath(import.meta.url), 'make', shape, String(pages), String(bytes), folder];
    const made = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (made.status !== 0) throw new Error(made.stderr);
    const bundle = JSON.parse(readFileSync(join(folder, 'bundle.json'), 'utf8')) as EvidenceBundle;
    const bodyOf = (id: string) => readFileSync(join(folder, id));
    return { ...bundle, fetches: bundle.fetches.map((fetch) => ({ ...fetch, body: bodyOf(fetch.id) })) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function make(folder: string, bundle: EvidenceBundle): void {
  for (const { id, body } of bundle.fetches) writeFileSync(join(folder, id), body ?? '');
  const fetches = bundle.fetches.map((fetch) => ({ ...fetch, body: null }));
  writeFileSync(join(folder, 'bundle.json'), JSON.stringify({ ...bundle, fetches }));
}

async function measure(way: Way, shape: Shape, pages: number, bytes: number): Promise<Once> {
  const bundle = madeElsewhere(shape, pages, bytes);
  // Loaded only if needed: loading it from its sources takes memory that a built service does not.
  const { analyze } = way === 'again' ? await import('../src/domain/checks/analyze.ts') : { analyze: () => null };
  const bodies = bundle.fetches.flatMap(({ purpose, body }) =>
    body !== null && (purpose === 'home' || purpose === 'page') ? [body] : [],
  );
  const work: Record<Way, () => unknown> = {
    // As in a service: the built thread, once.
    thread: () => createThreadPool({}, builtThread).read('website', bundle),
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

const [way = '', shape = '', pages = '', bytes = '', folder = ''] = process.argv.slice(2);
const isWay = (value: string): value is Way => ways.some((each) => each === value);
const isShape = (value: string): value is Shape => Object.hasOwn(shapes, value);
if (!isShape(shape) || !(isWay(way) || way === 'make')) {
  throw new Error(`name a way (${ways.join(', ')}) and a shape (${Object.keys(shapes).join(', ')})`);
}
if (isWay(way)) {
  process.stdout.write(`${JSON.stringify(await measure(way, shape, Number(pages), Number(bytes)))}\n`);
} else make(folder, benchBundle(Number(pages), Number(bytes), shape));
