import type { Engine } from '../../../domain/runs/engine.ts';
import { engineLabel } from '../../../domain/runs/engineLabels.ts';
import type { SubmitOutcome } from '../../../ports/answerBuyer.ts';
import type { AnswerProvider } from '../../../ports/answerProvider.ts';
import type { RetrieveOutcome } from '../../../ports/answerReader.ts';
import type { AnswerRequest, RemoteHandle } from '../../../ports/answerRequest.ts';
import { type Ask, createPlainExchange, type Exchange } from '../../plainExchange.ts';
import { recordOf, textOf, type WireRecord, wordOf } from '../../wireRecords.ts';
import { unsendable } from '../answerAsking.ts';
import {
  buildCreateFailure,
  buildVendorReply,
  lookFailureOf,
  type ReadError,
  somethingElse,
  type VendorReply,
} from '../vendorReply.ts';
import { freezeClaudeResult } from './claudeAnswer.ts';
import { createLostBatches, type MarkLook } from './claudeLostBatches.ts';
import { claudeBatchBody, claudeFingerprint, claudeHarness, maxOutputTokens, maxSearches } from './claudeRequest.ts';
import { buildClaudeSnapshot, pendingClaudeSnapshot } from './claudeSnapshot.ts';

export type ClaudeBatchOptions = {
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

/** Most batches end within the hour; after 24 hours the vendor gives them up. */
const looks = [
  { fromMs: 0, everyMs: 30_000 },
  { fromMs: 600_000, everyMs: 120_000 },
  { fromMs: 7_200_000, everyMs: 600_000 },
] as const;
const deadlineMs = 26 * 3_600_000;
/** Pause between two searches for a lost batch while a batch that could match is still in progress. */
const lostRetryMs = 600_000;

const vendorUrl = 'https://api.anthropic.com';
const batches = '/v1/messages/batches';
/** The pages that a search returned ride along in the result, sealed for the vendor's own use. */
const maxReplyBytes = 8_000_000;

/** With the vendor's own error body these prove that no batch was made. */
const refusals = new Set([400, 401, 403, 404, 413, 429]);

const readError: ReadError = (body) => {
  const error = recordOf(body.error);
  const code = textOf(error?.type);
  if (body.type !== 'error' || code === null) return null;
  return { code, message: textOf(error?.message) ?? 'The provider gave no reason.' };
};

/** Claude with web search, each question as a batch of one: made by one POST, found again by the mark in its result. */
export function createClaudeBatch(options: ClaudeBatchOptions): AnswerProvider {
  const baseUrl = (options.baseUrl ?? vendorUrl).replace(/(?<!\/)\/+$/, '');
  const exchange = createPlainExchange({
    baseUrl,
    headers: { 'x-api-key': options.apiKey, 'anthropic-version': '2023-06-01' },
    timeoutMs: options.submitTimeoutMs,
    maxReplyBytes,
    secrets: [options.apiKey],
  });
  const { clean } = exchange;
  const replyOf = (exchange: Exchange): VendorReply => buildVendorReply(exchange, readError, clean);
  const call = async (request: Ask): Promise<VendorReply> => replyOf(await exchange.ask(request));

  const lostBatches = createLostBatches({
    listPage: (after) =>
      call({
        method: 'GET',
        path: `${batches}?limit=100${after === null ? '' : `&after_id=${encodeURIComponent(after)}`}`,
      }),
    readMark,
    retrieve: (taskId) => retrieve({ sessionId: null, taskId }),
    submitTimeoutMs: options.submitTimeoutMs,
    retryMs: options.hastened(lostRetryMs),
  });

  async function submit(request: AnswerRequest): Promise<SubmitOutcome> {
    const flaw = unsendable(request);
    if (flaw !== null) return { kind: 'refused', ...flaw, httpStatus: null, retryAfterSeconds: null };
    const body = claudeBatchBody(request);
    const reply = await call({ method: 'POST', path: batches, body, onFreshConnection: true });
    if (!reply.ok) return buildCreateFailure(reply, (status) => refusals.has(status));
    const taskId = textOf(reply.body.id);
    if (taskId === null) return { kind: 'uncertain', cause: 'The provider answered without an id for the work.' };
    lostBatches.remember(taskId, request.runId);
    return { kind: 'accepted', handle: { sessionId: null, taskId }, snapshot: pendingClaudeSnapshot(reply.body) };
  }

  /** The lines of an ended batch, or why there are none to read. */
  async function readResults(
    batch: WireRecord,
  ): Promise<{ kind: 'lines'; lines: readonly WireRecord[] } | RetrieveOutcome> {
    const response = await exchange.ask({ method: 'GET', path: resultsPath(batch, baseUrl) });
    if (response.kind === 'answered' && response.status === 200) {
      const lines = jsonLines(response.text);
      if (lines !== null) return { kind: 'lines', lines };
      return { kind: 'unavailable', cause: 'The results of the provider cannot be read.', retryAfterSeconds: null };
    }
    const reply = replyOf(response);
    return reply.ok ? somethingElse : lookFailureOf(reply);
  }

  async function readMark(batch: WireRecord): Promise<MarkLook> {
    const results = await readResults(batch);
    if (results.kind === 'lines') {
      const [first, ...others] = results.lines;
      return { kind: 'read', mark: others.length > 0 ? null : textOf(first?.custom_id) };
    }
    return results.kind === 'unavailable' ? results : { kind: 'read', mark: null };
  }

  async function retrieve({ taskId }: RemoteHandle & { taskId: string }): Promise<RetrieveOutcome> {
    const reply = await call({ method: 'GET', path: `${batches}/${encodeURIComponent(taskId)}` });
    if (!reply.ok) return lookFailureOf(reply);
    const batch = reply.body;
    if (batch.id !== taskId) return somethingElse;
    if (batch.processing_status !== 'ended') return { kind: 'found', snapshot: pendingClaudeSnapshot(batch) };
    if (textOf(batch.results_url) === null && textOf(batch.archived_at) !== null) return { kind: 'gone' };
    const results = await readResults(batch);
    if (results.kind !== 'lines') return results;
    const [line, ...others] = results.lines;
    if (line === undefined || others.length > 0) return somethingElse;
    return { kind: 'found', snapshot: buildClaudeSnapshot(batch, line, clean) };
  }

  async function requestCancel({ taskId }: { taskId: string }) {
    const reply = await call({ method: 'POST', path: `${batches}/${encodeURIComponent(taskId)}/cancel`, body: {} });
    return reply.ok ? { acknowledged: true, cause: null } : { acknowledged: false, cause: reply.summary };
  }

  return {
    engine: claudeEngine(options),
    fingerprint: claudeFingerprint,
    prepare: async () => ({ kind: 'prepared', sessionId: null }),
    submit,
    retrieve,
    findLost: lostBatches.find,
    requestCancel,
    freeze: freezeClaudeResult,
    verifyNotice: async () => null,
    async probe() {
      const reply = await call({ method: 'GET', path: `${batches}?limit=1` });
      return reply.ok
        ? { ok: true, message: 'The key may list batches, as finding a lost purchase needs.' }
        : { ok: false, message: reply.summary };
    },
  };
}

/** Returns the vendor's address of the results if it is on the vendor's own host: the key is sent nowhere else. */
function resultsPath(batch: WireRecord, baseUrl: string): string {
  const stated = URL.parse(textOf(batch.results_url) ?? '');
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const isOwn = stated !== null && stated.origin === base.origin && stated.pathname.startsWith(`${prefix}/`);
  return isOwn
    ? `${stated.pathname.slice(prefix.length)}${stated.search}`
    : `${batches}/${encodeURIComponent(wordOf(batch.id))}/results`;
}

/** The records of a JSONL text; null when a line is none. */
function jsonLines(text: string): readonly WireRecord[] | null {
  const records: WireRecord[] = [];
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    try {
      const record = recordOf(JSON.parse(line));
      if (record === null) return null;
      records.push(record);
    } catch {
      return null;
    }
  }
  return records;
}

