import type { Kysely } from 'kysely';
import pino from 'pino';
import { createActiveOperations } from '../api/activeOperations.ts';
import type { ApiContext } from '../api/apiContext.ts';
import { sha256Hex } from '../domain/text/canonicalJson.ts';
import { freezers } from '../engines/engineDefinitions.ts';
import { outsideRequest } from '../http/requestIds.ts';
import { closeBuyers } from '../ports/buyers.ts';
import type { ForeignText } from '../ports/foreignText.ts';
import type { AccountTables } from '../providers/accounts/accountRows.ts';
import { createAccounts } from '../providers/accounts/betterAuth.ts';
import { fetchClientDocument } from '../providers/accounts/clientDocuments.ts';
import { whyNoBrowser } from '../providers/capture/chromium.ts';
import { createMessenger } from '../providers/messages/createMessenger.ts';
import { createChromiumPaper } from '../providers/paper/chromiumPaper.ts';
import { createThreadPool } from '../providers/reading/threadPool.ts';
import { createVendorReader } from '../providers/vendors/createVendorReader.ts';
import { createPrices } from '../services/money/currentPrices.ts';
import { isSetupOpen } from '../store/access/setup.ts';
import { openReplica } from '../store/database/replica.ts';
import { createWorker, type Worker } from '../worker/worker.ts';
import { startBuiltInSimulator, withHints } from './builtInSimulator.ts';
import { type Config, chromiumOf } from './config.ts';
import {
  type ConfiguredEngine,
  configuredEngines,
  deriveProviderKeys,
  enginesOf,
  needsSimulator,
} from './configuredEngines.ts';
import { evidenceStoreOf } from './configuredEvidence.ts';
import {
  buildPageCapture,
  buildSeoProvider,
  describeReader,
  findModelReader,
  findSecondReader,
} from './configuredProviders.ts';
import { buildSpills } from './configuredSpill.ts';
import { openStores, startClock } from './openStores.ts';
import { priceList, readOwnPrices } from './ownPrices.ts';
import { countCalls, createProviderCalls, type ProviderCalls, refuseInTransaction } from './providerCalls.ts';
import type { Replacements } from './replacements.ts';
import { withRequestIds } from './requestLines.ts';
import { buildSettings } from './settings.ts';
import { systemRuntime } from './systemRuntime.ts';
import { fenceOlderState, keepWorkMark } from './workMark.ts';

/** The assembled and migrated service, not yet listening. */
export type Service = {
  api: ApiContext;
  worker: Worker;
  /** Calls to providers, and their outcomes. */
  calls: ProviderCalls;
  /** One-time setup token to print; null if an account exists. */
  setupToken: string | null;
  /** Simulated parts, for the startup message. */
  simulated: { answers: boolean; seo: boolean };
  /** True if a browser exists but is not used because this process runs as root. */
  browserRefusedAsRoot: boolean;
  /** Ends every wait for an outside reply; missing replies are saved as unknown. */
  stopWaiting(): void;
  close(): Promise<void>;
};

/** The composition root: creates every part once and passes it to its users. */
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
    configuredEngines(config, { simulatorUrl: builtIn?.simulator.url ?? null, log, publicBaseUrl, now: runtime.now })
  ).map(({ provider, mayRead }) => {
    const hinted = builtIn === null ? provider : withHints(provider, builtIn, db);
    const { id: name, simulated } = provider.engine;
    return { provider: countCalls(hinted, 'a call to an engine', { name, simulated }, calls), mayRead };
  });
  const engines = enginesOf(configured);
  const secondReader = replace.secondReader ?? findSecondReader(config, builtIn);
  const modelReader = replace.modelReader ?? findModelReader(config, builtIn);
  const simulatesReader = replace.secondReader === undefined && config.OPENAI_API_KEY === undefined;
  const seoProvider = replace.seo ?? buildSeoProvider(config, builtIn?.simulator ?? null);
  const seo = countCalls(seoProvider, 'a call to the SEO provider', seoProvider, calls);

  const stopping = new AbortController();
  const pool = createThreadPool(replace.readingLimits);
  const texts: ForeignText = refuseInTransaction(pool, 'analysis of foreign text');
  let worker: Worker | null = null;
  const api: ApiContext = {
    db,
    databaseKind: engine,
    requestLog,
    runtime,
    log,
    strictOutput: replace.strictOutput ?? false,
    underWay: createActiveOperations(),
    copy,
    settings: buildSettings(config, { publicBaseUrl, sessionSecret, setupToken }, replace),
    engines,
    providerKeys: deriveProviderKeys(config, configured),
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
      modelReader:
        modelReader === null
          ? null
          : countCalls(
              modelReader,
              'a reading by the model',
              { name: 'model-reader', simulated: modelReader.simulated },
              calls,
            ),
      seo,
    }),
    secondReader: secondReader === null ? null : { identity: secondReader.identity, timeoutMs: secondReader.timeoutMs },
    modelReader: modelReader === null ? null : describeReader(modelReader),
    seo,
    prices: createPrices({ db, runtime }, priceList, ownPrices),
    capture: refuseInTransaction(buildPageCapture(config, texts, replace), 'a page capture'),
    messenger: refuseInTransaction(
      createMessenger({
        allowPrivateTargets: config.ALLOW_PRIVATE_TARGETS,
        timeoutMs: replace.messageTimeoutMs ?? 15_000,
        smtp: config.SMTP_URL === undefined ? null : { url: config.SMTP_URL, from: config.MAIL_FROM ?? '' },
      }),
      'a delivery',
    ),
    vendors: refuseInTransaction(
      {
        ...createVendorReader({
          allowPrivateTargets: config.ALLOW_PRIVATE_TARGETS,
          ...(replace.vendorPlace === undefined ? {} : { place: replace.vendorPlace }),
          ...(replace.resolveHost === undefined ? {} : { resolve: replace.resolveHost }),
        }),
        ...replace.vendors,
      },
      'a call to a vendor',
    ),
    paper: createChromiumPaper(chromiumOf(config)),
    freezers,
    evidence: evidenceStoreOf(config),
    texts,
    ...buildSpills(config, log),
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
    wakeWorker: () => outsideRequest(() => worker?.wake()),
  };
  worker = createWorker(api, {
    concurrency: 64,
    alone: engine === 'sqlite',
  });
  const workMark = keepWorkMark(marked, calls.paid);
  return {
    api,
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
