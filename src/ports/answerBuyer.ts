import type { AnswerRequest, RemoteHandle, RemoteSnapshot } from './answerRequest.ts';

export type SubmitOutcome =
  /** The provider accepted the work; its ids are in `handle`. */
  | { kind: 'accepted'; handle: RemoteHandle; snapshot: RemoteSnapshot }
  /** Provably not created, so the reservation may be released. `retryAfterSeconds` is the provider's own hint. */
  | { kind: 'refused'; code: string; message: string; httpStatus: number | null; retryAfterSeconds: number | null }
  /** The work may exist. It must be searched for, and never sent again. */
  | { kind: 'uncertain'; cause: string };

export type PrepareOutcome =
  | { kind: 'prepared'; sessionId: string | null }
  | { kind: 'refused'; code: string; message: string; httpStatus: number | null; retryAfterSeconds: number | null }
  | { kind: 'unavailable'; cause: string };

/** The part of an engine's adapter that can cost money. */
export interface AnswerBuyer {
  /**
   * Returns the SHA-256 hex of the adapter's fixed request settings (model, instructions, tools without secrets); no
   * secrets, no run ids.
   */
  fingerprint(request: Omit<AnswerRequest, 'runId'>): string;
  /** Creates only free objects. Its result is stored before `submit`. Safe to repeat. */
  prepare(request: AnswerRequest): Promise<PrepareOutcome>;
  /** Sends exactly one paid create. Never throws: every end is an outcome. */
  submit(request: AnswerRequest, handle: RemoteHandle): Promise<SubmitOutcome>;
}
