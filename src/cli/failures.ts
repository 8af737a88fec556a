import { SightlineError } from '../client/sightlineError.ts';
import { AppError, type ErrorCode, type ErrorDetails } from '../domain/errors.ts';
import { inOptions } from './fieldNames.ts';

/** A command line that cannot be executed; nothing was sent. */
export class UsageError extends Error {}

/** A negative result without a record to print. Commands with a record print it and set the exit code. */
export class NegativeResult extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failure) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Creates the error for a record that a command did not find. @param field as the caller named it */
export function notSaved(field: string, message: string): AppError {
  return new AppError('not_found', `${field}: ${message}`, { details: { field } });
}

/** Exit codes by error class, so that a script can decide what to do; documented in docs/cli.md. */
export const exitCodes = {
  failure: 1,
  usage: 2,
  unauthorized: 3,
  notFound: 4,
  conflict: 5,
  limit: 6,
  unavailable: 7,
  unmeasured: 8,
  approval: 9,
} as const;

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage;
  if (error instanceof NegativeResult) return error.exitCode;
  if (error instanceof SightlineError) return waitsForApproval(error) ? exitCodes.approval : ofRefusal(error);
  // Not a usage error: the command was correct, but its target is damaged.
  if (error instanceof AppError && error.details?.evidence === 'corrupted') return exitCodes.failure;
  if (error instanceof AppError) return ofStatus(error.status);
  return exitCodes.failure;
}

/** True if a member can still approve what was refused; false once it is declined. */
function waitsForApproval({ details }: SightlineError): boolean {
  return details?.state === 'pending' && details.approvalUrl !== undefined;
}

function ofRefusal({ status, code }: SightlineError): number {
  if (status === 0) return code === 'unreachable' || code === 'too_slow' ? exitCodes.unavailable : exitCodes.usage;
  // Not the API's own response, so it proves nothing about a record or a key, whatever its status.
  if (code === 'unreachable' || status < 400) return status === 503 ? exitCodes.unavailable : exitCodes.failure;
  return ofStatus(status);
}

function ofStatus(status: number): number {
  if (status === 401 || status === 403) return exitCodes.unauthorized;
  if (status === 404) return exitCodes.notFound;
  if (status === 409) return exitCodes.conflict;
  if (status === 429) return exitCodes.limit;
  if (status === 503) return exitCodes.unavailable;
  return status >= 500 ? exitCodes.failure : exitCodes.usage;
}

/** Returns the code of an error for `--json`: the API's code, or the class of its exit code. */
export function codeOf(error: unknown): string {
  if (error instanceof SightlineError || error instanceof AppError) return error.code;
  const exitCode = exitCodeOf(error);
  return Object.entries(exitCodes).find(([, code]) => code === exitCode)?.[0] ?? 'failure';
}

/** Returns the details of an error for `--json`, such as the address of an approval; none without. */
export function detailsOf(error: unknown): { details?: ErrorDetails } {
  const details = error instanceof SightlineError || error instanceof AppError ? error.details : null;
  return details === null || details === undefined ? {} : { details };
}

/** Formats one line for a person: what failed and, if helpful, what to do. */
export function explain(error: unknown, namesOptions = true): string {
  if (error instanceof SightlineError) {
    if (error.code === 'unreachable') {
      return `unreachable: ${error.message} Check that the server is running and that SIGHTLINE_URL is right.`;
    }
    if (namesOptions && waitsForApproval(error)) return approvalText(error);
    return `${error.code}: ${namesOptions ? inOptions(error.message) : error.message}`;
  }
  if (error instanceof AppError) return `${error.code satisfies ErrorCode}: ${error.message}`;
  if (error instanceof NegativeResult) return error.message;
  return `sightline: ${error instanceof Error ? error.message : String(error)}`;
}

/** Formats a refused purchase that a member can approve: its page, its total, and what to do next. */
function approvalText({ code, details }: SightlineError): string {
  const { approvalUrl, approvalId, answers, maxUsd } = details ?? {};
  const isRound = String(approvalId).startsWith('plan_');
  const what = isRound ? 'a round' : typeof answers === 'number' ? `${answers} answers` : 'one purchase';
  const price = typeof maxUsd === 'number' ? `at most ${maxUsd} US dollars` : 'at an unknown price';
  const then = isRound ? 'Then' : 'Once it is approved,';
  const within = isRound ? '' : ' within 10 minutes';
  const act = isRound ? 'must allow agents to start rounds' : 'must approve this';
  return `${code}: a member ${act} on ${String(approvalUrl)} (${what}, ${price}). Nothing was bought. ${then} repeat this command${within}.`;
}
