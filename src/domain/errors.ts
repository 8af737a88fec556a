/** The codes of v1. They are closed, because its callers may handle each of them. */
const v1StatusOfCode = {
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

/** The closed list of error codes with their HTTP statuses. A new code does not compile without a status. */
export const statusOfCode = {
  ...v1StatusOfCode,
  unsupported_setting: 400,
  approval_required: 403,
  already_exists: 409,
  engine_unavailable: 503,
} as const;

export type V1ErrorCode = keyof typeof v1StatusOfCode;
export type ErrorCode = keyof typeof statusOfCode;

export const v1ErrorCodes = Object.keys(v1StatusOfCode) as [V1ErrorCode];
export const errorCodes = Object.keys(statusOfCode) as [ErrorCode];

/** Codes that v1 shows in place of newer ones, each with the same status. */
const v1CodeInsteadOf: Readonly<Record<Exclude<ErrorCode, V1ErrorCode>, V1ErrorCode>> = {
  unsupported_setting: 'invalid_request',
  approval_required: 'insufficient_permission',
  already_exists: 'idempotency_conflict',
  engine_unavailable: 'provider_unavailable',
};

export function v1CodeOf(code: ErrorCode): V1ErrorCode {
  return Object.hasOwn(v1CodeInsteadOf, code)
    ? v1CodeInsteadOf[code as keyof typeof v1CodeInsteadOf]
    : (code as V1ErrorCode);
}

/** Recommended next step of a caller, often an agent. */
export type Retry = 'never' | 'same_key' | 'after_seconds' | 'inspect_run';

/** Ids with which a caller can inspect work that exists, or may exist, at the provider. */
export type Recovery = { runId: string; sessionId: string | null };

export type ErrorDetails = { field?: string; [name: string]: string | number | boolean | null | undefined };

export type ErrorExtras = {
  details?: ErrorDetails | undefined;
  retry?: Retry | undefined;
  retryAfterSeconds?: number | undefined;
  recovery?: Recovery | undefined;
};

/** The only error class that crosses module boundaries. Its status follows from its code, never from its text. */
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

/** Creates a 400 that names its field, so that a caller can fix the request without reading prose. */
export function invalidField(field: string, message: string): AppError {
  return new AppError('invalid_request', `${field}: ${message}`, { details: { field }, retry: 'never' });
}

/** Creates the error for a setting that the chosen engine cannot pass to its vendor. */
export function unsupportedSetting(engine: string, { field, message }: { field: string; message: string }): AppError {
  return new AppError('unsupported_setting', `${field}: ${message}.`, { details: { field, engine }, retry: 'never' });
}

/** Creates the error for an engine that cannot sell anything now. @param reason a sentence that says what to do */
export function engineUnavailable(engine: string, reason: string, field = 'search.engine'): AppError {
  return new AppError('engine_unavailable', `The engine ${engine} cannot be asked: ${reason} Nothing was started.`, {
    details: { field, engine },
    retry: 'never',
  });
}

/** Asserts that a record exists. @throws not_found */
export function assertFound<T>(record: T | null, noun: string): T {
  if (record === null) throw notFound(noun);
  return record;
}

/**
 * Creates the same error for ids of other workspaces and unknown ids, so that they cannot be distinguished. @param field
 * named here only if the operation has several of this kind; the API names it otherwise
 */
export function notFound(noun: string, field?: string): AppError {
  const places: { [noun in string]: string } = { workspace: 'among those of this account', engine: 'in this service' };
  const where = places[noun] ?? 'in this workspace';
  return new AppError('not_found', `No such ${noun} ${where}.`, {
    details: { record: noun, ...(field === undefined ? {} : { field }) },
    retry: 'never',
  });
}
