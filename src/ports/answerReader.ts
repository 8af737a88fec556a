import type { FrozenAnswer } from '../domain/answer/frozenAnswer.ts';
import type { AccountPrice } from '../domain/money/priceBook.ts';
import type { AskedQuestion, UnsupportedSetting } from '../domain/runs/unsupportedSetting.ts';
import type { RemoteHandle, RemoteSnapshot } from './answerRequest.ts';

export type RetrieveOutcome =
  | { kind: 'found'; snapshot: RemoteSnapshot }
  /** The provider no longer has it. Saved state stays; this never means "create it again". */
  | { kind: 'gone' }
  /** The look itself failed; nothing is known to have changed. */
  | { kind: 'unavailable'; cause: string; retryAfterSeconds: number | null };

export type FindLostOutcome =
  | { kind: 'found'; handle: RemoteHandle; snapshot: RemoteSnapshot }
  /**
   * More than one piece of work carries the run's mark, or one that cannot be its own: the service must not choose
   * among them.
   */
  | { kind: 'ambiguous'; cause: string; made: MadeWork }
  /**
   * Nothing to see yet. Not a proof of absence. `undecided`: work that may be the run's own does not show its mark yet.
   */
  | { kind: 'not_visible'; undecided?: true }
  | { kind: 'unavailable'; cause: string; retryAfterSeconds: number | null };

/** Work that is charged to the account: number of pieces, and what all of them cost; null if that is not stated. */
export type MadeWork = { pieces: number; costUsd: number | null };

/** A create whose reply was lost. */
export type LostCreate = {
  runId: string;
  handle: RemoteHandle;
  question: string;
  /** ISO 8601 UTC: when it was sent. */
  submittedAt: string;
};

/** Work to be read. `runId`: the run whose mark it must carry, where the wire repeats one; absent: unknown. */
export type WorkToRead = RemoteHandle & { taskId: string; runId?: string };

/** A notice as it came in, not yet believed. `secret` is the last part of its path; null if there is none. */
export type ReceivedNotice = {
  rawBody: string;
  headers: Readonly<Record<string, string | undefined>>;
  query: URLSearchParams;
  secret: string | null;
};

/** Paid work as the provider's own list shows it, from any user of this account. */
type ListedTask = {
  /** Our run id as the provider keeps it; null if it has none. */
  runId: string | null;
  taskId: string;
  question: string | null;
  /** ISO 8601 UTC. */
  createdAt: string | null;
  costUsd: number | null;
};

type TaskListOutcome = { kind: 'listed'; tasks: readonly ListedTask[] } | { kind: 'unavailable'; cause: string };

/** Current charges of our work; lower than at its create where the vendor refunded money. */
type CostListOutcome =
  | { kind: 'listed'; costs: readonly { runId: string; costUsd: number | null }[] }
  | { kind: 'unavailable'; cause: string };

/** A delivery whose signature was checked: something about this remote task changed. */
export type WebhookNotice = { deliveryId: string; taskId: string };

type EngineProbe = { ok: boolean; message: string };

/** Reading half of an engine's adapter: it polls and searches existing work. Nothing here can cost money. */
export interface AnswerReader {
  retrieve(work: WorkToRead): Promise<RetrieveOutcome>;
  /**
   * Searches for work whose creation was never acknowledged. Called for each lost run separately: an adapter whose
   * vendor lists many at once makes one sweep serve all that wait for it.
   */
  findLost(lost: LostCreate): Promise<FindLostOutcome>;
  /**
   * Free: all paid work that was created between these times (ISO 8601 UTC). Missing if the provider lists none: work that
   * no saved id leads to can then not be found.
   */
  listTasks?(since: string, until: string): Promise<TaskListOutcome>;
  /**
   * Free: lists charges of work that was created between these times (ISO 8601 UTC). Missing if no list reports
   * them.
   */
  listCosts?(since: string, until: string): Promise<CostListOutcome>;
  /** Asks the provider to stop. An acknowledgement is not an end: read the work afterwards. */
  requestCancel(handle: RemoteHandle & { taskId: string }): Promise<{ acknowledged: boolean; cause: string | null }>;
  /** Reduces a saved `raw` object to the frozen answer again, offline. */
  freeze(raw: unknown): FrozenAnswer | null;
  /** Null if notices are not configured or this one is not proven to be the vendor's. */
  verifyNotice(notice: ReceivedNotice): Promise<WebhookNotice | null>;
  /**
   * Settings that only the vendor's free catalogues can judge, such as the name of a city; asked when a question is saved.
   * Null if they hold. @throws AppError temporarily_unavailable when the vendor could not be asked
   */
  checkSettings?(asked: AskedQuestion): Promise<UnsupportedSetting | null>;
  /** Free: reads this account's price per answer at this engine. Null: it could not be reached. Never throws. */
  accountPrices?(): Promise<readonly AccountPrice[] | null>;
  /** Free calls only: do the credentials work, and is there credit? */
  probe?(): Promise<EngineProbe>;
}
