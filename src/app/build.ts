import { join, resolve } from 'node:path';
import type { Kysely } from 'kysely';
import pino from 'pino';
import type { Door } from '../api/door.ts';
import { createUnderWay } from '../api/underWay.ts';
import { sha256Hex } from '../domain/canonicalJson.ts';
import type { CaptureLimits } from '../domain/capture/limits.ts';
import type { AnswerProvider } from '../ports/answerProvider.ts';
import type { Log } from '../ports/log.ts';
import type { PageCapture } from '../ports/pageCapture.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { SeoProvider } from '../ports/seoProvider.ts';
import { type AccountTables, createAccounts } from '../providers/accounts/betterAuth.ts';
import { threadAnalyst } from '../providers/analysis/threadAnalyst.ts';
import { createOpenAiResponses } from '../providers/answers/openaiResponses.ts';
import { createLocalEvidenceStore } from '../providers/capture/localEvidenceStore.ts';
import { createDataForSeo } from '../providers/seo/dataForSeo.ts';
import { createFileSpill } from '../providers/spill/fileSpill.ts';
import type { Simulator } from '../simulator/startSimulator.ts';
import { openEmbeddedRequestLog } from '../store/embeddedRequestLog.ts';
import { migrateToLatest } from '../store/migrate.ts';
import { type Location, openDatabase } from '../store/open.ts';
import { sharedRequestLog } from '../store/requestLog.ts';
import { readOrInsertSecret } from '../store/secrets.ts';
import { isSetupOpen } from '../store/setup.ts';
import { assertOutsideTransaction, type Db } from '../store/transaction.ts';
import { listWebsitesOfRun } from '../store/websites.ts';
import { createWorker, type Worker } from '../worker/worker.ts';
import { type Config, ConfigError, mcpReachable } from './config.ts';
import { systemRuntime } from './systemRuntime.ts';

/** What tests may replace: nothing that a real deployment could tell apart. */
export type Replacements = {
  runtime?: Runtime;
  log?: Log;
  strictOutput?: boolean;
  answers?: AnswerProvider;
  seo?: SeoProvider;
  captureLimits?: Partial<CaptureLimits>;
  captureLeaseMs?: number;
  seoRefusalPausesMs?: readonly number[];
  seoLeaseMs?: number;
};

/** The service, put together and migrated, not yet listening. */
export type Service = {
  door: Door;
  worker: Worker;
  /** The one-time token to print; null when an account exists. */
  setupToken: string | null;
  /** Which parts are simulated, for the line that start prints. */
  simulated: { answers: boolean; seo: boolean };
  close(): Promise<void>;
};

export function locationOf(config: Config): Location {
  return config.DATABASE_URL === undefined
    ? { engine: 'sqlite', path: join(resolve(config.DATA_DIR), 'sightline.sqlite') }
    : { engine: 'postgres', url: config.DATABASE_URL };
}

