import type { ErrorCode, ErrorDetails, Recovery, Retry } from '../domain/errors.ts';

export type Refusal = {
  /** 0 when the server could not be reached. */
  status: number;
  code: ErrorCode | 'unreachable';
  message: string;
  retry: Retry | null;
  retryAfterSeconds: number | null;
  recovery: Recovery | null;
  /** Which field or limit it is about; `newKeyNeeded` where the key of this request stays refused. */
  details: ErrorDetails | null;
};

/** A refusal of the server, with its code and what to do about it; or `unreachable`, when no answer came. */
export class SightlineError extends Error {
  readonly status: number;
  readonly code: Refusal['code'];
  readonly retry: Retry | null;
  readonly retryAfterSeconds: number | null;
  readonly recovery: Recovery | null;
  readonly details: ErrorDetails | null;
  /** The key of the request, when it had one: whoever tries again must send this one. */
  readonly idempotencyKey: string | null;

  constructor(refusal: Refusal, idempotencyKey: string | null, cause?: unknown) {
    super(`${refusal.code}: ${refusal.message}`, cause === undefined ? undefined : { cause });
    this.name = 'SightlineError';
    this.status = refusal.status;
    this.code = refusal.code;
    this.retry = refusal.retry;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
    this.recovery = refusal.recovery;
    this.details = refusal.details;
    this.idempotencyKey = idempotencyKey;
  }

  /** True when the same request, with the same key, may be sent again: nothing can be bought twice by that. */
  get mayRepeat(): boolean {
    if (this.code === 'unreachable') return true;
    return this.code === 'rate_limited' || this.code === 'temporarily_unavailable';
  }
}
