import type { FrozenAnswer } from '../domain/answer/frozenAnswer.ts';
import type { AccountPrice } from '../domain/money/priceBook.ts';
import type { QuestionDraft, UnsupportedSetting } from '../domain/runs/unsupportedSetting.ts';
import type { RemoteHandle, RemoteSnapshot } from './answerRequest.ts';

export type RetrieveOutcome =
  | { kind: 'found'; snapshot: RemoteSnapshot }
  /** The provider no longer has it. Saved state stays; this never means "create it again". */
  | { kind: 'gone' }
  /** The poll itself failed; nothing is known to have changed. */
  | { kind: 'unavailable'; cause: string; retryAfterSeconds: number | null };

export type FindLostOutcome =
  | { kind: 'found'; handle: RemoteHandle; snapshot: RemoteSnapshot }
  /** Several tasks have the run's tag, or one that cannot be its own: the service must not choose among them. */
  | { kind: 'ambiguous'; cause: string; made: ChargedWork }
  /**
   * Not visible yet, which does not prove absence. `undecided`: work that may be the run's own does not show its tag
   * yet.
   */
  | { kind: 'not_visible'; undecided?: true }
  | { kind: 'unavailable'; cause: string; retryAfterSeconds: number | null };

/** Work charged to the account: number of tasks, and their total cost; null if not stated. */
export type ChargedWork = { pieces: number; costUsd: number | null };

/** A create whose reply was lost. */
export type LostCreate = {
  runId: string;
  handle: RemoteHandle;
  question: string;
  /** ISO 8601 UTC: time of sending. */
  submittedAt: string;
};

/** Work to be read. `runId`: the run whose tag it must have, if the vendor returns one; absent: unknown. */
export type WorkToRead = RemoteHandle & { taskId: string; runId?: string };

/** A notice as received, not yet trusted. `secret` is the last part of its path; null if there is none. */
export type ReceivedNotice = {
  rawBody: string;
  headers: Readonly<Record<string, string | undefined>>;
  query: URLSearchParams;
  secret: string | null;
};

/** Paid work as the provider's own list shows it, from any user of this account. */
type ListedTask = {
  /** Our run id as stored by the provider; null if it has none. */
  runId: string | null;
  taskId: string;
  question: string | null;
  /** ISO 8601 UTC. */
  createdAt: string | null;
  costUsd: number | null;
};

type TaskListOutcome = { kind: 'listed'; tasks: readonly ListedTask[] } | { kind: 'unavailable'; cause: string };

/** Current charges of our work, lower than at its create if the vendor refunded money. */
type CostListOutcome =
  | { kind: 'listed'; costs: readonly { runId: string; costUsd: number | null }[] }
  | { kind: 'unavailable'; cause: string };

/** A notice with a verified signature: something about this remote task changed. */
export type WebhookNotice = { deliveryId: string; taskId: string };

type EngineProbe = { ok: boolean; message: string };

/** The reading part of an engine's adapter, which polls and searches existing work. Nothing here can cost money. */
export interface AnswerReader {
  retrieve(work: WorkToRead): Promise<RetrieveOutcome>;
  /**
   * Searches for work whose create was never acknowledged. Called for each lost run separately: an adapter whose vendor
   * lists many at once shares one sweep among all waiting calls.
   */
  findLost(lost: LostCreate): Promise<FindLostOutcome>;
  /**
   * Lists all paid work created between these times (ISO 8601 UTC), for free. Missing if the provider has no list: work
   * without a saved id can then not be found.
   */
  listTasks?(since: string, until: string): Promise<TaskListOutcome>;
  /** Lists charges of work created between these times (ISO 8601 UTC), for free. Missing if no list reports them. */
  listCosts?(since: string, until: string): Promise<CostListOutcome>;
  /** Asks the provider to stop. An acknowledgement is not an end: read the work afterwards. */
  requestCancel(handle: RemoteHandle & { taskId: string }): Promise<{ acknowledged: boolean; cause: string | null }>;
  /** Reduces a saved `raw` object to the frozen answer again, offline. */
  freeze(raw: unknown): FrozenAnswer | null;
  /** Returns null if notices are not configured, or if this one is not proved to be the vendor's. */
  verifyNotice(notice: ReceivedNotice): Promise<WebhookNotice | null>;
  /**
   * Checks settings that only the vendor's free catalogues can judge, such as the name of a city, when a question is
   * saved. Null if they are valid. @throws AppError temporarily_unavailable if the vendor could not be asked
   */
  checkSettings?(asked: QuestionDraft): Promise<UnsupportedSetting | null>;
  /** Reads this account's price per answer at this engine, for free. Null: it could not be reached. Never throws. */
  accountPrices?(): Promise<readonly AccountPrice[] | null>;
  /** Tests the credentials and the credit with free calls only. */
  probe?(): Promise<EngineProbe>;
}
