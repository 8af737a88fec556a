import { AppError, type ErrorCode } from '../domain/errors.ts';

/** What a server answered instead of a result. */
export class ServerRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly body: unknown;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, code: string, message: string, body: unknown, retryAfterSeconds: number | null) {
    super(message);
    this.status = status;
    this.code = code;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** What the server says besides its code: which field, which limit. */
  get details(): Readonly<Record<string, unknown>> {
    return (this.body as { error?: { details?: Record<string, unknown> } } | null)?.error?.details ?? {};
  }
}

/** The server could not be reached at all. */
export class Unreachable extends Error {}

/** Asked in a way that cannot be answered: nothing was sent. */
export class UsageError extends Error {}

/** Exit codes by error class, so that a script can tell what to do: documented in docs/cli.md. */
export const exitCodes = {
  failure: 1,
  usage: 2,
  unauthorized: 3,
  notFound: 4,
  conflict: 5,
  limit: 6,
  unavailable: 7,
} as const;

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage;
  if (error instanceof Unreachable) return exitCodes.unavailable;
  if (error instanceof ServerRefusal) return ofStatus(error.status);
  if (error instanceof AppError) return ofStatus(error.status);
  return exitCodes.failure;
}

function ofStatus(status: number): number {
  if (status === 401 || status === 403) return exitCodes.unauthorized;
  if (status === 404) return exitCodes.notFound;
  if (status === 409) return exitCodes.conflict;
  if (status === 429) return exitCodes.limit;
  if (status === 503) return exitCodes.unavailable;
  return status >= 500 ? exitCodes.failure : exitCodes.usage;
}

/** One line for a person: what failed, and where it helps, what to do. */
export function explain(error: unknown): string {
  if (error instanceof ServerRefusal) return `${error.code}: ${error.message}`;
  if (error instanceof AppError) return `${error.code satisfies ErrorCode}: ${error.message}`;
  return `sightline: ${error instanceof Error ? error.message : String(error)}`;
}
