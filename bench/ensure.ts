import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { startBareCommits } from './bareCommits.ts';
import { processFigures, startNode } from './childProcess.ts';
import { startCounter } from './countingDatabase.ts';
import { type Bench, type Figure, median } from './figure.ts';
import {
  addCases,
  addOwnedCases,
  bearer,
  type DatabaseKind,
  endRuns,
  type OwnedCase,
  type SeededService,
  startSeededService,
} from './seededService.ts';
import { walCommits } from './walCommits.ts';
import { buildWithoutMoney } from './withoutMoney.ts';

const together = 32;
const batches = 12;
const batchSize = 160;
const countedEnsures = 12;
const commitsAllowed = 3;
const wantedCases = batchSize * (batches + 1) + countedEnsures;
const owners = 10;

/**
 * Measures ensures that start a run, many at a time, of one owner and of several, next to as many commits of a bare program on the same kind of
 * database, and next to a copy of the service that reserves no money. The provider is a process of its own that only
 * accepts the work: polling and its end belong to no ensure.
 */
async function measureEnsure(databaseKind: DatabaseKind): Promise<Figure[]> {
  const simulator = startNode([fileURLToPath(new URL('simulatorProcess.ts', import.meta.url))], {});
  const withoutMoney = buildWithoutMoney();
  const open: { close(): Promise<void> }[] = [{ close: () => simulator.stop() }, withoutMoney];
  try {
    const env = environmentOf(await firstLine(simulator));
    const start = async (entry?: string): Promise<SeededService> => {
      const service = await startSeededService(databaseKind, {}, [], entry);
      open.unshift(service);
      await service.restart(env);
      return service;
    };
    const service = await start();
    const ofKey = (key: string) => (id: string) => ({ id, key });
    const own = (await addCases(service, wantedCases)).map(ofKey(service.key));
    const counted = await countEnsures(service, env, own.splice(0, countedEnsures));
    await service.restart(env);
    const moneyless = await start(withoutMoney.entry);
    const other = (await addCases(moneyless, wantedCases)).map(ofKey(moneyless.key));
    const crowded = await start();
    const ofOwners = await addOwnedCases(crowded, owners, wantedCases);
    const bare = await startBareCommits(databaseKind, service.databaseUrl);
    open.unshift(bare);
    const rates: number[] = [];
    const crowdRates: number[] = [];
    const bareRates: number[] = [];
    const used = { own: [] as number[], other: [] as number[], bare: [] as number[] };
    // The first batch warms the code up and is not counted.
    for (let batch = 0; batch <= batches; batch += 1) {
      const seen = await loadOnce(service, own.splice(0, batchSize));
      const ofCrowd = await loadOnce(crowded, ofOwners.splice(0, batchSize));
      const reference = await loadOnce(moneyless, other.splice(0, batchSize));
      const commits = await bare.commit(batchSize * commitsAllowed, together);
      // An owner has a limited number of runs in progress, and of runs per day.
      for (const one of [service, crowded, moneyless]) await endRuns(one);
      if (batch === 0) continue;
      rates.push(seen.perSecond);
      crowdRates.push(ofCrowd.perSecond);
      bareRates.push(commits.perSecond / commitsAllowed);
      used.own.push(seen.cpuMicroseconds);
      used.other.push(reference.cpuMicroseconds);
      used.bare.push(commits.cpuMicroseconds * commitsAllowed);
    }
    const what = `an ensure that starts a run, ${databaseKind}`;
    const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    return [
      {
        what: `${what}, ${together} at a time, of ${owners} owners`,
        unit: 'per second',
        value: median(crowdRates),
        baseline: median(bareRates),
        target: { of: 'value', atLeast: 400 },
      },
      {
        what: `${what}, ${together} at a time, of one owner`,
        unit: 'per second',
        value: median(rates),
        baseline: median(bareRates),
        target: { of: 'value', atLeast: 300 },
      },
      {
        what: `${what}: durable commits`,
        unit: 'commits',
        value: counted.commits,
        baseline: commitsAllowed,
        target: { of: 'value', atMost: commitsAllowed },
      },
      ...(counted.roundTrips === null
        ? []
        : [
            {
              what: `${what}: statements to the database`,
              unit: 'statements',
              value: counted.roundTrips,
              baseline: null,
              target: null,
            },
          ]),
      {
        what: `${what}: processor time, beside three bare commits`,
        unit: 'us',
        value: total(used.own),
        baseline: total(used.bare),
        target: null,
      },
      {
        what: `${what}: processor time, beside one without money`,
        unit: 'us',
        value: total(used.own),
        baseline: total(used.other),
        target: { of: 'ratio', atMost: 1.1 },
      },
    ];
  } finally {
    for (const one of open) await one.close();
  }
}

