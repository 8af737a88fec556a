import type { Kysely } from 'kysely';
import pino from 'pino';
import type { Door } from '../api/door.ts';
import { createUnderWay } from '../api/underWay.ts';
import type { CaptureLimits } from '../domain/capture/limits.ts';
import { microUsdOf } from '../domain/money/usd.ts';
import { sha256Hex } from '../domain/text/canonicalJson.ts';
import type { AdmissionLimits } from '../http/admission.ts';
import { apartFromRequest } from '../http/requestIds.ts';
import type { AnswerProvider } from '../ports/answerProvider.ts';
import { closeBuyers } from '../ports/buyers.ts';
import type { ForeignText } from '../ports/foreignText.ts';
import type { Log } from '../ports/log.ts';
import type { PageCapture } from '../ports/pageCapture.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { SecondReader } from '../ports/secondReader.ts';
import type { SeoProvider } from '../ports/seoProvider.ts';
import type { AccountTables } from '../providers/accounts/accountRows.ts';
import { createAccounts } from '../providers/accounts/betterAuth.ts';
import { fetchClientDocument } from '../providers/accounts/clientDocuments.ts';
import type { FetchClientDocument } from '../providers/accounts/oauthServer.ts';
import { freezers } from '../providers/answers/freezers.ts';
import { createOpenAiSecondReader } from '../providers/answers/openaiSecondReader.ts';
import { whyNoBrowser } from '../providers/capture/chromium.ts';
import { createMessenger } from '../providers/messages/createMessenger.ts';
import { createChromiumPaper } from '../providers/paper/chromiumPaper.ts';
import { createThreadPool, type ReadingLimits } from '../providers/reading/threadPool.ts';
import { createDataForSeo } from '../providers/seo/dataForSeo.ts';
import { createPrices } from '../services/money/currentPrices.ts';
import type { Simulator } from '../simulator/startSimulator.ts';
import { openReplica } from '../store/replica.ts';
import { isSetupOpen } from '../store/setup.ts';
import { createWorker, type Worker } from '../worker/worker.ts';
import { type BuiltInSimulator, startBuiltInSimulator, withHints } from './builtInSimulator.ts';
import { type Config, chromiumOf, mcpReachable } from './config.ts';
import {
  type ConfiguredEngine,
  configuredEngines,
  enginesOf,
  needsSimulator,
  providerKeysOf,
} from './configuredEngines.ts';
import { evidenceStoreOf } from './configuredEvidence.ts';
import { spillsOf } from './configuredSpill.ts';
import { openStores, startClock } from './openStores.ts';
import { readOwnPrices } from './ownPrices.ts';
import { countCalls, createProviderCalls, type ProviderCalls, refuseInTransaction } from './providerCalls.ts';
import { withRequestIds } from './requestLines.ts';
import { systemRuntime } from './systemRuntime.ts';
import { watchSettingsOf } from './watchSettings.ts';
import { fenceOlderState, keepWorkMark } from './workMark.ts';

/** What tests may replace: nothing that a real deployment could tell apart. */
export type Replacements = {
  runtime?: Runtime;
  log?: Log;
  strictOutput?: boolean;
  /** The engines, the declared one first. */
  answers?: readonly AnswerProvider[];
  secondReader?: SecondReader;
  seo?: SeoProvider;
  captureLimits?: Partial<CaptureLimits>;
  captureLeaseMs?: number;
  admissionLimits?: Partial<AdmissionLimits>;
  readingLimits?: Partial<ReadingLimits>;
  seoRefusalPausesMs?: readonly number[];
  seoLeaseMs?: number;
  messageLeaseMs?: number;
  messageTimeoutMs?: number;
  fetchClientDocument?: FetchClientDocument;
};

/** The service, put together and migrated, not yet listening. */
export type Service = {
  door: Door;
  worker: Worker;
  /** What was asked of the providers, and what came of it. */
  calls: ProviderCalls;
  /** The one-time token to print; null when an account exists. */
  setupToken: string | null;
  /** Which parts are simulated, for the line that start prints. */
  simulated: { answers: boolean; seo: boolean };
  /** There is a browser, and it is not used because this process runs as root. */
  browserRefusedAsRoot: boolean;
  /** Ends every wait for somebody outside; what they did not answer is saved as not known. */
  stopWaiting(): void;
  close(): Promise<void>;
};

