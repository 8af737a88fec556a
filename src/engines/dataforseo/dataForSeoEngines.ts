import type { PriceRow } from '../../domain/money/priceBook.ts';
import { defineEngine, type EngineParts, type SharedSettings } from '../defineEngine.ts';
import { address, secret, text } from '../settingSchemas.ts';
import { createTaskAccount } from './account.ts';
import { chatGptWeb } from './chatGptWeb.ts';
import { geminiWeb } from './geminiWeb.ts';
import { googleAiMode } from './googleAiMode.ts';
import { googleAiOverview } from './googleAiOverview.ts';
import { createPingback } from './pingback.ts';
import prices from './prices.json' with { type: 'json' };
import { createTaskEngine } from './taskEngine.ts';
import type { TaskEngineSpec } from './taskEngineSpec.ts';
import { freezeTask } from './taskSnapshot.ts';

/** Pages that this vendor reads, in the order in which they are offered. */
export const taskEngineSpecs: readonly TaskEngineSpec[] = [googleAiMode, googleAiOverview, chatGptWeb, geminiWeb];

const variables = {
  DATAFORSEO_LOGIN: text.describe(
    'Login of DataForSEO: SEO lookups, and the engines that are read through it. Unset: the bundled simulator answers.',
  ),
  DATAFORSEO_PASSWORD: text.describe('Password of DataForSEO.'),
  DATAFORSEO_BASE_URL: address.describe('Another address, for example the provider’s sandbox.'),
  DATAFORSEO_PINGBACK_SECRET: secret(16).describe(
    'Lets DataForSEO report when a task is ready, below /api/webhooks; needs a public https address. At least 16 characters. Unset: polling only.',
  ),
};

type Settings = { [Name in keyof typeof variables]?: string | undefined } & Pick<SharedSettings, 'SUBMIT_TIMEOUT_MS'>;

function buildAccount(settings: Settings, { simulated, simulatorUrl, now, hastened }: EngineParts) {
  return createTaskAccount({
    login: settings.DATAFORSEO_LOGIN ?? 'simulated-login',
    password: settings.DATAFORSEO_PASSWORD ?? 'simulated-password',
    baseUrl: simulated ? simulatorUrl : (settings.DATAFORSEO_BASE_URL ?? null),
    timeoutMs: settings.SUBMIT_TIMEOUT_MS,
    now,
    hastened,
  });
}

/** The engines that are read through this vendor. */
export const dataForSeoEngines = taskEngineSpecs.map((spec) =>
  defineEngine({
    id: spec.id,
    kind: 'surface',
    variables,
    credentials: ['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD'],
    alsoUsedFor: ['SEO overviews'],
    inTrial: spec.inTrial ?? false,
    needsWord: () => null,
    make(settings, parts) {
      const { DATAFORSEO_PINGBACK_SECRET: shared } = settings;
      const { simulated, reachableUrl } = parts;
      const account = parts.once('DataForSEO', () => buildAccount(settings, parts));
      const pingback =
        shared === undefined || reachableUrl === null ? null : createPingback(spec.id, shared, reachableUrl);
      return createTaskEngine(spec, account, { simulated, pingback });
    },
    freeze: freezeTask(spec),
    prices: (prices as PriceRow[]).filter(({ engine }) => engine === spec.id),
    exportedPath: spec.path,
    simulator: {
      variable: 'DATAFORSEO_BASE_URL',
      path: '',
      dialect: async () => (await import('./taskDialect.ts')).createTaskDialect,
      faults: async () => (await import('./dataForSeoFaults.ts')).dataForSeoFaults,
    },
  }),
);
