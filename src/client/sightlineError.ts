import type { ErrorCode, ErrorDetails, Recovery, Retry } from '../domain/errors.ts';

export type Refusal = {
  /** 0 without a response, or if nothing was sent. */
  status: number;
  /** A code of the server; `unreachable` or `too_slow` without a response from it, so that the outcome is unknown. */
  code: ErrorCode | 'unreachable' | 'too_slow';
  message: string;
  retry: Retry | null;
  retryAfterSeconds: number | null;
  recovery: Recovery | null;
  /** The field or limit concerned; `newKeyNeeded` if the request's key stays refused. */
  details: ErrorDetails | null;
  /** Id under which the server logged this request. */
  requestId: string | null;
  /** The response as received, for callers that display it completely; null without one. */
  body: unknown;
};

const unknown: Omit<Refusal, 'code' | 'message'> = {
  status: 0,
  retry: null,
  retryAfterSeconds: null,
  recovery: null,
  details: null,
  requestId: null,
  body: null,
};

/** An error of the server, with its code and remedy, or a missing response. The message is for people. */
export class SightlineError extends Error {
  readonly status: number;
  readonly code: Refusal['code'];
  readonly retry: Retry | null;
  readonly retryAfterSeconds: number | null;
  readonly recovery: Recovery | null;
  readonly details: ErrorDetails | null;
  readonly requestId: string | null;
  readonly body: unknown;
  /** The request's idempotency key, if it had one: a retry must send the same. */
  readonly idempotencyKey: string | null;

  constructor(
    refusal: Pick<Refusal, 'code' | 'message'> & Partial<Refusal>,
    idempotencyKey: string | null = null,
    cause?: unknown,
  ) {
    super(refusal.message, cause === undefined ? undefined : { cause });
    this.name = 'SightlineError';
    const whole = { ...unknown, ...refusal };
    this.status = whole.status;
    this.code = whole.code;
    this.retry = whole.retry;
    this.retryAfterSeconds = whole.retryAfterSeconds;
    this.recovery = whole.recovery;
    this.details = whole.details;
    this.requestId = whole.requestId;
    this.body = whole.body;
    this.idempotencyKey = idempotencyKey;
  }

  /** The field that a refusal is about. */
  get field(): string | null {
    return typeof this.details?.field === 'string' ? this.details.field : null;
  }

  /** True if the same request may be sent again with the same key, which cannot buy anything twice. */
  get limit(): string | null {
    return typeof this.details?.limit === 'string' ? this.details.limit : null;
  }

  /** True if the same request, with the same key, may be sent again: nothing can be bought twice by that. */
  get mayRepeat(): boolean {
    return ['unreachable', 'too_slow', 'rate_limited', 'temporarily_unavailable'].includes(this.code);
  }
}