/** The composition root: every part is made here, once, and handed to those that need it. */
export async function buildService(
  config: Config,
  publicBaseUrl: string,
  replace: Replacements = {},
): Promise<Service> {
  const ownPrices = readOwnPrices(config.PRICES_FILE);
  const log = withRequestIds(replace.log ?? pino({ level: config.LOG_LEVEL }));
  const { dataDir, sessionSecret, database, requestLog } = await openStores(config, log);
  const { db, databaseKind: engine } = database;
  const clock = replace.runtime === undefined ? await startClock(dataDir, database) : null;
  const runtime = replace.runtime ?? { ...systemRuntime, ...clock };
  const marked = { db, dataDir, runtime, log };
  await fenceOlderState(marked);
  const copy =
    config.DATABASE_REPLICA_URL === undefined || config.ROLE === 'worker'
      ? null
      : await openReplica({
          url: config.DATABASE_REPLICA_URL,
          primary: db,
          newIdentity: () => runtime.newId('db'),
          nowIso: () => new Date(runtime.steady()).toISOString(),
          maxLagMs: config.REPLICA_MAX_LAG_SECONDS * 1000,
        });

  const setupToken = (await isSetupOpen(db))
    ? (config.SETUP_TOKEN ?? sha256Hex(runtime.newId('setup')).slice(0, 32))
    : null;
  const isTrial =
    (replace.answers === undefined && needsSimulator(config)) ||
    (replace.seo === undefined && config.DATAFORSEO_LOGIN === undefined);
  const builtIn = isTrial ? await startBuiltInSimulator() : null;
  const calls = createProviderCalls();
  const configured = (
    replace.answers?.map((provider): ConfiguredEngine => ({ provider, mayRead: true })) ??
    configuredEngines(config, { simulator: builtIn?.simulator ?? null, log, publicBaseUrl, now: runtime.now })
  ).map(({ provider, mayRead }) => {
    const hinted = builtIn === null ? provider : withHints(provider, builtIn, db);
    const { id: name, simulated } = provider.engine;
    return { provider: countCalls(hinted, 'a call to an engine', { name, simulated }, calls), mayRead };
  });
  const engines = enginesOf(configured);
  const secondReader = replace.secondReader ?? secondReaderOf(config, builtIn);
  const simulatesReader = replace.secondReader === undefined && config.OPENAI_API_KEY === undefined;
  const seoProvider = replace.seo ?? seoProviderOf(config, builtIn?.simulator ?? null);
  const seo = countCalls(seoProvider, 'a call to the SEO provider', seoProvider, calls);

  const stopping = new AbortController();
  const pool = createThreadPool(replace.readingLimits);
  const texts: ForeignText = refuseInTransaction(pool, 'a reading of foreign text');
  let worker: Worker | null = null;
  const door: Door = {
    db,
    databaseKind: engine,
    requestLog,
    runtime,
    log,
    strictOutput: replace.strictOutput ?? false,
    underWay: createUnderWay(),
    copy,
    settings: {
      setupTokenHash: setupToken === null ? null : sha256Hex(setupToken),
      ...watchSettingsOf(config, sessionSecret),
      alertSecret: sessionSecret,
      messageLeaseMs: replace.messageLeaseMs ?? 60_000,
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
      secondReadingsPerDay: config.SECOND_READINGS_PER_DAY,
      budgetMicroPerMonth: microOrNull(config.BUDGET_USD_PER_MONTH),
      maxMicroPerAnswer: microOrNull(config.MAX_USD_PER_ANSWER),
      runDeadlineMs: config.RUN_DEADLINE_SECONDS * 1000,
      pollIntervalMs: config.POLL_INTERVAL_MS,
      submitTimeoutMs: config.SUBMIT_TIMEOUT_MS,
      allowPrivateTargets: config.ALLOW_PRIVATE_TARGETS,
      evidenceRetentionDays: config.EVIDENCE_RETENTION_DAYS,
      captureLimits:
        replace.captureLimits ??
        (config.CAPTURE_PAUSE_MS === undefined ? {} : { minIntervalMs: config.CAPTURE_PAUSE_MS }),
      captureLeaseMs: replace.captureLeaseMs ?? 60_000,
    },
    engines,
    providerKeys: providerKeysOf(config, configured),
    buyers: closeBuyers({
      answers: new Map(
        configured.flatMap(({ provider }) =>
          provider.engine.state === 'ready' ? [[provider.engine.id, provider] as const] : [],
        ),
      ),
      secondReader:
        secondReader === null
          ? null
          : countCalls(secondReader, 'a second reading', { name: 'second-reader', simulated: simulatesReader }, calls),
      seo,
    }),
    secondReader: secondReader === null ? null : { identity: secondReader.identity, timeoutMs: secondReader.timeoutMs },
    seo,
    prices: createPrices({ db, runtime }, ownPrices),
    capture: refuseInTransaction(pageCaptureOf(config, texts), 'a page capture'),
    messenger: refuseInTransaction(
      createMessenger({
        allowPrivateTargets: config.ALLOW_PRIVATE_TARGETS,
        timeoutMs: replace.messageTimeoutMs ?? 15_000,
        smtp: config.SMTP_URL === undefined ? null : { url: config.SMTP_URL, from: config.MAIL_FROM ?? '' },
      }),
      'a delivery',
    ),
    paper: createChromiumPaper(chromiumOf(config)),
    freezers,
    evidence: evidenceStoreOf(config),
    texts,
    ...spillsOf(config, log),
    accounts: createAccounts({
      db: db as unknown as Kysely<AccountTables>,
      engine,
      runtime,
      publicBaseUrl,
      secret: sessionSecret,
      oauthRegistration: config.OAUTH_REGISTRATION,
      oidc: config.oidc,
      fetchClientDocument: replace.fetchClientDocument ?? fetchClientDocument,
    }),
    stopping: stopping.signal,
    wakeWorker: () => apartFromRequest(() => worker?.wake()),
  };
  worker = createWorker(door, {
    concurrency: 64,
    alone: engine === 'sqlite',
  });
  const workMark = keepWorkMark(marked, calls.paid);
  return {
    door,
    worker,
    calls,
    setupToken,
    simulated: { answers: engines.declared.simulated, seo: seo.simulated },
    browserRefusedAsRoot: whyNoBrowser(chromiumOf(config)) === 'refused_as_root',
    stopWaiting: () => stopping.abort(),
    async close() {
      await worker?.stop();
      await workMark.stop();
      await pool.close();
      await clock?.stop();
      await copy?.close();
      await database.close();
      requestLog.close();
      await builtIn?.simulator.close();
    },
  };
}

