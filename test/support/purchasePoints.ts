import { fileURLToPath } from 'node:url';
import { readConfig } from '../../src/app/config.ts';
import { describedEngines } from '../../src/app/configuredEngines.ts';
import type { Simulator } from '../../src/engines/startSimulator.ts';
import type { ScriptEntry } from '../../src/simulator/faults.ts';
import { type CliProcess, startProgram, untilPrinted } from './cli.ts';
import type { createRunningClock } from './clock.ts';
import type { TestDatabase } from './databases.ts';
import type { EngineRow } from './engineRow.ts';
import { engineRows } from './engineRows.ts';
import { askAt, freePort, providerEnvironment, setupToken } from './service.ts';
import { until } from './until.ts';

/** Shipped engines; the toy engine belongs to one test. */
export const shippedEngines = engineRows.filter(({ id }) => id !== 'toy');
const canCancel = (id: string): boolean =>
  describedEngines(readConfig({}), { info() {}, warn() {}, error() {} }).find(id)?.canCancel === true;

export type PurchasePoint = {
  /** Name in the question or the key; for a pause of the server, the name of that pause. */
  name: string;
  /** Server that is killed at the point: the first, or its successor. */
  server: 1 | 2;
  /** Observer that notices the point: the server, the vendor, or a reader of the run. */
  seenBy: 'server' | 'vendor' | 'reader';
  script?: Omit<ScriptEntry, 'when' | 'at'>;
  at?: (row: EngineRow) => boolean;
  /** True if only reached with a saved receipt: a run submitted by the worker has been answered earlier. */
  needsReceipt?: true;
  /** Number of creates that reach the vendor, and number of works they create. */
  sent?: 0;
  made?: 0;
  end: 'completed' | 'looked for' | 'cancelled';
};

/** Refund of a purchase after its work has ended. */
export const half = { refundUsd: 0.0006 };

/** Every point of a purchase at which a kill leads to a different state. */
export const purchasePoints: readonly PurchasePoint[] = [
  { name: 'reserved', server: 1, seenBy: 'server', end: 'completed' },
  { name: 'prepared', server: 1, seenBy: 'server', end: 'completed' },
  { name: 'submitting', server: 1, seenBy: 'server', sent: 0, made: 0, end: 'looked for' },
  { name: 'unmade', server: 1, seenBy: 'vendor', script: { reply: { kind: 'held' } }, made: 0, end: 'looked for' },
  {
    name: 'made',
    server: 1,
    seenBy: 'vendor',
    script: { reply: { kind: 'stalled', afterMs: 300_000 } },
    end: 'looked for',
  },
  { name: 'accepted', server: 1, seenBy: 'server', script: { seo: half }, end: 'looked for' },
  { name: 'replying', server: 1, seenBy: 'server', needsReceipt: true, end: 'completed' },
  { name: 'looking', server: 2, seenBy: 'server', end: 'completed' },
  { name: 'seen', server: 2, seenBy: 'server', script: { seo: half }, end: 'completed' },
  { name: 'finding', server: 2, seenBy: 'server', script: { reply: { kind: 'lost' } }, end: 'looked for' },
  {
    name: 'found',
    server: 2,
    seenBy: 'server',
    script: { reply: { kind: 'half' }, seo: half },
    at: ({ findsLost }) => findsLost,
    end: 'looked for',
  },
  {
    name: 'cancelling',
    server: 2,
    seenBy: 'server',
    script: { course: 'slow' },
    at: ({ id }) => canCancel(id),
    end: 'cancelled',
  },
  {
    name: 'cancelled',
    server: 2,
    seenBy: 'server',
    script: { course: 'slow' },
    at: ({ id }) => canCancel(id),
    end: 'cancelled',
  },
  { name: 'saved', server: 2, seenBy: 'reader', end: 'completed' },
];

const program = fileURLToPath(new URL('./pausingServer.ts', import.meta.url));
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

export async function untilReached(reached: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
  await until(reached, Boolean).catch((cause: unknown) => {
    throw new Error(what(), { cause });
  });
}

/** Returns true if the only run of a question has a receipt, even if no client knows its id. */
export async function hasReceipt(base: string, key: string, caseId: string): Promise<boolean> {
  const { body } = await askAt(base, `/api/v2/runs?caseId=${caseId}`, { key });
  return ['running', 'completed'].includes(body.items[0]?.status ?? '');
}

/** Starts servers on one database, one after the other, each killed, with time passing in between. */
export async function startPausingServers(
  database: TestDatabase,
  simulator: Simulator,
  clock: ReturnType<typeof createRunningClock>,
) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const env = {
    ...Object.assign({}, ...shippedEngines.map((row) => row.options(() => simulator.url).env)),
    ...providerEnvironment(simulator),
    ...database.env,
    ENGINES: shippedEngines.map(({ id }) => id).join(','),
    ACCEPT_UNRESOLVED: shippedEngines.map(({ id }) => id).join(','),
    ENGINE_HASTE: '500',
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'silent',
    SETUP_TOKEN: setupToken,
    POLL_INTERVAL_MS: '50',
    // Nothing times out before the kill; for the successor all timeouts have passed.
    SUBMIT_TIMEOUT_MS: '60000',
    RUN_DEADLINE_SECONDS: '3600',
    REQUESTS_PER_MINUTE: '100000',
    ACTIVE_RUNS_PER_OWNER: '100000',
    RUNS_PER_DAY_PER_OWNER: '100000',
    MAX_USD_PER_ANSWER: '0.5',
  };
  let server: CliProcess | null = null;
  return {
    base,
    output: () => server?.output() ?? '',
    async start(pauses: readonly string[] = []) {
      const ahead = String(clock.now() - Date.now());
      server = startProgram(program, [], { ...env, PAUSES: pauses.join(','), CLOCK_AHEAD_MS: ahead });
      await untilPrinted(server, /listening on/);
    },
    async kill() {
      server?.child.kill('SIGKILL');
      await server?.ended;
    },
  };
}
