import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../scripts/prepare.mjs';
import { type Bench, type Figure, figureTable, SkippedFigure } from './figure.ts';

/**
 * `npm run bench` measures everything, `npm run bench -- reads startup` the named cases. Arguments after a name that
 * are not names go to that case: `npm run bench -- readAnswers answers.jsonl`. A new case is a file that exports a
 * `Bench` (bench/figure.ts) and a line in this list. Each runs in a process of its own, so that memory and compiled
 * code of one do not affect the figures of another.
 */
const cases: Readonly<Record<string, () => Promise<Bench>>> = {
  reads: async () => (await import('./reads.ts')).reads,
  readsPostgres: async () => (await import('./reads.ts')).readsPostgres,
  roundTrips: async () => (await import('./roundTrips.ts')).roundTrips,
  startup: async () => (await import('./startup.ts')).startup,
  followRuns: async () => (await import('./followRuns.ts')).followRuns,
  followEngines: async () => (await import('./followEngines.ts')).followEngines,
  ensure: async () => (await import('./ensure.ts')).ensures,
  quote: async () => (await import('./quote.ts')).quote,
  web: async () => (await import('./web.ts')).web,
  firstScreens: async () => (await import('./firstScreens.ts')).firstScreens,
  scroll: async () => (await import('./scroll.ts')).scroll,
  lighthouse: async () => (await import('./lighthouse.ts')).lighthouse,
  lighthouseAudits: async () => (await import('./lighthouseAudits.ts')).lighthouseComparison,
  analyzeBundle: async () => (await import('./analyzeBundle.ts')).analyzeBundle,
  captureSite: async () => (await import('./captureSite.ts')).captureSite,
  mcp: async () => (await import('./mcp.ts')).mcp,
  visibility: async () => (await import('./visibility.ts')).visibility,
  growth: async () => (await import('./growth.ts')).growth,
  history: async () => (await import('./history.ts')).history,
  partitions: async () => (await import('./partitions.ts')).partitions,
  comparePanels: async () => (await import('./comparePanels.ts')).comparePanels,
  topicPanels: async () => (await import('./topicPanels.ts')).topicPanels,
  experiments: async () => (await import('./experiments.ts')).experiments,
  countLog: async () => (await import('./countLog.ts')).countLog,
  alerts: async () => (await import('./alerts.ts')).alerts,
  overload: async () => (await import('./overload.ts')).overload,
  stalls: async () => (await import('./stalls.ts')).stalls,
  soak: async () => (await import('./soak.ts')).soak,
  support: async () => (await import('./support.ts')).support,
  facts: async () => (await import('./facts.ts')).facts,
  audit: async () => (await import('./audit.ts')).audit,
  readAnswers: async () => (await import('./readAnswers.ts')).readAnswers,
};

type Outcome = { figures: readonly Figure[] } | { skipped: string } | { failed: string };

async function measureHere(name: string, args: readonly string[]): Promise<Outcome> {
  try {
    const bench = await cases[name]?.();
    return bench === undefined ? { failed: 'there is no such case' } : { figures: await bench.run(args) };
  } catch (cause) {
    if (cause instanceof SkippedFigure) return { skipped: cause.message };
    return { failed: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) };
  }
}

/** The last line that the child prints is its outcome as JSON. */
function measureInChild(name: string, args: readonly string[]): Outcome {
  const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--here', name, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const line = child.stdout.trimEnd().split('\n').at(-1) ?? '';
  try {
    return JSON.parse(line) as Outcome;
  } catch {
    return { failed: `it ended with ${child.signal ?? child.status} and said ${line.slice(0, 500)}` };
  }
}

const names = Object.keys(cases);

function wanted(words: readonly string[]): { name: string; args: string[] }[] {
  const chosen: { name: string; args: string[] }[] = [];
  for (const word of words) {
    if (word in cases) chosen.push({ name: word, args: [] });
    else if (chosen.length === 0) throw new Error(`${word} is no case. Cases: ${names.join(', ')}`);
    else chosen.at(-1)?.args.push(word);
  }
  return chosen.length > 0 ? chosen : names.map((name) => ({ name, args: [] }));
}

const words = process.argv.slice(2);
if (words[0] === '--list') process.stdout.write(`${names.join('\n')}\n`);
else if (words[0] === '--here') {
  const outcome = await measureHere(words[1] ?? '', words.slice(2));
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
} else {
  const chosen = wanted(words);
  ensureBuilt();
  const rows: { bench: string; figure: Figure }[] = [];
  const notes: string[] = [];
  for (const { name, args } of chosen) {
    process.stderr.write(`measuring ${name} …\n`);
    const outcome = measureInChild(name, args);
    if ('figures' in outcome) rows.push(...outcome.figures.map((figure) => ({ bench: name, figure })));
    else if ('skipped' in outcome) notes.push(`${name}: skipped, ${outcome.skipped}`);
    else notes.push(`${name}: failed, ${outcome.failed}`);
  }
  const load = loadavg().map((value) => value.toFixed(1));
  process.stdout.write(`${figureTable(rows)}\n${notes.map((note) => `${note}\n`).join('')}`);
  process.stdout.write(`Node ${process.versions.node}; load average of the machine ${load.join(' ')}\n`);
}
