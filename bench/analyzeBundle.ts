import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { defaultLimits, maxSamplePages } from '../src/domain/capture/limits.ts';
import type { Once, Way } from './analyzeOnce.ts';
import type { Shape } from './benchBundle.ts';
import { type Bench, type Figure, median } from './figure.ts';

const turns = 3;
const defaultBytes = 100_000;

function once(way: Way, shape: Shape, pages: number, bytes: number): Once {
  const file = fileURLToPath(new URL('analyzeOnce.ts', import.meta.url));
  const done = spawnSync(process.execPath, [file, way, shape, String(pages), String(bytes)], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`analyzeOnce ${way} ${shape}: ${done.stderr}`);
  return JSON.parse(done.stdout) as Once;
}

/** Alternates the analysis in a fresh thread with bare parse5 in a fresh process. */
function inTurns(shape: Shape, pages: number, bytes: number, times: number): { thread: Once[]; bare: Once[] } {
  const thread: Once[] = [];
  const bare: Once[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    thread.push(once('thread', shape, pages, bytes));
    bare.push(once('bare', shape, pages, bytes));
  }
  return { thread, bare };
}

const middle = (runs: readonly Once[], read: (run: Once) => number) => median(runs.map(read));
const cpu = (what: string, value: number, baseline: number | null, target: Figure['target']): Figure => ({
  ...{ what, unit: 'ms cpu' },
  ...{ value, baseline, target },
});
const memory = (what: string, value: number, baseline: number | null, target: Figure['target']): Figure => ({
  ...{ what, unit: 'MiB' },
  ...{ value, baseline, target },
});

/**
 * Measures processor time and memory of one analysis of a 40-page bundle. Cold is as in a service: a fresh thread of
 * the built server, including its start and the transfer of the bundle. The baseline is parse5 reading the same pages
 * and doing nothing with them; for memory it is the process with the bundle in it, before the analysis.
 */
async function measureAnalysis(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const usual = inTurns('usual', maxSamplePages, defaultBytes, turns);
  const again = Array.from({ length: turns }, () => once('again', 'usual', maxSamplePages, defaultBytes));
  const under = (atMost: number): Figure['target'] => ({ of: 'value', atMost });
  figures.push(
    cpu(
      'usual pages, cold',
      middle(usual.thread, (run) => run.coldMs),
      middle(usual.bare, (run) => run.coldMs),
      under(500),
    ),
    cpu(
      'usual pages, warm',
      middle(again, (run) => run.warmMs ?? Number.NaN),
      middle(usual.bare, (run) => run.warmMs ?? Number.NaN),
      null,
    ),
    memory(
      'usual pages, peak',
      middle(usual.thread, (run) => run.peakMiB),
      middle(usual.thread, (run) => run.beforeMiB),
      under(200),
    ),
  );
  const awkward = ['german', 'japanese', 'scripts', 'table', 'inline', 'nested', 'unclosed'] as const;
  for (const shape of awkward) {
    const { thread, bare } = inTurns(shape, maxSamplePages, defaultBytes, 1);
    figures.push(
      cpu(
        `${shape}, cold`,
        middle(thread, (run) => run.coldMs),
        middle(bare, (run) => run.coldMs),
        null,
      ),
    );
  }
  // Maximum that a capture may keep: the limit of a body, and of all of them.
  const largest = Math.floor(defaultLimits.maxBytes / defaultLimits.maxBodyBytes);
  for (const shape of ['usual', ...awkward] as const) {
    // Bare parse5 needs minutes for the largest pages with unclosed elements, and bounds nothing here.
    const { coldMs, peakMiB, beforeMiB } = once('thread', shape, largest, defaultLimits.maxBodyBytes);
    figures.push(
      cpu(`${shape}, ${largest} x 2 MiB, cold`, coldMs, null, under(4_000)),
      memory(`${shape}, ${largest} x 2 MiB, peak`, peakMiB, beforeMiB, under(300)),
    );
  }
  return figures;
}

export const analyzeBundle: Bench = { name: 'analyzeBundle', run: measureAnalysis };