/** The composition root: every part is made here, once, and handed to those that need it. */
export async function buildService(
  config: Config,
  publicBaseUrl: string,
  replace: Replacements = {},
): Promise<Service> {
  const dataDir = resolve(config.DATA_DIR);
  const runtime = replace.runtime ?? systemRuntime;
  const log: Log = replace.log ?? pino({ level: config.LOG_LEVEL });
  // Taken before the database is touched: a second server must not even migrate it.
  const embeddedLog = config.DATABASE_URL === undefined ? openEmbeddedRequestLog(dataDir) : null;
  const opened = await openDatabase(locationOf(config));
  const { db, engine } = opened;
  await migrateToLatest(db, engine).catch(async (cause: unknown) => {
    await opened.close();
    embeddedLog?.close();
    const where = engine === 'postgres' ? 'DATABASE_URL' : 'DATA_DIR';
    throw new ConfigError(
      `${where}: the database cannot be opened (${cause instanceof Error ? cause.message : cause})`,
    );
  });

  const setupToken = (await isSetupOpen(db))
    ? (config.SETUP_TOKEN ?? sha256Hex(runtime.newId('setup')).slice(0, 32))
    : null;
  const needsSimulator =
    (replace.answers === undefined && config.OPENAI_API_KEY === undefined) ||
    (replace.seo === undefined && config.DATAFORSEO_LOGIN === undefined);
  const house = needsSimulator ? await startHouseSimulator() : null;
  const answers = replace.answers ?? answerProviderOf(config, house, db, log);
  const seo = replace.seo ?? seoProviderOf(config, house?.simulator ?? null);

  let worker: Worker | null = null;
  const door: Door = {
    db,
    engine,
    requestLog: embeddedLog ?? sharedRequestLog(db),
    runtime,
    log,
    strictOutput: replace.strictOutput ?? false,
    underWay: createUnderWay(),
    settings: {
      setupTokenHash: setupToken === null ? null : sha256Hex(setupToken),
      publicBaseUrl,
      mcpReachable: mcpReachable(config, publicBaseUrl),
      allowedAccounts: config.allowedAccounts,
      requestsPerMinute: config.REQUESTS_PER_MINUTE,
      seoLookupsPerHour: config.SEO_LOOKUPS_PER_HOUR,
      seoSecondCall: config.SEO_SECOND_CALL,
      seoCallTimeoutMs: seoCallTimeoutMs(config),
      seoLeaseMs: replace.seoLeaseMs ?? 30_000,
      seoRefusalPausesMs: replace.seoRefusalPausesMs ?? [2_000, 8_000],
      activeRunsPerOwner: config.ACTIVE_RUNS_PER_OWNER,
      runsPerDayPerOwner: config.RUNS_PER_DAY_PER_OWNER,
      runDeadlineMs: config.RUN_DEADLINE_SECONDS * 1000,
      pollIntervalMs: config.POLL_INTERVAL_MS,
      submitTimeoutMs: config.SUBMIT_TIMEOUT_MS,
      allowPrivateTargets: config.ALLOW_PRIVATE_TARGETS,
      evidenceRetentionDays: config.EVIDENCE_RETENTION_DAYS,
      captureLimits: replace.captureLimits ?? {},
      captureLeaseMs: replace.captureLeaseMs ?? 60_000,
    },
    answers: refuseInTransaction(answers, 'a call to the answer provider'),
    seo: refuseInTransaction(seo, 'a call to the SEO provider'),
    capture: refuseInTransaction(pageCaptureOf(config), 'a page capture'),
    evidence: createLocalEvidenceStore(join(dataDir, 'evidence')),
    analyst: threadAnalyst,
    spill: createFileSpill(join(dataDir, 'spill'), ({ runId }) => runId),
    seoSpill: createFileSpill(join(dataDir, 'spill', 'seo'), ({ reportId, name }) => `${reportId}.${name}`),
    accounts: createAccounts({
      db: db as unknown as Kysely<AccountTables>,
      engine,
      runtime,
      publicBaseUrl,
      // Signs session cookies; kept in the database, so that every process shares it and a restart signs nobody out.
      secret: await readOrInsertSecret(db, 'session', Buffer.from(runtime.randomBytes(32)).toString('base64url')),
    }),
    wakeWorker: () => worker?.wake(),
  };
  worker = createWorker(door, {
    concurrency: 64,
    alone: engine === 'sqlite',
  });
  return {
    door,
    worker,
    setupToken,
    simulated: { answers: answers.simulated, seo: seo.simulated },
    async close() {
      await worker?.stop();
      await opened.close();
      embeddedLog?.close();
      await house?.simulator.close();
    },
  };
}

/** The bundled simulator, and the owned websites that its answer to a run may name. */
type House = { simulator: Simulator; sitesOfRun: Map<string, { name: string; domain: string }[]> };

