import type { Replacements } from '../../src/app/build.ts';
import { readConfig } from '../../src/app/config.ts';
import { type Running, serve } from '../../src/app/serve.ts';
import type { Permission } from '../../src/domain/permissions.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../src/simulator/startSimulator.ts';
import type { Engine } from '../../src/store/open.ts';
import { createTestDatabase, type TestDatabase } from './engines.ts';

export const setupToken = 'setup-token-for-tests';
export const owner = { email: 'owner@example.com', password: 'correct horse battery staple' };
export const providerKey = 'sk-provider-canary-5b1f7e';

export type Answered = { status: number; headers: Headers; body: any; text: string };

export type Asked = {
  method?: string;
  key?: string;
  cookie?: string;
  body?: unknown;
  headers?: Record<string, string>;
  idempotencyKey?: string;
};

/** A whole service on loopback with a database of its own, asking a scripted provider over real HTTP. */
export type TestService = {
  url: string;
  running: Running;
  simulator: Simulator;
  database: TestDatabase;
  /** Cookie of the signed-in owner. */
  cookie: string;
  ask(path: string, asked?: Asked): Promise<Answered>;
  /** Creates an API key through the door and returns its secret. */
  makeKey(permissions?: Permission[]): Promise<string>;
  makeSite(site?: Record<string, unknown>): Promise<{ id: string; domain: string }>;
  makeCase(made?: Record<string, unknown>): Promise<{ id: string }>;
  /** Reads a run until it has ended, or until it shows `status`. */
  follow(key: string, runId: string, status?: string): Promise<any>;
  /** Paid creates that reached the provider. */
  creates(): number;
  /** Stops the service and starts another on the same database, as after a crash without warning. */
  restart(env?: Record<string, string>): Promise<void>;
  close(): Promise<void>;
};

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
  SUBMIT_TIMEOUT_MS: '1000',
  REQUESTS_PER_MINUTE: '100000',
};

export async function startTestService(engine: Engine, options: TestOptions = {}): Promise<TestService> {
  const database = await createTestDatabase(engine);
  const simulator = await startSimulator({ pace: { by: 'looks', queued: 1, working: 1 }, ...options.simulator });
  const provider = {
    OPENAI_API_KEY: providerKey,
    OPENAI_BASE_URL: simulator.openAiUrl,
    OPENAI_MODEL: 'test-model',
    DATAFORSEO_LOGIN: 'seo-login',
    DATAFORSEO_PASSWORD: 'seo-password-canary',
    DATAFORSEO_BASE_URL: simulator.url,
  };
  const start = (env: Record<string, string> = {}): Promise<Running> =>
    serve(readConfig({ ...quick, ...provider, ...database.env, ...options.env, ...env }), {
      strictOutput: true,
      ...options.replace,
    });
  let running = await start();
  const ask = async (path: string, asked: Asked = {}): Promise<Answered> => {
    const headers: Record<string, string> = { ...asked.headers };
    if (asked.key !== undefined) headers.authorization = `Bearer ${asked.key}`;
    if (asked.cookie !== undefined) headers.cookie = asked.cookie;
    if (asked.idempotencyKey !== undefined) headers['idempotency-key'] = asked.idempotencyKey;
    const init: RequestInit = { method: asked.method ?? (asked.body === undefined ? 'GET' : 'POST'), headers };
    if (asked.body !== undefined) {
      headers['content-type'] ??= 'application/json';
      init.body = typeof asked.body === 'string' ? asked.body : JSON.stringify(asked.body);
    }
    const response = await fetch(running.url + path, init);
    const text = await response.text();
    const json = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: json && text !== '' ? JSON.parse(text) : null,
    };
  };
  const set = await ask('/api/setup', { body: { token: setupToken, ...owner } });
  const cookie = set.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  let named = 0;
  const made = async (path: string, body: unknown): Promise<any> => {
    const answered = await ask(`/api/workspace${path}`, { cookie, body });
    if (answered.status !== 201) throw new Error(`${path}: ${answered.status} ${answered.text}`);
    return answered.body;
  };
  return {
    get url() {
      return running.url;
    },
    get running() {
      return running;
    },
    simulator,
    database,
    cookie,
    ask,
    makeKey: async (permissions = ['evaluate', 'seo']) =>
      (await made('/keys', { name: `key ${++named}`, permissions })).secret,
    makeSite: async (site = {}) =>
      (await made('/sites', { url: 'https://www.acme-crm.example/', name: 'Acme CRM', ...site })).site,
    makeCase: async (given = {}) =>
      (await made('/benchmark-cases', { query: `Which CRM suits a small agency (${++named})?`, ...given })).case,
    async follow(key, runId, status) {
      for (let tries = 0; tries < 400; tries += 1) {
        const { body } = await ask(`/api/v1/runs/keyword/${runId}`, { key });
        const now: string = body.run.status;
        if (status === undefined ? ['completed', 'failed', 'cancelled'].includes(now) : now === status) return body.run;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      throw new Error(`run ${runId} did not reach ${status ?? 'an end'}`);
    },
    creates: () => simulator.ledger.filter((entry) => entry.operation === 'create' && entry.created !== null).length,
    async restart(env) {
      await running.close();
      running = await start(env);
    },
    async close() {
      await running.close();
      await simulator.close();
      await database.drop();
    },
  };
}
