/** The closed list of error codes and the one HTTP status of each. A new code does not compile until it has its status. */
export const statusOfCode = {
  invalid_request: 400,
  unauthorized: 401,
  insufficient_permission: 403,
  account_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  idempotency_conflict: 409,
  creation_unresolved: 409,
  owner_active_elsewhere: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  run_limit: 429,
  seo_limit: 429,
  persistence_unconfirmed: 503,
  temporarily_unavailable: 503,
  provider_unavailable: 503,
  mcp_endpoint_not_public: 503,
  internal_error: 500,
} as const;

export type ErrorCode = keyof typeof statusOfCode;

/** What a caller, often an agent, should do next. */
export type Retry = 'never' | 'same_key' | 'after_seconds' | 'inspect_run';

/** Ids that let a caller inspect work that exists, or may exist, at the provider. */
export type Recovery = { runId: string; sessionId: string | null };

export type ErrorDetails = { field?: string; [name: string]: string | number | boolean | null | undefined };

export type ErrorExtras = {
  details?: ErrorDetails | undefined;
  retry?: Retry | undefined;
  retryAfterSeconds?: number | undefined;
  recovery?: Recovery | undefined;
};

/** The only error class that crosses a room's border. Its status follows from its code, never from its text. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;
  readonly retry: Retry | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly recovery: Recovery | undefined;

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.details = extras.details;
    this.retry = extras.retry;
    this.retryAfterSeconds = extras.retryAfterSeconds;
    this.recovery = extras.recovery;
  }

  get status(): number {
    return statusOfCode[this.code];
  }
}

/** A 400 that names its field, so that a caller can mend the request without reading prose. */
export function invalidField(field: string, message: string): AppError {
  return new AppError('invalid_request', `${field}: ${message}`, { details: { field }, retry: 'never' });
}

/** Foreign and unknown ids are told apart nowhere: both end here, with the same text. */
export function notFound(
  what: 'run' | 'website' | 'case' | 'key' | 'report' | 'member' | 'name' | 'workspace',
): AppError {
  const where = what === 'workspace' ? 'among those of this account' : 'in this workspace';
  return new AppError('not_found', `No such ${what} ${where}.`, { retry: 'never' });
}
