import type { Engine } from '../domain/runs/engine.ts';
import type { EngineDefinition, EngineParts } from '../engines/defineEngine.ts';
import { engineDefinitions } from '../engines/engineDefinitions.ts';
import type { AnswerProvider } from '../ports/answerProvider.ts';
import type { Engines } from '../ports/engines.ts';
import type { ProviderKeys } from '../ports/providerKeys.ts';
import { type Config, ConfigError } from './config.ts';
import { isPublicHttps } from './publicUrl.ts';

/**
 * Factor that shortens waits for the simulator, which answers within seconds: a trial should not take a vendor's
 * minutes.
 */
const trialHaste = 10;

/** Engine with its rights: it can be read if credentials exist, and buys only while it is ready. */
export type ConfiguredEngine = { provider: AnswerProvider; mayRead: boolean };

/** Parts that the deployment passes to all engines. */
type Deployment = Pick<EngineParts, 'simulatorUrl' | 'log' | 'now'> & { publicBaseUrl: string };

/**
 * Configures every known engine, ready ones first in the order of ENGINES. Without its vendor's credentials, an engine
 * that is named or belongs to a trial is simulated. @throws ConfigError naming ENGINES
 */
export function configuredEngines(config: Config, { publicBaseUrl, ...deployment }: Deployment): ConfiguredEngine[] {
  const on = enginesOn(config);
  const shared = new Map<string, unknown>();
  const once = <Shared>(name: string, make: () => Shared): Shared => {
    if (!shared.has(name)) shared.set(name, make());
    return shared.get(name) as Shared;
  };
  const knownItems = engineDefinitions.map((definition): ConfiguredEngine => {
    const real = hasCredentials(definition, config);
    // Keeps the simulated surface, so that the simulator's answers stay reusable once the engine is off.
    const simulated = !real;
    const reachableUrl = real && isPublicHttps(publicBaseUrl) ? publicBaseUrl : null;
    const parts = { ...deployment, simulated, reachableUrl, hastened: buildHaste(config, simulated), once };
    const provider = definition.make(config, parts);
    const offReason = findOffReason(definition, config, on, real);
    const engine: Engine = { ...provider.engine, state: offReason === null ? 'ready' : 'off', offReason };
    return { provider: { ...provider, engine }, mayRead: real || on.includes(definition.id) };
  });
  const ready = on.flatMap((id) =>
    knownItems.filter(({ provider: { engine } }) => engine.id === id && engine.state === 'ready'),
  );
  if (ready.length === 0) throw new ConfigError('ENGINES: none of the named engines can be asked; see docs/engines.md');
  return [...ready, ...knownItems.filter((one) => !ready.includes(one))];
}

function hasCredentials({ credentials }: EngineDefinition, config: Config): boolean {
  return credentials.every((name) => config[name as keyof Config] !== undefined);
}

/** Lists the credentials that this deployment could have, by vendor: whether they are set, and their purpose. */
export function deriveProviderKeys(config: Config, engines: readonly ConfiguredEngine[]): ProviderKeys[] {
  const byVariables = Map.groupBy(engineDefinitions, ({ credentials }) => credentials.join());
  const vendors = [...byVariables.values()].flatMap((definitions): ProviderKeys[] => {
    const [first] = definitions;
    if (first === undefined) return [];
    const ids = definitions.map(({ id }) => id);
    const named = engines.filter(({ provider }) => ids.includes(provider.engine.id)).map(({ provider }) => provider);
    return [
      {
        vendor: named[0]?.engine.vendor ?? first.credentials.join(' and '),
        variables: [...first.credentials],
        isSet: hasCredentials(first, config),
        usedFor: [...named.map(({ engine }) => engine.label), ...(first.alsoUsedFor ?? [])],
        testEngineId: named.find(({ probe }) => probe !== undefined)?.engine.id ?? null,
      },
    ];
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

function findOffReason(engine: EngineDefinition, config: Config, on: readonly string[], real: boolean): string | null {
  if (!on.includes(engine.id)) {
    const named = `Name it in ENGINES${real ? '' : ` and set ${engine.credentials.join(' and ')}`} to ask it.`;
    return engine.kind === 'surface' ? `${named} It is read on a public page by a third party.` : named;
  }
  const word = real ? engine.needsWord(isPublicHttps(config.publicBaseUrl ?? '')) : null;
  if (word === null || config.acceptUnresolved.includes(engine.id)) return null;
  return `${word} Name it in ACCEPT_UNRESOLVED to ask it anyway.`;
}

/** Returns the ids of the engines that are on, the declared one first. @throws ConfigError */
function enginesOn(config: Config): readonly string[] {
  for (const [variable, ids] of [
    ['ENGINES', config.engines ?? []],
    ['ACCEPT_UNRESOLVED', config.acceptUnresolved],
  ] as const) {
    const unknown = ids.find((id) => !engineDefinitions.some((engine) => engine.id === id));
    if (unknown !== undefined)
      throw new ConfigError(`${variable}: ${unknown} is none of ${engineDefinitions.map(({ id }) => id).join(', ')}`);
  }
  if (config.engines !== null) return config.engines;
  const real = engineDefinitions.filter((engine) => engine.kind === 'api' && hasCredentials(engine, config));
  if (real.length > 0) return real.map(({ id }) => id);
  // A real page is read only if the owner named its engine; simulated, it costs nothing.
  return engineDefinitions.filter((engine) => engine.inTrial && !hasCredentials(engine, config)).map(({ id }) => id);
}

/** Returns true if any engine of this configuration needs the bundled simulator. */
export function needsSimulator(config: Config): boolean {
  return simulatedEngines(config).engines.length > 0;
}

/** Lists engines that are on and simulated, with the variables they lack. @throws ConfigError */
export function simulatedEngines(config: Config): { engines: string[]; variables: string[] } {
  const on = enginesOn(config);
  const missing = engineDefinitions.filter((engine) => on.includes(engine.id) && !hasCredentials(engine, config));
  const variables = missing.flatMap(({ credentials }) => credentials);
  return { engines: missing.map(({ id }) => id), variables: [...new Set(variables)] };
}

/** Describes the engines for a command that runs next to the server and calls none of them. @throws ConfigError */
export function describedEngines(config: Config, log: EngineParts['log']): Engines {
  return enginesOf(configuredEngines(config, { simulatorUrl: null, log, publicBaseUrl: '', now: Date.now }));
}

/** Returns the public view of the engines: their list, and the parts that cannot cost money. */
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
