import type { Engine } from '../../../domain/runs/engine.ts';
import { engineLabel } from '../../../domain/runs/engineLabels.ts';
import type { SubmitOutcome } from '../../../ports/answerBuyer.ts';
import type { AnswerProvider } from '../../../ports/answerProvider.ts';
import type { RetrieveOutcome } from '../../../ports/answerReader.ts';
import type { AnswerRequest, RemoteHandle } from '../../../ports/answerRequest.ts';
import { type Ask, createPlainExchange } from '../../plainExchange.ts';
import { numberOf, recordOf, textOf } from '../../wireRecords.ts';
import { unsendable } from '../answerAsking.ts';
import {
  buildCreateFailure,
  buildVendorReply,
  lookFailureOf,
  type ReadError,
  somethingElse,
  type VendorReply,
} from '../vendorReply.ts';
import { freezePerplexity } from './perplexityAnswer.ts';
import {
  maxOutputTokens,
  maxSteps,
  perplexityBody,
  perplexityFingerprint,
  perplexityHarness,
} from './perplexityRequest.ts';
import { buildPerplexitySnapshot } from './perplexitySnapshot.ts';

export type PerplexityOptions = {
  apiKey: string;
  /** null = the vendor's own address. Without `/v1`. */
  baseUrl: string | null;
  model: string;
  /** Milliseconds for a call, from its start to the last byte of its reply. */
  submitTimeoutMs: number;
  /** A wait that the engine fixes itself, in milliseconds, as this deployment takes it. */
  hastened(ms: number): number;
  simulated: boolean;
};

const looks = [
  { fromMs: 0, everyMs: 3_000 },
  { fromMs: 15_000, everyMs: 8_000 },
  { fromMs: 60_000, everyMs: 15_000 },
] as const;
const deadlineMs = 3_600_000;

const vendorUrl = 'https://api.perplexity.ai';
const responses = '/v1/responses';
const maxReplyBytes = 8_000_000;
/** The vendor states no maximum; this many are sure to be taken. */
const maxDomains = 10;

/** With the vendor's own error body these prove that nothing was made. Work may have begun before a 408 or a 409. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 409;

const readError: ReadError = (body) => {
  const error = recordOf(body.error);
  const message = textOf(error?.message);
  const number = numberOf(error?.code);
  const code = textOf(error?.code) ?? textOf(error?.type) ?? (number === null ? null : `http_${number}`);
  return code === null || message === null ? null : { code, message };
};

/** Perplexity's Agent API in the background. It takes no mark and lists nothing: a create whose reply is lost stays lost. */
export function createPerplexityAgent(options: PerplexityOptions): AnswerProvider {
  const { ask, clean } = createPlainExchange({
    baseUrl: (options.baseUrl ?? vendorUrl).replace(/(?<!\/)\/+$/, ''),
    headers: { authorization: `Bearer ${options.apiKey}` },
    timeoutMs: options.submitTimeoutMs,
    maxReplyBytes,
    secrets: [options.apiKey],
  });
  const call = async (request: Ask): Promise<VendorReply> => buildVendorReply(await ask(request), readError, clean);

  async function submit(request: AnswerRequest): Promise<SubmitOutcome> {
    const flaw = unsendable(request);
    if (flaw !== null) return { kind: 'refused', ...flaw, httpStatus: null, retryAfterSeconds: null };
    const body = perplexityBody(request);
    const reply = await call({ method: 'POST', path: responses, body, onFreshConnection: true });
    if (!reply.ok) return buildCreateFailure(reply, isRefusal);
    const taskId = textOf(reply.body.id);
    if (taskId === null) return { kind: 'uncertain', cause: 'The provider answered without an id for the work.' };
    return {
      kind: 'accepted',
      handle: { sessionId: null, taskId },
      snapshot: buildPerplexitySnapshot(reply.body, clean),
    };
  }

  async function retrieve({ taskId }: RemoteHandle & { taskId: string }): Promise<RetrieveOutcome> {
    const reply = await call({ method: 'GET', path: `${responses}/${encodeURIComponent(taskId)}` });
    if (!reply.ok) return lookFailureOf(reply);
    return reply.body.id === taskId
      ? { kind: 'found', snapshot: buildPerplexitySnapshot(reply.body, clean) }
      : somethingElse;
  }

  async function requestCancel({ taskId }: { taskId: string }) {
    const reply = await call({ method: 'POST', path: `${responses}/${encodeURIComponent(taskId)}/cancel`, body: {} });
    return reply.ok ? { acknowledged: true, cause: null } : { acknowledged: false, cause: reply.summary };
  }

  return {
    engine: perplexityEngine(options),
    fingerprint: perplexityFingerprint,
    prepare: async () => ({ kind: 'prepared', sessionId: null }),
    submit,
    retrieve,
    findLost: async () => ({ kind: 'not_visible' }),
    requestCancel,
    freeze: freezePerplexity,
    verifyNotice: async () => null,
    checkSettings: async ({ search: { allowedDomains } }) =>
      allowedDomains.length <= maxDomains
        ? null
        : { field: 'search.allowedDomains', message: `Perplexity is asked with at most ${maxDomains} domains` },
    async probe() {
      // The vendor has no list: reading an id that does not exist is free, and only a good key gets that far.
      const reply = await call({ method: 'GET', path: `${responses}/resp_00000000-0000-0000-0000-000000000000` });
      const isKnown = reply.ok || (reply.error !== null && (reply.httpStatus === 404 || reply.httpStatus === 400));
      return isKnown
        ? { ok: true, message: 'The key is accepted.' }
        : { ok: false, message: reply.ok ? '' : reply.summary };
    },
  };
}

function perplexityEngine({ model, hastened, simulated }: PerplexityOptions): Engine {
  return {
    id: 'perplexity-api',
    label: engineLabel('perplexity-api', model),
    vendor: 'Perplexity',
    kind: 'api',
    surface: simulated ? 'simulator' : 'perplexity-api',
    measuredSurface: 'perplexity-api',
    platform: 'perplexity-api',
    simulated,
    harnessName: simulated ? 'kw-simulator/1' : perplexityHarness,
    defaultModel: model,
    state: 'ready',
    offReason: null,
    recovery: 'none',
    recoveryNote:
      'It cannot be found: the provider takes no mark and lists nothing. Such a run ends as unresolved after an hour, with its worst case kept.',
    canCancel: true,
    takesSeoTool: false,
    honours: {
      domains: true,
      country: true,
      region: true,
      city: true,
      language: true,
      timezone: false,
      contextSize: true,
      model: true,
      device: false,
    },
    requires: [],
    maxQuestionLength: 2_000,
    submittedBy: 'worker',
    usualMs: 30_000,
    deadlineMs,
    work: {
      typical: { inputTokens: 10_000, outputTokens: 1_000, searches: 1 },
      max: { inputTokens: 60_000, outputTokens: maxOutputTokens, searches: maxSteps },
    },
    looks: looks.map(({ fromMs, everyMs }) => ({ fromMs, everyMs: hastened(everyMs) })),
  };
}