function microOrNull(usd: number | undefined): number | null {
  return usd === undefined ? null : microUsdOf(usd);
}

/** Asks the provider of the answers; null while no model is named. */
function secondReaderOf(config: Config, builtIn: BuiltInSimulator | null): SecondReader | null {
  const model = config.SECOND_READER_MODEL;
  if (model === undefined) return null;
  const simulated = config.OPENAI_API_KEY === undefined;
  return createOpenAiSecondReader({
    apiKey: config.OPENAI_API_KEY ?? 'simulated-key',
    baseUrl: simulated ? (builtIn?.simulator.openAiUrl ?? null) : (config.OPENAI_BASE_URL ?? null),
    model,
    // A model at work while the call waits takes longer than a provider that only accepts work.
    timeoutMs: 3 * config.SUBMIT_TIMEOUT_MS,
  });
}

/** The provider works while the caller waits, which may take longer than accepting a task. */
function seoCallTimeoutMs(config: Config): number {
  return Math.max(60_000, config.SUBMIT_TIMEOUT_MS);
}

export function seoProviderOf(config: Config, simulator: Simulator | null): SeoProvider {
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
function pageCaptureOf(config: Config, texts: ForeignText): PageCapture {
  let loading: Promise<PageCapture> | null = null;
  const load = async (): Promise<PageCapture> => {
    const [{ createPageCapture }, { createChromiumRenderer }] = await Promise.all([
      import('../providers/capture/capturePages.ts'),
      import('../providers/capture/browser.ts'),
    ]);
    return createPageCapture({
      allowPrivateTargets: config.ALLOW_PRIVATE_TARGETS,
      texts,
      renderer: createChromiumRenderer(chromiumOf(config)),
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
