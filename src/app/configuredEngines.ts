import type { Engine } from '../domain/runs/engine.ts';
import type { AnswerProvider } from '../ports/answerProvider.ts';
import type { Engines } from '../ports/engines.ts';
import type { Log } from '../ports/log.ts';
import type { ProviderKeys } from '../ports/providerKeys.ts';
import { createClaudeBatch } from '../providers/answers/claude/claudeBatch.ts';
import { createTaskAccount, type TaskAccount } from '../providers/answers/dataforseo/account.ts';
import { dataForSeoEngines } from '../providers/answers/dataforseo/dataForSeoEngines.ts';
import { createPingback } from '../providers/answers/dataforseo/pingback.ts';
import { createTaskEngine } from '../providers/answers/dataforseo/taskEngine.ts';
import type { TaskEngineSpec } from '../providers/answers/dataforseo/taskEngineSpec.ts';
import { createGeminiInteractions } from '../providers/answers/gemini/geminiInteractions.ts';
import { createOpenAiResponses } from '../providers/answers/openaiResponses.ts';
import { createPerplexityAgent } from '../providers/answers/perplexity/perplexityAgent.ts';
import type { Simulator } from '../simulator/startSimulator.ts';
import { type Config, ConfigError } from './config.ts';
import { isPublicHttps } from './publicUrl.ts';

/** Parts of an adapter. `simulated`: it calls the bundled simulator, under names that say so. */
export type EngineParts = {
  simulator: Simulator | null;
  log: Log;
  simulated: boolean;
  publicBaseUrl: string;
  /** A wait that the engine fixes itself, in milliseconds, as this deployment takes it: shorter in tests and trials. */
  hastened(ms: number): number;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Returns the shared parts of the DataForSEO account's engines. */
  dataForSeo(): TaskAccount;
};

/** One engine as this deployment could have it. */
type EngineRow = {
  id: string;
  kind: Engine['kind'];
  /** The variables without which nothing real can be asked, as they are named in messages. */
  credentials: string;
  hasCredentials(config: Config): boolean;
  /** On in a trial without any key, so that a first report shows a comparison. */
  inTrial: boolean;
  /** A lost create may never be found: real purchases need the operator's word in ACCEPT_UNRESOLVED. Null: none needed. */
  needsWord(config: Config): string | null;
  make(config: Config, parts: EngineParts): AnswerProvider;
};

/** One row an engine, in the order in which they are offered. */
const rows: readonly EngineRow[] = [
  {
    id: 'openai',
    kind: 'api',
    credentials: 'OPENAI_API_KEY',
    hasCredentials: (config) => config.OPENAI_API_KEY !== undefined,
    inTrial: true,
    needsWord: () => null,
    make: openAi,
  },
  ...dataForSeoEngines.map(
    (spec): EngineRow => ({
      id: spec.id,
      kind: 'surface',
      credentials: 'DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD',
      hasCredentials: hasDataForSeo,
      inTrial: spec.id === 'google-ai-mode',
      needsWord: () => null,
      make: (config, parts) => dataForSeoEngine(spec, config, parts),
    }),
  ),
  {
    id: 'claude-api',
    kind: 'api',
    credentials: 'ANTHROPIC_API_KEY',
    hasCredentials: (config) => config.ANTHROPIC_API_KEY !== undefined,
    inTrial: true,
    needsWord: () => null,
    make: claude,
  },
  {
    id: 'gemini-api',
    kind: 'api',
    credentials: 'GEMINI_API_KEY',
    hasCredentials: (config) => config.GEMINI_API_KEY !== undefined,
    inTrial: false,
    needsWord: (config) =>
      isPublicHttps(config.publicBaseUrl ?? '')
        ? null
        : 'A lost purchase there is found by a webhook alone, and PUBLIC_BASE_URL is not a public https address.',
    make: gemini,
  },
  {
    id: 'perplexity-api',
    kind: 'api',
    credentials: 'PERPLEXITY_API_KEY',
    hasCredentials: (config) => config.PERPLEXITY_API_KEY !== undefined,
    inTrial: false,
    needsWord: () => 'A lost purchase there cannot be found again: its vendor takes no mark and lists nothing.',
    make: perplexity,
  },
];

/**
 * Factor that shortens waits for the simulator, which has an answer within seconds: a trial should not take a vendor's
 * minutes.
 */
const trialHaste = 10;

/** Engine and its rights: it can be read wherever credentials exist, and buys only while it is ready. */
export type ConfiguredEngine = { provider: AnswerProvider; mayRead: boolean };

/**
 * Every engine this service knows, the ready ones first and in the order of ENGINES. Without its vendor's credentials an
 * engine that is named, or belongs to a trial, is simulated. @throws ConfigError naming ENGINES
 */
