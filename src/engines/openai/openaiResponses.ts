import { z } from 'zod';
import type { PriceRow } from '../../domain/money/priceBook.ts';
import { engineLabel } from '../../domain/runs/engineLabels.ts';
import type { PrepareOutcome, SubmitOutcome } from '../../ports/answerBuyer.ts';
import type { AnswerProvider } from '../../ports/answerProvider.ts';
import type { FindLostOutcome, LostCreate, RetrieveOutcome } from '../../ports/answerReader.ts';
import type { AnswerRequest, RemoteHandle } from '../../ports/answerRequest.ts';
import { plainMessage } from '../../providers/plainMessage.ts';
import { fillRecord, recordsOf, textOf, type WireRecord, wordOf } from '../../providers/wireRecords.ts';
import { unsendable } from '../answerAsking.ts';
import { defineEngine, describeEngine } from '../defineEngine.ts';
import { address, text } from '../settingSchemas.ts';
import { freezeResponse } from './openaiAnswer.ts';
import { createOpenAiExchange, type Reply } from './openaiExchange.ts';
import { refusalOf, refusesConversation } from './openaiFailure.ts';
import { conversationMetadata, createBody, fingerprintOf, harnessName } from './openaiRequest.ts';
import { buildSnapshot, isKnownStatus, snapshotOfItems } from './openaiSnapshot.ts';
import { webhookNotice } from './openaiWebhook.ts';
import prices from './prices.json' with { type: 'json' };

/** The two levels that this adapter logs at; a pino logger fits. */
type ProviderLog = {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
};

export type OpenAiResponsesOptions = {
  apiKey: string;
  /** null: the vendor's own address. Ends in `/v1`. */
  baseUrl: string | null;
  model: string;
  webhookSecret: string | null;
  /**
   * Milliseconds until a call is abandoned, from its start to the last byte of its reply; also the limit of a whole
   * `submit`.
   */
  submitTimeoutMs: number;
  /** Milliseconds from reservation until a run is given up, and between two polls. */
  deadlineMs: number;
  pollIntervalMs: number;
  simulated: boolean;
  log: ProviderLog;
};

const simulatorPath = '/v1';
const included = 'include[]=web_search_call.action.sources';
/** A run's conversation contains a few dozen items; the cap only stops a provider that never ends its pages. */
const maxItemPages = 20;

/**
 * OpenAI Responses in background mode with web search, as an answer provider. The vendor's package provides types and
 * the webhook check. No call is repeated, because a repeated create is a second charge.
 */
