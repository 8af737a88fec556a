import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { Selectable } from 'kysely';
import { onTestFinished } from 'vitest';
import { readConfig } from '../../src/app/config.ts';
import type { Replacements } from '../../src/app/replacements.ts';
import { type RunningService, serve } from '../../src/app/serve.ts';
import type { Permission } from '../../src/domain/access/permissions.ts';
import { engineDefinitions } from '../../src/engines/engineDefinitions.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../src/engines/startSimulator.ts';
import type { DatabaseKind } from '../../src/store/database/open.ts';
import type { Tables } from '../../src/store/schema.ts';
import { type CallsAs, callsAs } from './calls.ts';
import { createTestDatabase, databaseForTest, type TestDatabase } from './databases.ts';
import {
  actOnRunAt,
  askAt,
  cookieOf,
  ensureAt,
  type HttpReply,
  type HttpRequest,
  type ReadRun,
  readRunAt,
} from './http.ts';
import { owner, setupToken } from './owner.ts';
import { patience } from './patience.ts';
import { hasEnded, until } from './until.ts';
import { useStarted } from './useStarted.ts';
import type { WireBody, WireRun } from './wire.ts';

export { askAt, cookieOf, type HttpReply, type HttpRequest } from './http.ts';
export { owner, setupToken } from './owner.ts';

export const providerKey = 'sk-provider-canary-5b1f7e';
export const seoPassword = 'seo-password-canary-77ad';

/**
 * A whole service on loopback with its own database, calling a scripted provider over real HTTP. It calls operations
 * with the contract's types, as its owner in the web app by default.
 */
export type TestService = CallsAs & {
  readonly url: string;
  readonly running: RunningService;
  readonly api: RunningService['service']['api'];
  readonly db: RunningService['service']['api']['db'];
  /** Changes saved rows, all or those with these values, to a state in which no operation leaves them. */
  setRows: SetRows;
  simulator: Simulator;
  database: TestDatabase;
  /** Cookie of the signed-in owner. */
  cookie: string;
  ask(path: string, asked?: HttpRequest): Promise<HttpReply>;
  /** Makes one ensure of a keyword case. */
  ensure(key: string, caseId: string, idempotencyKey: string, more?: Record<string, unknown>): Promise<HttpReply>;
  /** Creates an API key through the API and returns its secret. */
  makeKey(permissions?: Permission[]): Promise<string>;
  makeSite(site?: Record<string, unknown>): Promise<{ id: string; domain: string }>;
  makeCase(made?: Record<string, unknown>): Promise<{ id: string }>;
  /** Creates several cases and returns their ids. */
  makeCases(count: number, made?: Record<string, unknown>): Promise<string[]>;
  /** Reads a run once. */
  readRun: ReadRun;
  /** Reads a run until it has ended, or until it shows `status`. */
  follow(key: string, runId: string, status?: string): Promise<WireRun>;
  /** Reconciles a run until it has ended, for services with a stopped clock. */
  finish(key: string, runId: string): Promise<WireRun>;
  /** Counts paid creates that reached the provider and created something there. */
  creates(): number;
  /** Counts paid creates that reached the provider, whatever their result. */
  sent(): number;
  /** Starts a service as in another process on the same database; it ends with this one, or earlier. */
  another(env?: Record<string, string>): Promise<RunningService & CallsAs>;
  /** Stops the service; `restart` starts another. */
  stop(): Promise<void>;
  /** Stops the service and starts another on the same database. */
  restart(env?: Record<string, string>): Promise<void>;
  close(): Promise<void>;
};

type Row<Table extends keyof Tables> = Partial<Selectable<Tables[Table]>>;
type SetRows = <Table extends keyof Tables>(table: Table, values: Row<Table>, where?: Row<Table>) => Promise<void>;

export type TestOptions = {
  env?: Record<string, string>;
  replace?: Replacements;
  simulator?: SimulatorOptions;
};

const quick = {
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'silent',
  SETUP_TOKEN: setupToken,
  POLL_INTERVAL_MS: '40',
  // Only tests that hold a reply need less: a busy machine takes seconds for tasks of milliseconds.
  SUBMIT_TIMEOUT_MS: '60000',
  REQUESTS_PER_MINUTE: '100000',
};

/** Credentials of the engines that every test may use; others are set by their tests. */
export const providerKeys: Readonly<Record<string, string>> = {
  OPENAI_API_KEY: providerKey,
  DATAFORSEO_LOGIN: 'seo-login',
  DATAFORSEO_PASSWORD: seoPassword,
};

/** Returns the environment of a service that calls this simulator instead of the real providers. */
export function providerEnvironment(simulator: Simulator): Record<string, string> {
  const addresses = engineDefinitions.map(({ simulator: { variable, path } }) => [variable, `${simulator.url}${path}`]);
  return { ...providerKeys, OPENAI_MODEL: 'test-model', ...Object.fromEntries(addresses) };
}

/**
 * Returns a loopback port without a listener, below the range for client connections: otherwise another test's
 * connection may take it before a service listens there, or while it restarts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}

/** Returns true if its first owner may exist already, created by another process at the machine's time. */
function mayBeOwned({ env = {}, replace = {} }: TestOptions): boolean {
  return (
    replace.runtime === undefined &&
    !['SETUP_TOKEN', 'SESSION_SECRET', 'DATA_DIR', 'DATABASE_URL', 'PUBLIC_BASE_URL'].some((name) => name in env)
  );
}