export function configuredEngines(
  config: Config,
  parts: Omit<EngineParts, 'simulated' | 'hastened' | 'dataForSeo'>,
): ConfiguredEngine[] {
  const on = enginesOn(config);
  let account: TaskAccount | null = null;
  const dataForSeo = (): TaskAccount => {
    account ??= dataForSeoAccount(config, { ...parts, hastened: buildHaste(config, !hasDataForSeo(config)) });
    return account;
  };
  const knownItems = rows.map((row): ConfiguredEngine => {
    const real = row.hasCredentials(config);
    // As its vendor would be: what the simulator answered stays reusable once the engine is off.
    const simulated = !real;
    const provider = row.make(config, { ...parts, simulated, hastened: buildHaste(config, simulated), dataForSeo });
    const offReason = findOffReason(row, config, on, real);
    const engine: Engine = { ...provider.engine, state: offReason === null ? 'ready' : 'off', offReason };
    return { provider: { ...provider, engine }, mayRead: real || on.includes(row.id) };
  });
  const ready = on.flatMap((id) =>
    knownItems.filter(({ provider: { engine } }) => engine.id === id && engine.state === 'ready'),
  );
  if (ready.length === 0) throw new ConfigError('ENGINES: none of the named engines can be asked; see docs/engines.md');
  return [...ready, ...knownItems.filter((one) => !ready.includes(one))];
}

/** The credentials that this deployment could have, by vendor: whether they are set, and what for. */
export function deriveProviderKeys(config: Config, engines: readonly ConfiguredEngine[]): ProviderKeys[] {
  const byVariables = Map.groupBy(rows, ({ credentials }) => credentials);
  const vendors = [...byVariables].map(([credentials, [first, ...others]]): ProviderKeys => {
    const ids = [first, ...others].flatMap((row) => (row === undefined ? [] : [row.id]));
    const named = engines.filter(({ provider }) => ids.includes(provider.engine.id)).map(({ provider }) => provider);
    const isDataForSeo = first?.kind === 'surface';
    return {
      vendor: isDataForSeo ? 'DataForSEO' : (named[0]?.engine.vendor ?? credentials),
      variables: credentials.split(' and '),
      isSet: first?.hasCredentials(config) === true,
      usedFor: [...named.map(({ engine }) => engine.label), ...(isDataForSeo ? ['SEO overviews'] : [])],
      testEngineId: named.find(({ probe }) => probe !== undefined)?.engine.id ?? null,
    };
  });
  const mail: ProviderKeys = {
    vendor: 'Mail server',
    variables: ['SMTP_URL', 'MAIL_FROM'],
    isSet: config.SMTP_URL !== undefined,
    usedFor: ['alerts by mail', 'links for forgotten passwords'],
    testEngineId: null,
  };
  return [...vendors, mail];
}

function buildHaste(config: Config, simulated: boolean): EngineParts['hastened'] {
  const haste = simulated ? Math.max(trialHaste, config.ENGINE_HASTE) : config.ENGINE_HASTE;
  return (ms) => Math.max(10, Math.round(ms / haste));
}

function findOffReason(row: EngineRow, config: Config, on: readonly string[], real: boolean): string | null {
  if (!on.includes(row.id)) {
    const named = `Name it in ENGINES${real ? '' : ` and set ${row.credentials}`} to ask it.`;
    return row.kind === 'surface' ? `${named} It is read on a public page by a third party.` : named;
  }
  const word = real ? row.needsWord(config) : null;
  if (word === null || config.acceptUnresolved.includes(row.id)) return null;
  return `${word} Name it in ACCEPT_UNRESOLVED to ask it anyway.`;
}

/** Ids of the engines that are on, the declared one first. @throws ConfigError */
function enginesOn(config: Config): readonly string[] {
  for (const [variable, ids] of [
    ['ENGINES', config.engines ?? []],
    ['ACCEPT_UNRESOLVED', config.acceptUnresolved],
  ] as const) {
    const unknown = ids.find((id) => !rows.some((row) => row.id === id));
    if (unknown !== undefined)
      throw new ConfigError(`${variable}: ${unknown} is none of ${rows.map(({ id }) => id).join(', ')}`);
  }
  if (config.engines !== null) return config.engines;
  const real = rows.filter((row) => row.kind === 'api' && row.hasCredentials(config));
  if (real.length > 0) return real.map(({ id }) => id);
  // A surface is read on a real page only when its owner named it; simulated, it costs nothing.
  return rows.filter((row) => row.inTrial && !row.hasCredentials(config)).map(({ id }) => id);
}

/** Returns true if any engine of this configuration needs the bundled simulator. */
export function needsSimulator(config: Config): boolean {
  return simulatedEngines(config).engines.length > 0;
}

/** Engines that are on and simulated, with the variables that are missing for them. @throws ConfigError */
export function simulatedEngines(config: Config): { engines: string[]; variables: string[] } {
  const on = enginesOn(config);
  const missing = rows.filter((row) => on.includes(row.id) && !row.hasCredentials(config));
  const variables = missing.flatMap(({ credentials }) => credentials.split(' and '));
  return { engines: missing.map(({ id }) => id), variables: [...new Set(variables)] };
}

