import { DatabaseSync } from 'node:sqlite';
import { readConfig } from '../src/app/config.ts';
import { describedEngines } from '../src/app/configuredEngines.ts';
import { type Engine, enginePollMs } from '../src/domain/runs/engine.ts';
import { engineDefinitions } from '../src/engines/engineDefinitions.ts';
import { type Simulator, startSimulator } from '../src/engines/startSimulator.ts';
import { endByTime } from '../src/simulator/answerWork.ts';
import { processFigures } from './childProcess.ts';
import { startCountingProxy } from './countingProxy.ts';
import { type Bench, type Figure, percentile } from './figure.ts';
import { ensure, type SeededService, startSeededService } from './seededService.ts';

const runsAnEngine = 250;
/** Number of lost replies of each engine that can find a lost create again. */
const lostAnEngine = 10;
/** Work takes from 45 to 165 seconds, so that all of it is in progress at once and ends between polls. */
const pace = { by: 'time', queuedMs: 5_000, workingMs: 40_000, spreadMs: 120_000 } as const;
const latencyMs = 150;
const maxWaitMs = 300_000;
const atOnce = 24;

const placed = { locale: { country: 'US', language: 'en' } };
const engineIds = engineDefinitions.map(({ id }) => id);
const tasks = engineDefinitions.flatMap(({ id, kind }) => (kind === 'surface' ? [id] : []));
const findsLost = (
  await Promise.all(
    engineDefinitions.map(async ({ id, simulator }) => ((await simulator.faults()).findsLost ? [id] : [])),
  )
).flat();

/**
 * Measures one process that follows two thousand runs at eight engines, at the intervals and within the limits of their
 * vendors.
 */
async function measureEngines(): Promise<Figure[]> {
  const simulator = await startSimulator({ pace });
  const proxy = await startCountingProxy(simulator.url, latencyMs);
  const env = environmentOf(proxy.url);
  const service = await startSeededService('sqlite');
  try {
    await service.restart(env);
    const times = lostAnEngine * findsLost.length;
    simulator.script({ at: 'create', when: 'whose reply is lost', reply: { kind: 'lost' }, times });
    const pid = service.child.process.pid ?? 0;
    const asked = await askAll(service);
    const before = { ...processFigures(pid), at: performance.now() };
    const made = await untilMade(simulator, asked);
    const active = [...made.values()].filter(({ endsAt }) => endsAt > Date.now()).length;
    const saved = await savedTimes(service, asked);
    const after = { ...processFigures(pid), at: performance.now() };
    const engines = describedEngines(readConfig({ ...env, DATA_DIR: '.' }), silentLog).known;
    const plain = (what: string, unit: string, value: number, target: Figure['target'] = null): Figure => ({
      what,
      unit,
      value,
      baseline: null,
      target,
    });
    const countOf = (lost: boolean) => asked.filter(({ isLost, runId }) => isLost === lost && saved.has(runId)).length;
    const lists = proxy.mostInAMinute('id_list');
    return [
      plain('runs under way at once', 'runs', active, { of: 'value', atLeast: 2_000 }),
      plain('runs saved', 'runs', countOf(false), {
        of: 'value',
        atLeast: asked.filter(({ isLost }) => !isLost).length,
      }),
      // A lost batch of Claude is searched for again after ten minutes, which the bench does not wait for.
      plain('lost creates found again and saved', 'runs', countOf(true), { of: 'value', atLeast: lostAnEngine * 5 }),
      ...engineIds.map((id) => {
        const lags = lagsOf(
          engines.find((engine) => engine.id === id),
          asked,
          made,
          saved,
        );
        return plain(`${id}: p95 from end to saved`, 'poll intervals', percentile(lags, 0.95), {
          of: 'value',
          atMost: 2,
        });
      }),
      plain('at once at DataForSEO', 'requests', proxy.of('v3').atOnce, { of: 'value', atMost: 30 }),
      plain('lists read at DataForSEO in a minute', 'requests', lists, { of: 'value', atMost: 10 }),
      plain('ready lists read there in a minute', 'requests', proxy.mostInAMinute('tasks_ready'), {
        of: 'value',
        atMost: 20,
      }),
      plain('creates', 'requests', createsOf(simulator).length, { of: 'value', atMost: asked.length }),
      plain(
        'processor used by the service',
        'cores',
        ((after.cpuSeconds - before.cpuSeconds) * 1000) / (after.at - before.at),
      ),
      plain('resident memory at the end', 'MiB', after.residentMiB),
    ];
  } finally {
    await service.close();
    await proxy.close();
    await simulator.close();
  }
}

