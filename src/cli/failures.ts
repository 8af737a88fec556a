import { SightlineError } from '../client/sightlineError.ts';
import { AppError, type ErrorCode } from '../domain/errors.ts';

/** A command line that cannot be executed; nothing was sent. */
export class UsageError extends Error {}

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
} as const;

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage;
  if (error instanceof SightlineError) return ofRefusal(error);
  // Not a usage error: the command was correct, but its target is damaged.
  if (error instanceof AppError && error.details?.evidence === 'corrupted') return exitCodes.failure;
  if (error instanceof AppError) return ofStatus(error.status);
  return exitCodes.failure;
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
  return error instanceof UsageError ? 'usage' : 'failure';
}

/** Formats one line for a person: what failed and, if helpful, what to do. */
export function explain(error: unknown, namesOptions = true): string {
  if (error instanceof SightlineError) {
    if (error.code === 'unreachable') {
      return `unreachable: ${error.message} Check that the server is running and that SIGHTLINE_URL is right.`;
    }
    if (namesOptions && error.details?.state === 'pending') return approvalText(error);
    return `${error.code}: ${namesOptions ? inOptions(error.message) : error.message}`;
  }
  if (error instanceof AppError) return `${error.code satisfies ErrorCode}: ${error.message}`;
  return `sightline: ${error instanceof Error ? error.message : String(error)}`;
}

/** Formats a refused purchase that a member can approve: its page, its total, and what to do next. */
function approvalText({ code, details }: SightlineError): string {
  const { approvalUrl, answers, maxUsd } = details ?? {};
  const what = typeof answers === 'number' ? `${answers} answers` : 'one purchase';
  const price = typeof maxUsd === 'number' ? `at most ${maxUsd} US dollars` : 'at an unknown price';
  return `${code}: a member must approve this on ${String(approvalUrl)} (${what}, ${price}). Nothing was bought. Once it is approved, repeat this command within 10 minutes.`;
}

/** Replaces API fields by options: `startDate` becomes `--start`, or `--from` for a command that was given that. */
function inOptions(message: string): string {
  return message.replace(/^(?<name>[a-z]+(?:[A-Z][a-z]+)+)(?=[:. ])/, (_all, name: string) => {
    const option = optionName(name);
    const other = otherNames[option];
    return other !== undefined && process.argv.some((word) => word.split('=')[0] === other) ? other : option;
  });
}

/** Options with another name in some commands. */
const otherNames: Readonly<Record<string, string>> = {
  '--start': '--from',
  '--end': '--to',
  '--source-url': '--source',
};

/** Returns the option of a field: `--start` for `startDate`, `--website` for `websiteId`, `--note-id` for `noteId`. */
export function optionName(field: string): string {
  const short = field
    .replace(/^(start|end)Date$/, '$1')
    .replace(/^(website|question|case)Id$/, '$1')
    .replace(/UsdPerMonth$|Usd(?=Per)/, '');
  return `--${short.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
