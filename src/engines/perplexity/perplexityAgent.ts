import { z } from 'zod';
import type { PriceRow } from '../../domain/money/priceBook.ts';
import { engineLabel } from '../../domain/runs/engineLabels.ts';
import type { AnswerProvider } from '../../ports/answerProvider.ts';
import { fillRecord, numberOf, textOf } from '../../providers/wireRecords.ts';
import { type BackgroundOptions, backgroundOptions, createBackgroundEngine } from '../createBackgroundEngine.ts';
import { defineEngine } from '../defineEngine.ts';
import { address, text } from '../settingSchemas.ts';
import type { ReadError } from '../vendorReply.ts';
import { freezePerplexity } from './perplexityAnswer.ts';
import {
  maxOutputTokens,
  maxSteps,
  perplexityBody,
  perplexityFingerprint,
  perplexityHarness,
} from './perplexityRequest.ts';
import { buildPerplexitySnapshot } from './perplexitySnapshot.ts';
import prices from './prices.json' with { type: 'json' };

const id = 'perplexity-api';
const simulatorPath = '/perplexity';
const responses = '/v1/responses';
/** The vendor states no maximum; this many are certainly accepted. */
const maxDomains = 10;

const readError: ReadError = (body) => {
  const error = fillRecord(body.error);
  const message = textOf(error?.message);
  const number = numberOf(error?.code);
  const code = textOf(error?.code) ?? textOf(error?.type) ?? (number === null ? null : `http_${number}`);
  return code === null || message === null ? null : { code, message };
};

/**
 * Perplexity's Agent API in the background. It accepts no tag and has no list: a create whose reply is lost stays lost.
 */
export function createPerplexityAgent(options: BackgroundOptions): AnswerProvider {
  return createBackgroundEngine(
    {
      facts: {
        id,
        label: engineLabel(id, options.model),
        vendor: 'Perplexity',
        harnessName: perplexityHarness,
        recovery: 'none',
        recoveryNote:
          'It cannot be found: the provider accepts no label and lists no tasks. Such a run ends as unresolved after an hour, with its worst case kept.',
        honours: ['domains', 'country', 'region', 'city', 'language', 'contextSize', 'model'],
        usualMs: 30_000,
        deadlineMs: 3_600_000,
        work: {
          typical: { inputTokens: 10_000, outputTokens: 1_000, searches: 1 },
          max: { inputTokens: 60_000, outputTokens: maxOutputTokens, searches: maxSteps },
        },
        looks: [
          { fromMs: 0, everyMs: 3_000 },
          { fromMs: 15_000, everyMs: 8_000 },
          { fromMs: 60_000, everyMs: 15_000 },
        ],
      },
      vendorUrl: 'https://api.perplexity.ai',
      headers: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
      path: responses,
      readError,
      // Work may have begun before a 408 or a 409.
      isRefusal: (status) => status >= 400 && status < 500 && status !== 408 && status !== 409,
      fingerprint: perplexityFingerprint,
      body: perplexityBody,
      snapshot: buildPerplexitySnapshot,
      freeze: freezePerplexity,
    },
    options,
    ({ call }) => ({
      checkSettings: async ({ search: { allowedDomains } }) =>
        allowedDomains.length <= maxDomains
          ? null
          : { field: 'search.allowedDomains', message: `Perplexity is asked with at most ${maxDomains} domains` },
      async probe() {
        // The vendor has no list: reading an id that does not exist is free, and only a valid key gets that far.
        const reply = await call({ method: 'GET', path: `${responses}/resp_00000000-0000-0000-0000-000000000000` });
        const isKnown = reply.ok || (reply.error !== null && (reply.httpStatus === 404 || reply.httpStatus === 400));
        return isKnown
          ? { ok: true, message: 'The key is accepted.' }
          : { ok: false, message: reply.ok ? '' : reply.summary };
      },
    }),
  );
}

export const perplexityApi = defineEngine({
  id,
  kind: 'api',
  variables: {
    PERPLEXITY_API_KEY: text.describe('Provider key of the engine perplexity-api.'),
    PERPLEXITY_BASE_URL: address.describe('Another address with the same protocol, without /v1.'),
    PERPLEXITY_MODEL: z.string().default('perplexity/sonar').describe('Its model when a case names none.'),
  },
  credentials: ['PERPLEXITY_API_KEY'],
  foreignNames: { PPLX_API_KEY: 'PERPLEXITY_API_KEY' },
  inTrial: false,
  needsWord: () => 'A lost purchase there cannot be found again: its vendor takes no mark and lists nothing.',
  make: ({ PERPLEXITY_API_KEY: key, PERPLEXITY_BASE_URL: url, PERPLEXITY_MODEL: model, ...settings }, parts) =>
    createPerplexityAgent(backgroundOptions({ key, url, model, simulatorPath }, settings, parts)),
  freeze: freezePerplexity,
  prices: prices as PriceRow[],
  simulator: {
    variable: 'PERPLEXITY_BASE_URL',
    path: simulatorPath,
    dialect: async () => (await import('./perplexityDialect.ts')).createPerplexityDialect,
    faults: async () => (await import('./perplexityFaults.ts')).perplexityFaults,
  },
});