const silentLog = { info() {}, warn() {}, error() {} };

function environmentOf(url: string): Record<string, string> {
  const own = engineDefinitions.flatMap(({ credentials, simulator: { variable, path } }) => [
    ...credentials.map((name) => [name, 'bench']),
    [variable, `${url}${path}`],
  ]);
  return { ENGINES: engineIds.join(','), ACCEPT_UNRESOLVED: engineIds.join(','), ...Object.fromEntries(own) };
}

/** A question of the bench: its text contains its number, which identifies its create. */
type Asked = { number: number; engine: string; isLost: boolean; runId: string };

/** Saves and asks all questions, the engines in turn. */
async function askAll(service: SeededService): Promise<Asked[]> {
  const wanted = Array.from({ length: runsAnEngine * engineIds.length }, (_none, number): Asked => {
    const engine = engineIds[number % engineIds.length] ?? '';
    const isLost = findsLost.includes(engine) && number < lostAnEngine * engineIds.length;
    return { number, engine, isLost, runId: '' };
  });
  const left = [...wanted];
  const askNext = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      const query = `Which lamp suits desk <${one.number}>${one.isLost ? ', whose reply is lost' : ''}?`;
      const body = { query, search: { engine: one.engine }, ...(tasks.includes(one.engine) ? placed : {}) };
      const made = await service.ask('/api/v2/benchmark-cases', { headers: { cookie: service.cookie }, body });
      const { run } = await ensure(service, made.body.case.id, `bench-engines-${one.number}`);
      one.runId = run.id;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, askNext));
  return wanted;
}

const createsOf = ({ ledger }: Simulator) => ledger.filter(({ operation }) => operation === 'create');

type MadeWork = { createdAt: number; endsAt: number };

/** Waits until all work was created at the vendors; returns it by the number of its question. */
async function untilMade(simulator: Simulator, asked: readonly Asked[]): Promise<Map<number, MadeWork>> {
  const until = Date.now() + maxWaitMs;
  for (;;) {
    const made = new Map<number, MadeWork>();
    for (const { at, body, created } of createsOf(simulator)) {
      const number = Number(/<(\d+)>/.exec(JSON.stringify(body))?.[1]);
      if (created !== null)
        made.set(number, { createdAt: at, endsAt: endByTime({ id: created, createdAt: at }, pace) });
    }
    if (made.size >= asked.length || Date.now() > until) return made;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Waits until the ends of all runs except lost batches were saved, or the wait is over; returns the time of each. */
async function savedTimes(service: SeededService, asked: readonly Asked[]): Promise<Map<string, number>> {
  const database = new DatabaseSync(service.sqlitePath, { readOnly: true, timeout: 10_000 });
  const read = database.prepare("SELECT id, updated_at FROM runs WHERE status = 'completed'");
  const until = Date.now() + maxWaitMs;
  const ids = new Set(asked.map(({ runId }) => runId));
  const saved = () => read.all().filter((row) => ids.has(String(row.id)));
  const wanted = asked.length - lostAnEngine;
  while (saved().length < wanted && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 1_000));
  const rows = saved();
  database.close();
  return new Map(rows.map((row) => [String(row.id), Date.parse(String(row.updated_at))]));
}

/**
 * Returns the time from each end to its saving, in polling intervals for work of that age, for runs whose reply was not
 * lost.
 */
function lagsOf(
  engine: Engine | undefined,
  asked: readonly Asked[],
  made: ReadonlyMap<number, MadeWork>,
  saved: ReadonlyMap<string, number>,
): number[] {
  return asked.flatMap(({ number, engine: id, isLost, runId }) => {
    const work = made.get(number);
    const at = saved.get(runId);
    if (isLost || id !== engine?.id || work === undefined || at === undefined) return [];
    return [(at - work.endsAt) / enginePollMs(engine, (ageMs) => work.endsAt - work.createdAt >= ageMs)];
  });
}

export const followEngines: Bench = { name: 'followEngines', run: measureEngines };
