import type { SubmitOutcome } from '../ports/answerBuyer.ts';
import type { AnswerProvider } from '../ports/answerProvider.ts';
import type { RetrieveOutcome } from '../ports/answerReader.ts';
import type { AnswerRequest, RemoteHandle, RemoteSnapshot } from '../ports/answerRequest.ts';
import { type Ask, createPlainExchange, type Exchange, type PlainExchange } from '../providers/plainExchange.ts';
import { textOf, type WireRecord } from '../providers/wireRecords.ts';
import { unsendable } from './answerAsking.ts';
import { describeEngine, type EngineFacts, type EngineParts, type SharedSettings } from './defineEngine.ts';
import {
  buildCreateFailure,
  buildVendorReply,
  mismatchedReply,
  pollFailureOf,
  type ReadError,
  type VendorReply,
} from './vendorReply.ts';

export type BackgroundOptions = {
  apiKey: string;
  /** null = the vendor's own address, without the version. */
  baseUrl: string | null;
  model: string;
  /** Milliseconds from the start of a call to the last byte of its reply. */
  submitTimeoutMs: number;
  /** Scales a wait that the engine defines, in milliseconds, for this deployment. */
  hastened(ms: number): number;
  simulated: boolean;
};

type Clean = PlainExchange['clean'];

/** Parts in which one vendor's REST API for background work differs from the others. */
export type BackgroundSpec = Pick<AnswerProvider, 'fingerprint' | 'freeze'> & {
  /** Polling intervals before scaling. */
  facts: Omit<EngineFacts, 'defaultModel'>;
  vendorUrl: string;
  headers(apiKey: string): Readonly<Record<string, string>>;
  /** Replaced, like the key, in every third-party text. */
  secrets?: readonly string[];
  /** Path to which work is posted, and under which it is read by id. */
  path: string;
  /** Query appended when work is read. */
  lookQuery?: string;
  readError: ReadError;
  /** Returns true for statuses that prove, together with the vendor's own error body, that nothing was created. */
  isRefusal(status: number): boolean;
  body(request: AnswerRequest): unknown;
  /** Converts the work; also used for the reply to a create, which may only show it in progress. */
  snapshot(work: WireRecord, clean: Clean): RemoteSnapshot;
};

/** The vendor's wire, for an engine's own parts. */
export type BackgroundWire = {
  baseUrl: string;
  clean: Clean;
  ask: PlainExchange['ask'];
  replyOf(exchange: Exchange): VendorReply;
  call(request: Ask): Promise<VendorReply>;
  retrieve(handle: RemoteHandle & { taskId: string }): Promise<RetrieveOutcome>;
};

/** Parts specific to one engine: its probe, and abilities that the others lack. */
type Extension = Required<Pick<AnswerProvider, 'probe'>> &
  Partial<Pick<AnswerProvider, 'findLost' | 'verifyNotice' | 'checkSettings'>> & {
    /** Reads what was found under the id further. */
    read?(work: WireRecord): Promise<RetrieveOutcome>;
    onAccepted?(taskId: string, runId: string): void;
  };

const maxReplyBytes = 8_000_000;

/** Builds the options of a background engine from its vendor's settings. */
export function backgroundOptions(
  vendor: { key: string | undefined; url: string | undefined; model: string; simulatorPath: string },
  { SUBMIT_TIMEOUT_MS }: SharedSettings,
  { simulatorUrl, simulated, hastened }: EngineParts,
): BackgroundOptions {
  return {
    apiKey: vendor.key ?? 'simulated-key',
    baseUrl: simulated ? `${simulatorUrl}${vendor.simulatorPath}` : (vendor.url ?? null),
    model: simulated ? 'simulated-model' : vendor.model,
    submitTimeoutMs: SUBMIT_TIMEOUT_MS,
    hastened,
    simulated,
  };
}

/** Creates an engine whose vendor creates work by one POST, shows it under an id, and stops it on request. */
export function createBackgroundEngine(
  spec: BackgroundSpec,
  options: BackgroundOptions,
  extend: (wire: BackgroundWire) => Extension,
): AnswerProvider {
  const baseUrl = (options.baseUrl ?? spec.vendorUrl).replace(/(?<!\/)\/+$/, '');
  const { ask, clean } = createPlainExchange({
    baseUrl,
    headers: spec.headers(options.apiKey),
    timeoutMs: options.submitTimeoutMs,
    maxReplyBytes,
    secrets: [options.apiKey, ...(spec.secrets ?? [])],
  });
  const replyOf = (exchange: Exchange): VendorReply => buildVendorReply(exchange, spec.readError, clean);
  const call = async (request: Ask): Promise<VendorReply> => replyOf(await ask(request));
  const pathOf = (taskId: string): string => `${spec.path}/${encodeURIComponent(taskId)}`;
  const { read, onAccepted, ...more } = extend({ baseUrl, clean, ask, replyOf, call, retrieve });

  async function submit(request: AnswerRequest): Promise<SubmitOutcome> {
    const flaw = unsendable(request);
    if (flaw !== null) return { kind: 'refused', ...flaw, httpStatus: null, retryAfterSeconds: null };
    const body = spec.body(request);
    const reply = await call({ method: 'POST', path: spec.path, body, onFreshConnection: true });
    if (!reply.ok) return buildCreateFailure(reply, spec.isRefusal);
    const taskId = textOf(reply.body.id);
    if (taskId === null) return { kind: 'uncertain', cause: 'The provider answered without an id for the work.' };
    onAccepted?.(taskId, request.runId);
    return { kind: 'accepted', handle: { sessionId: null, taskId }, snapshot: spec.snapshot(reply.body, clean) };
  }

  async function retrieve({ taskId }: { taskId: string }): Promise<RetrieveOutcome> {
    const reply = await call({ method: 'GET', path: `${pathOf(taskId)}${spec.lookQuery ?? ''}` });
    if (!reply.ok) return pollFailureOf(reply);
    if (reply.body.id !== taskId) return mismatchedReply;
    return read?.(reply.body) ?? { kind: 'found', snapshot: spec.snapshot(reply.body, clean) };
  }

  const looks = spec.facts.looks.map(({ fromMs, everyMs }) => ({ fromMs, everyMs: options.hastened(everyMs) }));
  return {
    engine: describeEngine({ ...spec.facts, looks, canCancel: true, defaultModel: options.model }, options.simulated),
    fingerprint: spec.fingerprint,
    prepare: async () => ({ kind: 'prepared', sessionId: null }),
    submit,
    retrieve,
    findLost: async () => ({ kind: 'not_visible' }),
    async requestCancel({ taskId }) {
      const reply = await call({ method: 'POST', path: `${pathOf(taskId)}/cancel`, body: {} });
      return reply.ok ? { acknowledged: true, cause: null } : { acknowledged: false, cause: reply.summary };
    },
    freeze: spec.freeze,
    verifyNotice: async () => null,
    ...more,
  };
}
