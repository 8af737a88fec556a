import { createModelReader } from '../engines/openai/modelReader.ts';
import { createOpenAiSecondReader } from '../engines/openai/openaiSecondReader.ts';
import type { Simulator } from '../engines/startSimulator.ts';
import type { ForeignText } from '../ports/foreignText.ts';
import type { ModelReader } from '../ports/modelReader.ts';
import type { PageCapture } from '../ports/pageCapture.ts';
import type { SecondReader } from '../ports/secondReader.ts';
import type { SeoProvider } from '../ports/seoProvider.ts';
import { createDataForSeo } from '../providers/seo/dataForSeo.ts';
import type { BuiltInSimulator } from './builtInSimulator.ts';
import { type Config, ConfigError, chromiumOf } from './config.ts';
import type { Replacements } from './replacements.ts';
import { readSecretFile } from './secretFile.ts';

/** Returns the second reader; null while no model is configured. */
export function findSecondReader(config: Config, builtIn: BuiltInSimulator | null): SecondReader | null {
  const model = config.SECOND_READER_MODEL;
  if (model === undefined) return null;
  const simulated = config.OPENAI_API_KEY === undefined;
  return createOpenAiSecondReader({
    apiKey: config.OPENAI_API_KEY ?? 'simulated-key',
    baseUrl: simulated ? (builtIn?.simulator.openAiUrl ?? null) : (config.OPENAI_BASE_URL ?? null),
    model,
    // A model that works during the call takes longer than a provider that only accepts work.
    timeoutMs: 3 * config.SUBMIT_TIMEOUT_MS,
  });
}

/** Returns the model that reads saved answers; null while none is configured. @throws ConfigError */
export function findModelReader(config: Config, builtIn: BuiltInSimulator | null): ModelReader | null {
  const { READER_MODEL: model, READER_URL: url, READER_API_KEY_FILE: keyFile } = config;
  if (model === undefined) {
    if (url !== undefined) throw new ConfigError('READER_URL: needs READER_MODEL');
    return null;
  }
  // A model that works during the call takes longer than a provider that only accepts work; a local one even longer.
  const shared = { model, timeoutMs: (url === undefined ? 3 : 10) * config.SUBMIT_TIMEOUT_MS };
  if (url !== undefined) {
    const apiKey = keyFile === undefined ? 'none' : readKeyFile(keyFile);
    const isFree = isLoopback(new URL(url).hostname);
    return createModelReader({
      ...shared,
      protocol: 'chat',
      apiKey,
      baseUrl: url,
      pricedAs: 'reader',
      isFree,
      simulated: false,
    });
  }
  const simulated = config.OPENAI_API_KEY === undefined;
  return createModelReader({
    ...shared,
    protocol: 'responses',
    apiKey: config.OPENAI_API_KEY ?? 'simulated-key',
    baseUrl: simulated ? (builtIn?.simulator.openAiUrl ?? null) : (config.OPENAI_BASE_URL ?? null),
    ...{ pricedAs: 'openai', isFree: false, simulated },
  });
}

/** Describes a reading model without the ability to call it. */
export function describeReader({ identity, pricedAs, isFree, simulated, timeoutMs }: ModelReader) {
  return { identity, pricedAs, isFree, simulated, timeoutMs };
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127\./.test(host);

function readKeyFile(path: string): string {
  const key = readSecretFile(path);
  if (key === null) throw new ConfigError('READER_API_KEY_FILE: names a file that is empty or cannot be read');
  return key;
}

/** The provider works during the call, which may take longer than accepting a task. */
export function seoCallTimeoutMs(config: Config): number {
  return Math.max(60_000, config.SUBMIT_TIMEOUT_MS);
}

export function buildSeoProvider(config: Config, simulator: Simulator | null): SeoProvider {
  const simulated = config.DATAFORSEO_LOGIN === undefined;
  return createDataForSeo({
    login: config.DATAFORSEO_LOGIN ?? 'simulated-login',
    password: config.DATAFORSEO_PASSWORD ?? 'simulated-password',
    baseUrl: simulated ? (simulator?.url ?? null) : (config.DATAFORSEO_BASE_URL ?? null),
    simulated,
    timeoutMs: seoCallTimeoutMs(config),
  });
}

/**
 * Page capture includes its own HTTP client, so it is loaded by the first website check; an idle server does not need
 * it.
 */
export function buildPageCapture(
  config: Config,
  texts: ForeignText,
  { resolveHost: resolve, website }: Pick<Replacements, 'resolveHost' | 'website'>,
): PageCapture {
  let loading: Promise<PageCapture> | null = null;
  const load = async (): Promise<PageCapture> => {
    const [{ createPageCapture }, { createChromiumRenderer }, { exchangeWith }] = await Promise.all([
      import('../providers/capture/capturePages.ts'),
      import('../providers/capture/browser.ts'),
      import('../providers/capture/servedPages.ts'),
    ]);
    return createPageCapture({
      allowPrivateTargets: config.ALLOW_PRIVATE_TARGETS,
      texts,
      ...(resolve === undefined ? {} : { guard: { resolve } }),
      ...(website === undefined ? {} : exchangeWith(website)),
      renderer: createChromiumRenderer(chromiumOf(config)),
    });
  };
  return {
    async capture(request, hooks) {
      loading ??= load();
      return (await loading).capture(request, hooks);
    },
    async checkForToken(request) {
      loading ??= load();
      return (await loading).checkForToken(request);
    },
    async visit(request, hooks) {
      loading ??= load();
      return (await loading).visit(request, hooks);
    },
  };
}