/**
 * Returns a real engine's settings, so that prices are known and money is reserved; the work is not polled while it is
 * measured.
 */
function environmentOf(providerUrl: string): Record<string, string> {
  return {
    OPENAI_API_KEY: 'sk-bench',
    OPENAI_BASE_URL: `${providerUrl}/v1`,
    POLL_INTERVAL_MS: '600000',
    BUDGET_USD_PER_MONTH: '1000000',
  };
}

/** Counts the database requests of one ensure, one after the other: exact, whatever the machine's load. */
async function countEnsures(
  service: SeededService,
  env: Readonly<Record<string, string>>,
  cases: readonly OwnedCase[],
): Promise<{ commits: number; roundTrips: number | null }> {
  const agent = new Agent({ keepAlive: true });
  const postgres = service.env.DATABASE_URL === undefined ? null : await startCounter(service.databaseUrl);
  try {
    // Without a worker, whose polls would be counted too.
    if (postgres !== null) await service.restart({ ...env, DATABASE_URL: postgres.url, ROLE: 'api' });
    const counts: { commits: number; roundTrips: number | null }[] = [];
    for (const asked of cases) {
      const before = postgres === null ? walCommits(service.sqlitePath) : null;
      postgres?.reset();
      await ensureStarts(service, agent, asked);
      if (postgres !== null) {
        const { durableCommits: commits, roundTrips } = postgres.read();
        counts.push({ commits, roundTrips });
        continue;
      }
      const after = walCommits(service.sqlitePath);
      if (before !== null && before.generation === after.generation) {
        counts.push({ commits: after.commits - before.commits, roundTrips: null });
      }
    }
    // A few of them include a worker's own commit, or the first use of a connection.
    return {
      commits: median(counts.map(({ commits }) => commits)),
      roundTrips: postgres === null ? null : median(counts.map(({ roundTrips }) => roundTrips ?? Number.NaN)),
    };
  } finally {
    agent.destroy();
    await postgres?.close();
  }
}

/** Sends ensures of new questions, `together` at a time. Processor time is the service's alone, per ensure. */
async function loadOnce(
  service: SeededService,
  cases: readonly OwnedCase[],
): Promise<{ perSecond: number; cpuMicroseconds: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: together });
  const waiting = [...cases];
  const pid = service.child.process.pid ?? 0;
  const before = processFigures(pid).cpuSeconds;
  const began = performance.now();
  const next = async (): Promise<void> => {
    for (let asked = waiting.pop(); asked !== undefined; asked = waiting.pop()) {
      await ensureStarts(service, agent, asked);
    }
  };
  await Promise.all(Array.from({ length: together }, next));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  const used = processFigures(pid).cpuSeconds - before;
  return { perSecond: cases.length / seconds, cpuMicroseconds: (used * 1e6) / cases.length };
}

/** @throws unless the answer is a run that was started and accepted by the provider */
async function ensureStarts(service: SeededService, agent: Agent, { id: caseId, key }: OwnedCase): Promise<void> {
  const body = JSON.stringify({ kind: 'keyword', caseId, maxAgeSeconds: 0 });
  const headers = {
    ...bearer({ key }),
    'idempotency-key': `bench-${caseId}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const text = await new Promise<string>((resolve, reject) => {
    const url = `${service.url}/api/v1/observations/ensure`;
    const sent = request(url, { method: 'POST', agent, headers }, (answered) => {
      let read = '';
      answered.setEncoding('utf8').on('data', (chunk: string) => {
        read += chunk;
      });
      answered.once('end', () => resolve(read)).once('error', reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
  if (!text.includes('"disposition":"started"')) throw new Error(`an ensure started nothing: ${text}`);
}

function firstLine(child: ReturnType<typeof startNode>): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const line = child.output().split('\n')[0] ?? '';
      if (child.output().includes('\n')) resolve(line);
      else setTimeout(look, 5);
    };
    child.process.once('exit', () => reject(new Error(child.output())));
    look();
  });
}

/** `npm run bench -- ensure postgres` measures only that database. */
async function measureNamed(names: readonly string[]): Promise<Figure[]> {
  const kinds = (['sqlite', 'postgres'] as const).filter((kind) => names.length === 0 || names.includes(kind));
  const figures: Figure[] = [];
  for (const kind of kinds) figures.push(...(await measureEnsure(kind)));
  return figures;
}

export const ensures: Bench = { name: 'ensure', run: measureNamed };