async function startHouseSimulator(): Promise<House> {
  const [{ startSimulator }, { callRemoteTool }] = await Promise.all([
    import('../simulator/startSimulator.ts'),
    import('../simulator/callRemoteTool.ts'),
  ]);
  const sitesOfRun: House['sitesOfRun'] = new Map();
  const simulator = await startSimulator({
    hints: ({ runId }) => sitesOfRun.get(runId ?? '') ?? [],
    callTool: callRemoteTool,
  });
  return { simulator, sitesOfRun };
}

/** Lets a simulated answer name the asking workspace's own sites, and no other's, so that a trial report looks alive. */
function withHints(provider: AnswerProvider, house: House, db: Db): AnswerProvider {
  return {
    ...provider,
    async submit(request, handle) {
      house.sitesOfRun.set(request.runId, await listWebsitesOfRun(db, request.runId));
      try {
        return await provider.submit(request, handle);
      } finally {
        house.sitesOfRun.delete(request.runId);
      }
    },
  };
}

function answerProviderOf(config: Config, house: House | null, db: Db, log: Log): AnswerProvider {
  const simulated = config.OPENAI_API_KEY === undefined;
  const provider = createOpenAiResponses({
    apiKey: config.OPENAI_API_KEY ?? 'simulated-key',
    baseUrl: simulated ? (house?.simulator.openAiUrl ?? null) : (config.OPENAI_BASE_URL ?? null),
    model: simulated ? 'simulated-model' : config.OPENAI_MODEL,
    webhookSecret: config.OPENAI_WEBHOOK_SECRET ?? null,
    submitTimeoutMs: config.SUBMIT_TIMEOUT_MS,
    surface: simulated ? 'simulator' : 'openai-responses-web-search',
    simulated,
    log,
  });
  return simulated && house !== null ? withHints(provider, house, db) : provider;
}

/** The provider works while the caller waits, which may take longer than accepting a task. */
function seoCallTimeoutMs(config: Config): number {
  return Math.max(60_000, config.SUBMIT_TIMEOUT_MS);
}

function seoProviderOf(config: Config, simulator: Simulator | null): SeoProvider {
  const simulated = config.DATAFORSEO_LOGIN === undefined;
  return createDataForSeo({
    login: config.DATAFORSEO_LOGIN ?? 'simulated-login',
    password: config.DATAFORSEO_PASSWORD ?? 'simulated-password',
    baseUrl: simulated ? (simulator?.url ?? null) : (config.DATAFORSEO_BASE_URL ?? null),
    simulated,
    timeoutMs: seoCallTimeoutMs(config),
  });
}

/** Page capture brings an HTTP client of its own: loaded by the first website check, as an idle server needs none of it. */
function pageCaptureOf(config: Config): PageCapture {
  let loading: Promise<PageCapture> | null = null;
  const load = async (): Promise<PageCapture> => {
    const [{ createPageCapture }, { createChromiumRenderer }] = await Promise.all([
      import('../providers/capture/capturePages.ts'),
      import('../providers/capture/browser.ts'),
    ]);
    return createPageCapture({
      allowPrivateTargets: config.ALLOW_PRIVATE_TARGETS,
      renderer: createChromiumRenderer(config.CHROMIUM_PATH === undefined ? {} : { path: config.CHROMIUM_PATH }),
    });
  };
  return {
    async capture(request, hooks) {
      loading ??= load();
      return (await loading).capture(request, hooks);
    },
    async lookForToken(request) {
      loading ??= load();
      return (await loading).lookForToken(request);
    },
  };
}

/** No network call inside a transaction, refused at run time: rows are locked there, and money must not wait on them. */
function refuseInTransaction<T extends object>(port: T, what: string): T {
  return new Proxy(port, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function' || name === 'fingerprint' || name === 'freeze') return member;
      return (...given: unknown[]) => {
        assertOutsideTransaction(what);
        return Reflect.apply(member, target, given);
      };
    },
  });
}