/** Provides a service for the tests of the calling describe or file. Options may depend on what starts before. */
export function useService(
  engine: DatabaseKind,
  options: TestOptions | (() => TestOptions | Promise<TestOptions>) = {},
): TestService {
  return useStarted(async () => startTestService(engine, typeof options === 'function' ? await options() : options));
}

/** Calls of a program, with its API key. */
export type Program = CallsAs & { readonly key: string };

/** Provides a program with these permissions for the tests of the calling describe or file. */
export function useProgram(service: TestService, permissions?: Permission[]): Program {
  return useStarted(async () => {
    const key = await service.makeKey(permissions);
    const program: Program = {
      key,
      call: (id, input, options) => service.call(id, input, { key, ...options }),
      refuse: (id, input, code, options) => service.refuse(id, input, code, { key, ...options }),
      reply: (id, input, options) => service.reply(id, input, { key, ...options }),
    };
    return { ...program, close: () => {} };
  });
}

/** Starts a service that closes after the test. */
export async function startServiceForTest(...given: Parameters<typeof startTestService>): Promise<TestService> {
  const service = await startTestService(...given);
  onTestFinished(() => service.close());
  return service;
}

/** Starts a server without an owner, which closes when the test ends. */
export async function startBareServer(engine: DatabaseKind): Promise<RunningService> {
  const database = await databaseForTest(engine);
  const config = { ...database.env, PORT: '0', LOG_LEVEL: 'silent', SETUP_TOKEN: setupToken };
  const running = await serve(readConfig(config));
  onTestFinished(() => running.close());
  return running;
}

export async function startTestService(engine: DatabaseKind, options: TestOptions = {}): Promise<TestService> {
  const database = await createTestDatabase(engine, { owned: mayBeOwned(options) });
  const simulator = await startSimulator({ pace: { by: 'looks', queued: 1, working: 1 }, ...options.simulator });
  const start = (env: Record<string, string> = {}): Promise<RunningService> =>
    serve(readConfig({ ...quick, ...providerEnvironment(simulator), ...database.env, ...options.env, ...env }), {
      strictOutput: true,
      ...patience,
      ...options.replace,
    });
  let running = await start();
  let stopped = false;
  const stop = async (): Promise<void> => {
    if (!stopped) await running.close();
    stopped = true;
  };
  const ask = (path: string, asked: HttpRequest = {}): Promise<HttpReply> => askAt(running.url, path, asked);
  const cookie = database.cookie ?? cookieOf(await ask('/api/setup', { body: { token: setupToken, ...owner } }));
  const others: (() => Promise<void>)[] = [];
  let named = 0;
  const made = async (path: string, body: unknown): Promise<WireBody> => {
    const answered = await ask(`/api/v2${path}`, { cookie, body });
    if (answered.status !== 201) throw new Error(`${path}: ${answered.status} ${answered.text}`);
    return answered.body;
  };
  const makeCase = async (given = {}) =>
    (await made('/benchmark-cases', { query: `Which CRM suits a small agency (${++named})?`, ...given })).case;
  const readRun = readRunAt(() => running.url);
  const createEntries = () => simulator.ledger.filter((entry) => entry.operation === 'create');
  return {
    get url() {
      return running.url;
    },
    get running() {
      return running;
    },
    get api() {
      return running.service.api;
    },
    get db() {
      return running.service.api.db;
    },
    simulator,
    database,
    cookie,
    ask,
    ...callsAs(() => running.url, cookie),
    async setRows(table, values, where = {}) {
      let rows = running.service.api.db.updateTable(table as 'runs').set(values as object);
      for (const [name, value] of Object.entries(where)) rows = rows.where(name as 'id', '=', value as string);
      await rows.execute();
    },
    readRun,
    ensure: (...asked) => ensureAt(running.url, ...asked),
    makeKey: async (permissions = ['evaluate', 'seo']) =>
      (await made('/keys', { name: `key ${++named}`, permissions })).secret,
    makeSite: async (site = {}) =>
      (await made('/sites', { url: 'https://www.acme-crm.example/', name: 'Acme CRM', again: true, ...site })).site,
    makeCase,
    async makeCases(count, given) {
      const ids: string[] = [];
      while (ids.length < count) ids.push((await makeCase(given)).id);
      return ids;
    },
    follow: (key, runId, status) =>
      until(
        () => readRun(key, runId),
        (run) => (status === undefined ? hasEnded(run) : run.status === status),
      ),
    finish: (key, runId) =>
      until(async () => (await actOnRunAt(running.url, key, runId, 'reconcile')).body.run as WireRun, hasEnded, 2),
    creates: () => createEntries().filter((entry) => entry.created !== null).length,
    sent: () => createEntries().length,
    async another(env) {
      const other = await start(env);
      let ended: Promise<void> | null = null;
      const close = () => (ended ??= other.close());
      others.push(close);
      return { ...other, ...callsAs(other.url, cookie), close };
    },
    stop,
    async restart(env) {
      await stop();
      running = await start(env);
      stopped = false;
    },
    async close() {
      for (const closeOther of others) await closeOther();
      await stop();
      await simulator.close();
      await database.drop();
    },
  };
}