export function createOpenAiResponses(options: OpenAiResponsesOptions): AnswerProvider {
  /** Learned from the provider once, then true for the life of the process. */
  let conversationsRefused = false;
  const { exchange } = createOpenAiExchange(options);

  function cleaner(request: AnswerRequest | null): (text: string) => string {
    const secrets = [options.apiKey, options.webhookSecret ?? '', request?.seoTool?.authorization ?? ''];
    return (text) => plainMessage(text, secrets);
  }
  const clean = cleaner(null);

  function create(request: AnswerRequest, conversationId: string | null, deadline: AbortSignal): Promise<Reply> {
    const body = createBody(request, conversationId);
    return exchange({ method: 'POST', path: '/responses', body, signal: deadline }, cleaner(request));
  }

  function accepted(request: AnswerRequest, conversationId: string | null, body: unknown): SubmitOutcome {
    const response = fillRecord(body);
    const taskId = textOf(response?.id);
    if (response === null || taskId === null) {
      return { kind: 'uncertain', cause: 'The provider answered without an id for the work.' };
    }
    noteUnknownStatus(response);
    const handle = { sessionId: conversationId, taskId };
    return { kind: 'accepted', handle, snapshot: buildSnapshot(response, cleaner(request)) };
  }

  function noteUnknownStatus(response: WireRecord): void {
    if (isKnownStatus(response.status)) return;
    const status = clean(wordOf(response.status));
    options.log.warn({ taskId: response.id, status }, 'provider answered with an unknown status; still following');
  }

  async function submit(request: AnswerRequest, handle: RemoteHandle): Promise<SubmitOutcome> {
    const flaw = unsendable(request);
    if (flaw !== null) return { kind: 'refused', ...flaw, httpStatus: null, retryAfterSeconds: null };
    let conversationId = conversationsRefused ? null : handle.sessionId;
    // One limit for both, so that the caller knows how long a run may stay in submission.
    const deadline = AbortSignal.timeout(options.submitTimeoutMs);
    let reply = await create(request, conversationId, deadline);
    if (!reply.ok && conversationId !== null && refusesConversation(reply.failure)) {
      // The provider stated that it created nothing because of this parameter: the only create that may be repeated.
      conversationsRefused = true;
      options.log.warn({ cause: reply.failure.summary }, 'provider refuses conversations; continuing without them');
      conversationId = null;
      reply = await create(request, null, deadline);
    }
    if (reply.ok) return accepted(request, conversationId, reply.body);
    return refusalOf(reply.failure) ?? { kind: 'uncertain', cause: reply.failure.summary };
  }

  async function prepare(request: AnswerRequest): Promise<PrepareOutcome> {
    if (conversationsRefused) return { kind: 'prepared', sessionId: null };
    const metadata = conversationMetadata(request);
    const reply = await exchange({ method: 'POST', path: '/conversations', body: { metadata } }, clean);
    if (!reply.ok) {
      // A compatible provider without conversations: its answers are equally good, only a lost create is harder to
      // find.
      if (reply.failure.httpStatus === 404 || reply.failure.httpStatus === 405) {
        conversationsRefused = true;
        return { kind: 'prepared', sessionId: null };
      }
      return refusalOf(reply.failure) ?? { kind: 'unavailable', cause: reply.failure.summary };
    }
    const sessionId = textOf(fillRecord(reply.body)?.id);
    if (sessionId === null) return { kind: 'unavailable', cause: 'The provider made a conversation without an id.' };
    return { kind: 'prepared', sessionId };
  }

  async function retrieve(handle: RemoteHandle & { taskId: string }): Promise<RetrieveOutcome> {
    const path = `/responses/${encodeURIComponent(handle.taskId)}?${included}&stream=false`;
    const reply = await exchange({ method: 'GET', path }, clean);
    if (!reply.ok) {
      const { httpStatus, error, summary, retryAfterSeconds } = reply.failure;
      // Only the provider's own 404 counts: a proxy in between knows nothing about the work.
      if (httpStatus === 404 && error !== null) return { kind: 'gone' };
      return { kind: 'unavailable', cause: summary, retryAfterSeconds };
    }
    const response = fillRecord(reply.body);
    if (response === null || response.id !== handle.taskId) {
      return { kind: 'unavailable', cause: 'The provider answered with something else.', retryAfterSeconds: null };
    }
    noteUnknownStatus(response);
    return { kind: 'found', snapshot: buildSnapshot(response, clean) };
  }

  /**
   * Reads the run's conversation to its end. A completed response leaves its items there, but not its own id: the
   * finished answer is found with `taskId` null, which loses nothing, as the work is over.
   */
  async function findLost({ handle }: LostCreate): Promise<FindLostOutcome> {
    const { sessionId } = handle;
    if (sessionId === null) return { kind: 'not_visible' };
    const items: WireRecord[] = [];
    let after: string | null = null;
    for (let page = 0; page < maxItemPages; page++) {
      const rest = after === null ? '' : `&after=${encodeURIComponent(after)}`;
      const path = `/conversations/${encodeURIComponent(sessionId)}/items?${included}&limit=100&order=asc${rest}`;
      const reply = await exchange({ method: 'GET', path }, clean);
      if (!reply.ok) {
        const { httpStatus, error, summary, retryAfterSeconds } = reply.failure;
        if (httpStatus === 404 && error !== null) return { kind: 'not_visible' };
        return { kind: 'unavailable', cause: summary, retryAfterSeconds };
      }
      const list = fillRecord(reply.body);
      if (!Array.isArray(list?.data)) {
        return { kind: 'unavailable', cause: 'The provider answered with something else.', retryAfterSeconds: null };
      }
      const received = recordsOf(list.data);
      items.push(...received);
      after = textOf(list.last_id) ?? textOf(received.at(-1)?.id);
      if (list.has_more !== true || received.length === 0 || after === null) break;
    }
    const snapshot = snapshotOfItems(sessionId, items, clean);
    return snapshot === null
      ? { kind: 'not_visible' }
      : { kind: 'found', handle: { sessionId, taskId: null }, snapshot };
  }

  async function requestCancel(handle: RemoteHandle & { taskId: string }) {
    const path = `/responses/${encodeURIComponent(handle.taskId)}/cancel`;
    const reply = await exchange({ method: 'POST', path }, clean);
    return reply.ok ? { acknowledged: true, cause: null } : { acknowledged: false, cause: reply.failure.summary };
  }

  return {
    engine: describeEngine(
      {
        id: 'openai',
        label: engineLabel('openai'),
        vendor: 'OpenAI',
        measuredSurface: 'openai-responses-web-search',
        platform: 'openai-web-search',
        harnessName,
        defaultModel: options.model,
        recovery: 'exact',
        recoveryNote: 'Through the conversation that is made, free of charge, before each create.',
        canCancel: true,
        takesSeoTool: true,
        honours: ['domains', 'country', 'region', 'city', 'language', 'timezone', 'contextSize', 'model'],
        submittedBy: 'request',
        usualMs: 60_000,
        deadlineMs: options.deadlineMs,
        work: {
          typical: { inputTokens: 10_000, outputTokens: 1_000, searches: 2 },
          max: { inputTokens: 60_000, outputTokens: 8_000, searches: 12 },
        },
        looks: [{ fromMs: 0, everyMs: options.pollIntervalMs }],
      },
      options.simulated,
    ),
    fingerprint: fingerprintOf,
    prepare,
    submit,
    retrieve,
    findLost,
    requestCancel,
    freeze: freezeResponse,
    verifyNotice: async ({ rawBody, headers }) =>
      options.webhookSecret === null ? null : webhookNotice(options.webhookSecret, rawBody, headers),
  };
}

