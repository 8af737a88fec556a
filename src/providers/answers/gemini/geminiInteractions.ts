import type { Engine } from '../../../domain/runs/engine.ts';
import { engineLabel } from '../../../domain/runs/engineLabels.ts';
import type { SubmitOutcome } from '../../../ports/answerBuyer.ts';
import type { AnswerProvider } from '../../../ports/answerProvider.ts';
import type { RetrieveOutcome } from '../../../ports/answerReader.ts';
import type { AnswerRequest, RemoteHandle } from '../../../ports/answerRequest.ts';
import { type Ask, createPlainExchange } from '../../plainExchange.ts';
import { numberOf, recordOf, textOf } from '../../wireRecords.ts';
import {
  buildCreateFailure,
  buildVendorReply,
  lookFailureOf,
  type ReadError,
  somethingElse,
  type VendorReply,
} from '../vendorReply.ts';
import { freezeGemini } from './geminiAnswer.ts';
import { createGeminiNotices } from './geminiNotice.ts';
import { geminiBody, geminiFingerprint, geminiHarness, maxOutputTokens } from './geminiRequest.ts';
import { buildGeminiSnapshot } from './geminiSnapshot.ts';

export type GeminiOptions = {
  apiKey: string;
  /** null = the vendor's own address. Without `/v1beta`. */
  baseUrl: string | null;
  model: string;
  /** `whsec_…` of the webhook that is registered for the whole project; null: there is none. */
  webhookSecret: string | null;
  /** Address at which this server receives notices; null while it has no public https address. */
  noticeUrl: string | null;
  /** Audience of the vendor's signed notices, where that is not the address of the notices. */
  noticeAudience: string | null;
  /** Milliseconds for a call, from its start to the last byte of its reply. */
  submitTimeoutMs: number;
  /** A wait that the engine fixes itself, in milliseconds, as this deployment takes it. */
  hastened(ms: number): number;
  simulated: boolean;
};

const looks = [
  { fromMs: 0, everyMs: 5_000 },
  { fromMs: 5_000, everyMs: 10_000 },
  { fromMs: 15_000, everyMs: 20_000 },
] as const;
const deadlineMs = 3_600_000;

const vendorUrl = 'https://generativelanguage.googleapis.com';
const interactions = '/v1beta/interactions';
const maxReplyBytes = 8_000_000;

/** With the vendor's own error body these prove that nothing was made. */
const refusals = new Set([400, 401, 403, 404, 429]);

const readError: ReadError = (body) => {
  const error = recordOf(body.error);
  const message = textOf(error?.message);
  const number = numberOf(error?.code);
  const code = textOf(error?.status) ?? textOf(error?.code) ?? (number === null ? null : `http_${number}`);
  return code === null || message === null ? null : { code, message };
};

/** Gemini with Google Search as a background interaction. The vendor lists none: a lost one is named by its webhook alone. */
export function createGeminiInteractions(options: GeminiOptions): AnswerProvider {
  const baseUrl = (options.baseUrl ?? vendorUrl).replace(/(?<!\/)\/+$/, '');
  const { ask, clean } = createPlainExchange({
    baseUrl,
    headers: { 'x-goog-api-key': options.apiKey, 'api-revision': '2026-05-20' },
    timeoutMs: options.submitTimeoutMs,
    maxReplyBytes,
    secrets: [options.apiKey, options.webhookSecret ?? ''],
  });
  const call = async (request: Ask): Promise<VendorReply> => buildVendorReply(await ask(request), readError, clean);

  async function submit(request: AnswerRequest): Promise<SubmitOutcome> {
    const body = geminiBody(request, options.noticeUrl);
    const reply = await call({ method: 'POST', path: interactions, body, onFreshConnection: true });
    if (!reply.ok) return buildCreateFailure(reply, (status) => refusals.has(status));
    const taskId = textOf(reply.body.id);
    if (taskId === null) return { kind: 'uncertain', cause: 'The provider answered without an id for the work.' };
    return { kind: 'accepted', handle: { sessionId: null, taskId }, snapshot: buildGeminiSnapshot(reply.body, clean) };
  }

  async function retrieve({ taskId }: RemoteHandle & { taskId: string }): Promise<RetrieveOutcome> {
    const path = `${interactions}/${encodeURIComponent(taskId)}?include_input=true`;
    const reply = await call({ method: 'GET', path });
    // Work that was just made may be unknown for half an hour: no run is given up for that before its deadline.
    if (!reply.ok) return lookFailureOf(reply);
    return reply.body.id === taskId
      ? { kind: 'found', snapshot: buildGeminiSnapshot(reply.body, clean) }
      : somethingElse;
  }

  async function requestCancel({ taskId }: { taskId: string }) {
    const reply = await call({
      method: 'POST',
      path: `${interactions}/${encodeURIComponent(taskId)}/cancel`,
      body: {},
    });
    return reply.ok ? { acknowledged: true, cause: null } : { acknowledged: false, cause: reply.summary };
  }

  return {
    engine: geminiEngine(options),
    fingerprint: geminiFingerprint,
    prepare: async () => ({ kind: 'prepared', sessionId: null }),
    submit,
    retrieve,
    // The vendor has no list to search: a notice names the work, and its label the run.
    findLost: async () => ({ kind: 'not_visible' }),
    requestCancel,
    freeze: freezeGemini,
    verifyNotice: createGeminiNotices({
      secret: options.webhookSecret,
      keysUrl: `${baseUrl}/.well-known/jwks.json`,
      audiences: [options.noticeUrl, options.noticeAudience].filter((one) => one !== null),
    }),
    async probe() {
      const reply = await call({ method: 'GET', path: '/v1beta/models?pageSize=1' });
      return reply.ok ? { ok: true, message: 'The key may list models.' } : { ok: false, message: reply.summary };
    },
  };
}

function geminiEngine({ model, hastened, simulated }: GeminiOptions): Engine {
  return {
    id: 'gemini-api',
    label: engineLabel('gemini-api'),
    vendor: 'Google',
    kind: 'api',
    surface: simulated ? 'simulator' : 'gemini-api',
    measuredSurface: 'gemini-api',
    platform: 'gemini-api',
    simulated,
    harnessName: simulated ? 'kw-simulator/1' : geminiHarness,
    defaultModel: model,
    state: 'ready',
    offReason: null,
    recovery: 'by_webhook',
    recoveryNote:
      'Only by the webhook that its provider sends when the work ends, which needs a public https address. Without it, a lost purchase ends as unresolved, with its worst case kept.',
    canCancel: true,
    takesSeoTool: false,
    honours: {
      domains: false,
      country: false,
      region: false,
      city: false,
      language: true,
      timezone: false,
      contextSize: false,
      model: true,
      device: false,
    },
    requires: [],
    maxQuestionLength: 2_000,
    submittedBy: 'worker',
    usualMs: 30_000,
    deadlineMs,
    work: {
      typical: { inputTokens: 4_000, outputTokens: 1_500, searches: 3 },
      max: { inputTokens: 50_000, outputTokens: maxOutputTokens, searches: 10 },
    },
    looks: looks.map(({ fromMs, everyMs }) => ({ fromMs, everyMs: hastened(everyMs) })),
  };
}
