import { z } from 'zod';
import type { PriceRow } from '../../domain/money/priceBook.ts';
import { engineLabel } from '../../domain/runs/engineLabels.ts';
import type { AnswerProvider } from '../../ports/answerProvider.ts';
import { fillRecord, numberOf, textOf } from '../../providers/wireRecords.ts';
import { type BackgroundOptions, backgroundOptions, createBackgroundEngine } from '../createBackgroundEngine.ts';
import { defineEngine } from '../defineEngine.ts';
import { address, text } from '../settingSchemas.ts';
import type { ReadError } from '../vendorReply.ts';
import { freezeGemini } from './geminiAnswer.ts';
import { createGeminiNotices } from './geminiNotice.ts';
import { geminiBody, geminiFingerprint, geminiHarness, maxOutputTokens } from './geminiRequest.ts';
import { buildGeminiSnapshot } from './geminiSnapshot.ts';
import prices from './prices.json' with { type: 'json' };

type GeminiOptions = BackgroundOptions & {
  /** `whsec_…` of the project's webhook; null without one. */
  webhookSecret: string | null;
  /** Address at which this server receives notices; null while it has no public https address. */
  noticeUrl: string | null;
  /** Audience of the vendor’s signed notices, where that is not the address of the notices. */
  noticeAudience: string | null;
};

const id = 'gemini-api';
const simulatorPath = '/gemini';
const refusals = new Set([400, 401, 403, 404, 429]);

const readError: ReadError = (body) => {
  const error = fillRecord(body.error);
  const message = textOf(error?.message);
  const number = numberOf(error?.code);
  const code = textOf(error?.status) ?? textOf(error?.code) ?? (number === null ? null : `http_${number}`);
  return code === null || message === null ? null : { code, message };
};

/** Gemini with Google Search as a background interaction. The vendor has no list: only its webhook names a lost one. */
function createGeminiInteractions(options: GeminiOptions): AnswerProvider {
  return createBackgroundEngine(
    {
      facts: {
        id,
        label: engineLabel(id),
        vendor: 'Google',
        harnessName: geminiHarness,
        recovery: 'by_webhook',
        recoveryNote:
          'Only by the webhook that its provider sends when the work ends, which needs a public https address. Without it, a lost purchase ends as unresolved, with its worst case kept.',
        honours: ['language', 'model'],
        usualMs: 30_000,
        deadlineMs: 3_600_000,
        work: {
          typical: { inputTokens: 4_000, outputTokens: 1_500, searches: 3 },
          max: { inputTokens: 50_000, outputTokens: maxOutputTokens, searches: 10 },
        },
        looks: [
          { fromMs: 0, everyMs: 5_000 },
          { fromMs: 5_000, everyMs: 10_000 },
          { fromMs: 15_000, everyMs: 20_000 },
        ],
      },
      vendorUrl: 'https://generativelanguage.googleapis.com',
      headers: (apiKey) => ({ 'x-goog-api-key': apiKey, 'api-revision': '2026-05-20' }),
      secrets: [options.webhookSecret ?? ''],
      path: '/v1beta/interactions',
      // New work may be unknown for half an hour, so no run is given up for that before its deadline.
      lookQuery: '?include_input=true',
      readError,
      isRefusal: (status) => refusals.has(status),
      fingerprint: geminiFingerprint,
      body: (request) => geminiBody(request, options.noticeUrl),
      snapshot: buildGeminiSnapshot,
      freeze: freezeGemini,
    },
    options,
    ({ baseUrl, call }) => ({
      verifyNotice: createGeminiNotices({
        secret: options.webhookSecret,
        keysUrl: `${baseUrl}/.well-known/jwks.json`,
        audiences: [options.noticeUrl, options.noticeAudience].filter((one) => one !== null),
      }),
      async probe() {
        const reply = await call({ method: 'GET', path: '/v1beta/models?pageSize=1' });
        return reply.ok ? { ok: true, message: 'The key may list models.' } : { ok: false, message: reply.summary };
      },
    }),
  );
}

export const geminiApi = defineEngine({
  id,
  kind: 'api',
  variables: {
    GEMINI_API_KEY: text.describe('Provider key of the engine gemini-api.'),
    GEMINI_BASE_URL: address.describe('Another address with the same protocol, without /v1beta.'),
    GEMINI_MODEL: z.string().default('gemini-3.5-flash').describe('Its model when a case names none.'),
    GEMINI_WEBHOOK_SECRET: text.describe(
      'Secret (whsec_…) of a webhook that is registered for the whole project at /api/webhooks/gemini-api. Unset: each create names that address automatically.',
    ),
    GEMINI_WEBHOOK_AUDIENCE: text.describe('Audience of the vendor’s signed notices, if it is not their address.'),
  },
  credentials: ['GEMINI_API_KEY'],
  foreignNames: { GOOGLE_API_KEY: 'GEMINI_API_KEY' },
  inTrial: false,
  needsWord: (isReachable) =>
    isReachable
      ? null
      : 'A lost purchase there is found by a webhook alone, and PUBLIC_BASE_URL is not a public https address.',
  make: ({ GEMINI_API_KEY: key, GEMINI_BASE_URL: url, GEMINI_MODEL: model, ...settings }, parts) =>
    createGeminiInteractions({
      ...backgroundOptions({ key, url, model, simulatorPath }, settings, parts),
      webhookSecret: settings.GEMINI_WEBHOOK_SECRET ?? null,
      noticeUrl: parts.reachableUrl === null ? null : `${parts.reachableUrl}/api/webhooks/${id}`,
      noticeAudience: settings.GEMINI_WEBHOOK_AUDIENCE ?? null,
    }),
  freeze: freezeGemini,
  prices: prices as PriceRow[],
  simulator: {
    variable: 'GEMINI_BASE_URL',
    path: simulatorPath,
    dialect: async () => (await import('./geminiDialect.ts')).createGeminiDialect,
    faults: async () => (await import('./geminiFaults.ts')).geminiFaults,
  },
});