function openAi(config: Config, { simulator, log, simulated }: EngineParts): AnswerProvider {
  return createOpenAiResponses({
    apiKey: config.OPENAI_API_KEY ?? 'simulated-key',
    baseUrl: simulated ? (simulator?.openAiUrl ?? null) : (config.OPENAI_BASE_URL ?? null),
    model: simulated ? 'simulated-model' : config.OPENAI_MODEL,
    webhookSecret: config.OPENAI_WEBHOOK_SECRET ?? null,
    submitTimeoutMs: config.SUBMIT_TIMEOUT_MS,
    deadlineMs: config.RUN_DEADLINE_SECONDS * 1_000,
    pollIntervalMs: config.POLL_INTERVAL_MS,
    simulated,
    log,
  });
}

function hasDataForSeo(config: Config): boolean {
  return config.DATAFORSEO_LOGIN !== undefined;
}

function dataForSeoAccount(config: Config, parts: Pick<EngineParts, 'simulator' | 'now' | 'hastened'>): TaskAccount {
  return createTaskAccount({
    login: config.DATAFORSEO_LOGIN ?? 'simulated-login',
    password: config.DATAFORSEO_PASSWORD ?? 'simulated-password',
    baseUrl: hasDataForSeo(config) ? (config.DATAFORSEO_BASE_URL ?? null) : (parts.simulator?.url ?? null),
    timeoutMs: config.SUBMIT_TIMEOUT_MS,
    now: parts.now,
    hastened: parts.hastened,
  });
}

function dataForSeoEngine(spec: TaskEngineSpec, config: Config, parts: EngineParts): AnswerProvider {
  const { simulated, publicBaseUrl } = parts;
  const secret = config.DATAFORSEO_PINGBACK_SECRET ?? null;
  const reachable = !simulated && isPublicHttps(publicBaseUrl);
  const pingback = secret === null || !reachable ? null : createPingback(spec.id, secret, publicBaseUrl);
  return createTaskEngine(spec, parts.dataForSeo(), { simulated, pingback });
}

function claude(config: Config, { simulator, simulated, hastened }: EngineParts): AnswerProvider {
  return createClaudeBatch({
    apiKey: config.ANTHROPIC_API_KEY ?? 'simulated-key',
    baseUrl: simulated ? `${simulator?.url}/anthropic` : (config.ANTHROPIC_BASE_URL ?? null),
    model: simulated ? 'simulated-model' : config.ANTHROPIC_MODEL,
    submitTimeoutMs: config.SUBMIT_TIMEOUT_MS,
    hastened,
    simulated,
  });
}

function gemini(config: Config, { simulator, simulated, hastened }: EngineParts): AnswerProvider {
  const address = config.publicBaseUrl ?? '';
  return createGeminiInteractions({
    apiKey: config.GEMINI_API_KEY ?? 'simulated-key',
    baseUrl: simulated ? `${simulator?.url}/gemini` : (config.GEMINI_BASE_URL ?? null),
    model: simulated ? 'simulated-model' : config.GEMINI_MODEL,
    webhookSecret: config.GEMINI_WEBHOOK_SECRET ?? null,
    noticeUrl: !simulated && isPublicHttps(address) ? `${address}/api/webhooks/gemini-api` : null,
    noticeAudience: config.GEMINI_WEBHOOK_AUDIENCE ?? null,
    submitTimeoutMs: config.SUBMIT_TIMEOUT_MS,
    hastened,
    simulated,
  });
}

function perplexity(config: Config, { simulator, simulated, hastened }: EngineParts): AnswerProvider {
  return createPerplexityAgent({
    apiKey: config.PERPLEXITY_API_KEY ?? 'simulated-key',
    baseUrl: simulated ? `${simulator?.url}/perplexity` : (config.PERPLEXITY_BASE_URL ?? null),
    model: simulated ? 'simulated-model' : config.PERPLEXITY_MODEL,
    submitTimeoutMs: config.SUBMIT_TIMEOUT_MS,
    hastened,
    simulated,
  });
}

/** Describes the engines for a command that runs next to the server and calls none of them. @throws ConfigError */
export function describedEngines(config: Config, log: Log): Engines {
  return enginesOf(configuredEngines(config, { simulator: null, log, publicBaseUrl: '', now: Date.now }));
}

/** Returns the public view of the engines: the list of them, and their halves that cannot cost money. */
export function enginesOf(configured: readonly ConfiguredEngine[]): Engines {
  const [first] = configured;
  if (first === undefined) throw new Error('a deployment has at least one engine');
  const byId = new Map(configured.map((one) => [one.provider.engine.id, one]));
  const engines = configured.map(({ provider }) => provider.engine);
  return {
    declared: first.provider.engine,
    all: engines.filter(({ state }) => state === 'ready'),
    known: engines,
    find: (id) => byId.get(id)?.provider.engine ?? null,
    of: (run) => {
      const one = run.engine === null ? undefined : byId.get(run.engine);
      return one === undefined || !one.mayRead ? null : { engine: one.provider.engine, reader: one.provider };
    },
  };
}