function claudeEngine({ model, hastened, simulated }: ClaudeBatchOptions): Engine {
  return {
    id: 'claude-api',
    label: engineLabel('claude-api'),
    vendor: 'Anthropic',
    kind: 'api',
    surface: simulated ? 'simulator' : 'claude-api',
    measuredSurface: 'claude-api',
    platform: 'claude-api',
    simulated,
    // A simulated run is not a run of the provider's, in name as in surface.
    harnessName: simulated ? 'kw-simulator/1' : claudeHarness,
    defaultModel: model,
    state: 'ready',
    offReason: null,
    recovery: 'by_window',
    recoveryNote:
      'Among the batches that the provider made at that time, by the run id in their results: once the batch has ended, at most a day later.',
    canCancel: true,
    takesSeoTool: false,
    honours: {
      domains: true,
      country: true,
      region: true,
      city: true,
      language: true,
      timezone: true,
      contextSize: false,
      model: true,
      device: false,
    },
    requires: [],
    maxQuestionLength: 2_000,
    submittedBy: 'worker',
    usualMs: 600_000,
    deadlineMs,
    work: {
      typical: { inputTokens: 40_000, outputTokens: 1_200, searches: 2 },
      max: { inputTokens: 105_000, outputTokens: maxOutputTokens, searches: maxSearches },
    },
    looks: looks.map(({ fromMs, everyMs }) => ({ fromMs, everyMs: hastened(everyMs) })),
  };
}