export const openAi = defineEngine({
  id: 'openai',
  kind: 'api',
  variables: {
    OPENAI_API_KEY: text.describe('Provider key for keyword observations. Unset: the bundled simulator answers.'),
    OPENAI_BASE_URL: address.describe('Another address with the same protocol.'),
    OPENAI_MODEL: z.string().default('gpt-5.5').describe('Model that answers when a case names none.'),
    OPENAI_WEBHOOK_SECRET: text.describe(
      'Secret (whsec_…) of the provider webhook at /api/webhooks/openai. Unset: polling only.',
    ),
  },
  credentials: ['OPENAI_API_KEY'],
  inTrial: true,
  needsWord: () => null,
  make: (settings, { simulatorUrl, simulated, log }) =>
    createOpenAiResponses({
      apiKey: settings.OPENAI_API_KEY ?? 'simulated-key',
      baseUrl: simulated ? `${simulatorUrl}${simulatorPath}` : (settings.OPENAI_BASE_URL ?? null),
      model: simulated ? 'simulated-model' : settings.OPENAI_MODEL,
      webhookSecret: settings.OPENAI_WEBHOOK_SECRET ?? null,
      submitTimeoutMs: settings.SUBMIT_TIMEOUT_MS,
      deadlineMs: settings.RUN_DEADLINE_SECONDS * 1_000,
      pollIntervalMs: settings.POLL_INTERVAL_MS,
      simulated,
      log,
    }),
  freeze: freezeResponse,
  prices: prices as PriceRow[],
  simulator: {
    variable: 'OPENAI_BASE_URL',
    path: simulatorPath,
    dialect: async () => (await import('./openaiDialect.ts')).createAnswerDialect,
    faults: async () => (await import('./openaiFaults.ts')).openAiFaults,
  },
});
