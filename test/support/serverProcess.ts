import { onTestFinished } from 'vitest';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../src/engines/startSimulator.ts';
import type { DatabaseKind } from '../../src/store/database/open.ts';
import { type CallsAs, callsAs } from './calls.ts';
import { type CliProcess, type CliResult, startCli, untilPrinted } from './cli.ts';
import { createTestDatabase, type TestDatabase } from './databases.ts';
import {
  askAt,
  ensureAt,
  type HttpReply,
  type HttpRequest,
  makeCaseAt,
  type ReadRun,
  readRunAt,
  setUpAt,
} from './http.ts';
import { setupToken } from './owner.ts';
import { freePort, providerEnvironment } from './service.ts';

/**
 * Server in a separate process, as people run it, for campaigns that kill, stop and trace it. It ends with its test.
 */
export type ServerProcess = CallsAs & {
  readonly base: string;
  readonly env: Readonly<Record<string, string>>;
  readonly simulator: Simulator;
  readonly database: TestDatabase;
  /** Cookie of its owner's session. */
  readonly cookie: string;
  /** Secret of an API key that may evaluate. */
  readonly key: string;
  /** The current process, or the last one. */
  process: CliProcess;
  ask(path: string, asked?: HttpRequest): Promise<HttpReply>;
  /** Reads a run once. */
  readRun: ReadRun;
  /** Saves a question and returns the id of its case. */
  makeCase(query: string): Promise<string>;
  ensure(caseId: string, idempotencyKey: string): Promise<HttpReply>;
  /** Starts it again, with this environment added to its own. */
  start(more?: Readonly<Record<string, string>>): Promise<void>;
  /** Ends the process and waits until it is gone. */
  kill(signal?: NodeJS.Signals): Promise<CliResult>;
};

export type ServerOptions = {
  env?: Readonly<Record<string, string>>;
  simulator?: SimulatorOptions;
  /** Environment needed before the server starts, for example if its database is reached through a proxy. */
  envOf?: (database: TestDatabase) => Promise<Readonly<Record<string, string>>>;
};

/** Starts a server on its own database, with an owner and a key, using a scripted provider. */
export async function startServerProcess(kind: DatabaseKind, options: ServerOptions = {}): Promise<ServerProcess> {
  const database = await createTestDatabase(kind);
  onTestFinished(() => database.drop());
  const simulator = await startSimulator({ pace: { by: 'looks', queued: 1, working: 1 }, ...options.simulator });
  onTestFinished(() => simulator.close());
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const env: Record<string, string> = {
    ...providerEnvironment(simulator),
    ...database.env,
    PORT: String(port),
    LOG_LEVEL: 'silent',
    SETUP_TOKEN: setupToken,
    POLL_INTERVAL_MS: '50',
    REQUESTS_PER_MINUTE: '1000000',
    ...options.env,
    ...(await options.envOf?.(database)),
  };
  const start = async (more: Readonly<Record<string, string>> = {}): Promise<CliProcess> => {
    const started = startCli(['serve'], { ...env, ...more });
    await untilPrinted(started, /listening on/);
    return started;
  };
  const kill = (signal: NodeJS.Signals = 'SIGKILL'): Promise<CliResult> => {
    server.process.child.kill(signal);
    return server.process.ended;
  };
  const process = await start();
  const { cookie, key } = await setUpAt(base);
  const server: ServerProcess = {
    base,
    env,
    simulator,
    database,
    cookie,
    key,
    process,
    ask: (path, asked) => askAt(base, path, asked),
    ...callsAs(base, cookie),
    readRun: readRunAt(() => base),
    makeCase: (query) => makeCaseAt(base, cookie, query),
    ensure: (caseId, idempotencyKey) => ensureAt(base, key, caseId, idempotencyKey),
    start: async (more) => {
      server.process = await start(more);
    },
    kill,
  };
  onTestFinished(async () => {
    await kill();
  });
  return server;
}
