import type { FrozenAnswer } from '../domain/answer/frozenAnswer.ts';
import type { Locale, RunStatus, SearchSettings, Surface, Usage } from '../domain/run.ts';

/** The provider's ids for one run, as far as they are known. `sessionId` is the free container, `taskId` the paid work. */
export type RemoteHandle = { sessionId: string | null; taskId: string | null };

/** A remote tool that the provider's agent may call once, with a right that is worth nothing elsewhere. */
export type RemoteTool = { serverLabel: string; serverUrl: string; toolName: string; authorization: string };

/** One question to be asked, fully decided: an adapter adds nothing of its own but its wire format. */
export type AnswerRequest = {
  runId: string;
  question: string;
  locale: Locale;
  search: SearchSettings & { model: string };
  harnessVersion: string;
  /** The domain the optional SEO tool may look up; null when the run has no such tool. */
  seoTool: (RemoteTool & { domain: string }) | null;
};

/** The provider's state of one piece of work, in our words. */
export type RemoteSnapshot = {
  status: RunStatus;
  model: string | null;
  /** ISO 8601 UTC time at which the provider finished; null while it works, or when it does not say. */
  finishedAt: string | null;
  completedSearchCount: number | null;
  answer: FrozenAnswer | null;
  usage: Usage;
  /** `code: message`, without secrets; null unless the work failed or needs an inspection. */
  error: string | null;
  /** The provider's own object without reasoning and without the echoed request: kept privately for re-reading. */
  raw: unknown;
  /** Our run id as the provider returned it, so that a webhook about a task without a receipt can be matched to its run. */
  runId?: string | null;
};

export type SubmitOutcome =
  /** The provider holds the work; its ids are in `handle`. */
  | { kind: 'accepted'; handle: RemoteHandle; snapshot: RemoteSnapshot }
  /** Provably not created, so the reservation may be released. `retryAfterSeconds` is the provider's own hint. */
  | { kind: 'refused'; code: string; message: string; httpStatus: number | null; retryAfterSeconds: number | null }
  /** The work may exist. It must be looked for, and never be sent again. */
  | { kind: 'uncertain'; cause: string };

export type RetrieveOutcome =
  | { kind: 'found'; snapshot: RemoteSnapshot }
  /** The provider no longer has it. Saved state stays; this never means "create it again". */
  | { kind: 'gone' }
  /** The look itself failed; nothing is known to have changed. */
  | { kind: 'unavailable'; cause: string; retryAfterSeconds: number | null };

export type FindLostOutcome =
  | { kind: 'found'; handle: RemoteHandle; snapshot: RemoteSnapshot }
  /** Nothing to see yet. Not a proof of absence. */
  | { kind: 'not_visible' }
  | { kind: 'unavailable'; cause: string; retryAfterSeconds: number | null };

export type PrepareOutcome =
  | { kind: 'prepared'; sessionId: string | null }
  | { kind: 'refused'; code: string; message: string; httpStatus: number | null; retryAfterSeconds: number | null }
  | { kind: 'unavailable'; cause: string };

/** A delivery whose signature was checked: something about this remote task changed. */
export type WebhookNotice = { deliveryId: string; taskId: string };

export interface AnswerProvider {
  /** The one value of the `platform` enum that this deployment declares. */
  readonly platform: string;
  readonly surface: Surface;
  readonly simulated: boolean;
  /** First part of every harness version, e.g. `kw-openai-responses/1`. */
  readonly harnessName: string;
  readonly defaultModel: string;
  /** SHA-256 hex of what the adapter fixes for a request (model, instructions, tools without secrets); no secrets, no run ids. */
  fingerprint(request: Omit<AnswerRequest, 'runId'>): string;
  /** Makes free objects only. Its result is stored before `submit`. Safe to repeat. */
  prepare(request: AnswerRequest): Promise<PrepareOutcome>;
  /** Sends exactly one paid create. Never throws: every end is an outcome. */
  submit(request: AnswerRequest, handle: RemoteHandle): Promise<SubmitOutcome>;
  /** Reads only. */
  retrieve(handle: RemoteHandle & { taskId: string }): Promise<RetrieveOutcome>;
  /** Reads only: looks for work whose creation was never acknowledged. */
  findLost(runId: string, handle: RemoteHandle): Promise<FindLostOutcome>;
  /** Asks the provider to stop. An acknowledgement is not an end: read the work afterwards. */
  requestCancel(handle: RemoteHandle & { taskId: string }): Promise<{ acknowledged: boolean; cause: string | null }>;
  /** Reduces a saved `raw` object to the frozen answer again, offline. */
  freeze(raw: unknown): FrozenAnswer | null;
  /** Null when webhooks are not configured or the signature does not hold. */
  verifyWebhook(rawBody: string, headers: Readonly<Record<string, string | undefined>>): Promise<WebhookNotice | null>;
}
