import { z } from 'zod';
import { describeIssue } from '../contract/issueReason.ts';
import type { Principal } from '../domain/access/principal.ts';
import type { RateLimitDecision } from '../domain/access/slidingWindow.ts';
import { AppError, invalidField } from '../domain/errors.ts';
import { findTextFlaw } from '../domain/text/textRule.ts';
import { recordAct } from '../services/access/auditLog.ts';
import type { AppContext, Ctx } from '../services/appContext.ts';
import { assertFilters } from '../services/assertFilters.ts';
import type { ActiveOperations } from './activeOperations.ts';
import { subjectOf } from './auditSubject.ts';
import { type LaggingCopy, runOnCopy } from './laggingCopy.ts';
import { nameMissing } from './nameMissing.ts';
import { commonErrors, type Operation, type OperationReply } from './operation.ts';

/** Input as a transport received it, not yet validated. */
export type RawInput = { params: unknown; query: unknown; headers: unknown; body: unknown };

/** Thrown in strict mode (tests) if an operation's output does not match its schema. */
class OutputMismatch extends Error {}

/**
 * Runs one operation. Every transport calls this: permission, strict parsing, the operation, output check.
 * @throws only AppError; anything else is a bug and becomes internal_error
 */
export async function invoke(
  app: AppContext & { strictOutput: boolean; underWay: ActiveOperations; copy?: LaggingCopy | null },
  operation: Operation,
  principal: Principal,
  raw: RawInput,
  rateLimitDecision: RateLimitDecision | null = null,
): Promise<OperationReply<unknown>> {
  authorize(operation, principal);
  const input = {
    params: parseInput(operation.params, raw.params),
    query: parseInput(operation.query, raw.query),
    headers: parseInput(operation.headers, raw.headers),
    // An absent body counts as `{}`; null does not. A stream of bytes is passed to the operation unparsed.
    body: operation.takesBytes === true ? raw.body : parseInput(operation.body, raw.body === undefined ? {} : raw.body),
  };
  const ctx: Ctx = { ...app, principal, taken: rateLimitDecision };
  try {
    const reply = await app.underWay.track(runOnCopy(app.copy ?? null, operation, ctx, input));
    if (operation.method === 'GET' && isEmptyList(reply.body)) await assertFilters(ctx, input.query);
    if (mayChange(operation) && !isDryRun(input.body)) await recordChange(ctx, operation, input, reply.body);
    if (app.strictOutput || isSampled(operation)) checkOutput(app, operation, reply.body);
    return reply;
  } catch (cause) {
    checkRefusal(app, operation, cause);
    throw asAppError(app, operation, nameMissing(operation, input, cause));
  }
}

/** Returns true for a response with lists, all of them empty. */
function isEmptyList(body: unknown): boolean {
  const lists = Object.values(body ?? {}).filter((member) => Array.isArray(member));
  return lists.length > 0 && lists.every(({ length }) => length === 0);
}

/** Returns true for an operation that the audit log records, because it may change something. */
function mayChange({ method, isReadOnly, recordsItself }: Operation): boolean {
  return method !== 'GET' && !isReadOnly && !recordsItself;
}

function isDryRun(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'dryRun' in body && body.dryRun === true;
}

/** Records a change in the audit log; a failed write goes to the server's log. */
async function recordChange(ctx: Ctx, operation: Operation, input: object, reply: unknown): Promise<void> {
  const result = { act: operation.id, subject: subjectOf({ ...input, answered: reply }) };
  await recordAct(ctx, ctx.db, result).catch((cause: unknown) =>
    ctx.log.error({ operation: operation.id, cause: String(cause) }, 'could not write the audit log'),
  );
}

/** Checks that an error has a code declared by its operation, because the API description lists these codes. */
function checkRefusal(app: AppContext & { strictOutput: boolean }, operation: Operation, cause: unknown): void {
  if (!(cause instanceof AppError)) return;
  if (commonErrors.includes(cause.code) || operation.errors.includes(cause.code)) return;
  const message = `${operation.id} answers ${cause.code}, which it does not declare`;
  app.log.error({ operation: operation.id }, message);
  if (app.strictOutput) throw asAppError(app, operation, new OutputMismatch(message));
}

/**
 * Checks whether a principal may call an operation at all. Transports check before they read a body; `invoke` checks
 * again.
 */
export function authorize(operation: Operation, principal: Principal): void {
  if (isOnlyForSessions(operation) && principal.kind !== 'session') {
    throw new AppError(
      'insufficient_permission',
      'API keys cannot do this. Ask a member to sign in to the web app (/docs/api for keys, /settings for everything else).',
      { details: { audience: 'session' }, retry: 'never' },
    );
  }
  if (mayCall(operation, principal)) return;
  if (principal.kind === 'session') {
    throw new AppError(
      'insufficient_permission',
      'Viewers have read-only access. An owner can make you a member in Settings, Members.',
      { details: { role: principal.role }, retry: 'never' },
    );
  }
  throw new AppError('insufficient_permission', `This key does not have the ${operation.permission} permission.`, {
    details: { permission: operation.permission },
    retry: 'never',
  });
}

/** Applies only the permission rule, so that discovery shows exactly the permitted calls. */
export function mayCall(operation: Operation, principal: Principal): boolean {
  if (isOnlyForSessions(operation) && principal.kind !== 'session') return false;
  if (principal.kind === 'session' && principal.role === 'viewer' && !isForViewers(operation)) return false;
  if (principal.kind === 'capability') return operation.tools.some((tool) => tool.name === principal.tool);
  return principal.permissions.includes(operation.permission) && isWithinPlan(operation, principal);
}

/** Returns true for operations that viewers may call: reads, quotes, and changes of their own session. */
function isForViewers({ method, audience, isReadOnly, isOwnAct }: Operation): boolean {
  return method === 'GET' || isOwnAct || (isReadOnly && audience !== 'session');
}

/**
 * Returns true for operations of a plan's key, which sends the requests of its rounds. It cannot cancel or resume other
 * work.
 */
function isWithinPlan({ isOfRounds, permission }: Operation, principal: Principal): boolean {
  if (principal.kind !== 'key' || principal.planId === null || permission === 'read') return true;
  return isOfRounds;
}

function isOnlyForSessions({ audience }: Operation): boolean {
  return audience === 'session';
}

/** Parses a value. @throws invalid_request naming the invalid field */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalidRequest(parsed.error, value);
  assertPlainTexts(parsed.data);
  return parsed.data;
}

/**
 * Texts with several lines: a question may be pasted with its paragraphs, and vendors publish their files with line
 * breaks. All other texts have one line.
 */
const multilineFields: readonly string[] = ['query', 'queries', 'referenceAnswer', 'list', 'credential'];

/** Checks every incoming text, from any transport. @throws invalid_request naming the field */
function assertPlainTexts(value: unknown): void {
  const flaw = findTextFlaw(value, multilineFields);
  if (flaw !== null) throw invalidField(flaw.path.join('.') || 'body', flaw.flaw);
}

/** Builds a 400 whose message names the first invalid field and the reason. */
function invalidRequest(error: z.ZodError, value: unknown): AppError {
  const [issue] = error.issues;
  const described = describeIssue(issue, value);
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const field = [...described.path, ...unknown].join('.') || 'body';
  return invalidField(field, unknown.length > 0 ? 'is not a field of this request' : described.reason);
}

const answerCounts = new WeakMap<Operation, number>();

/**
 * Selects the outputs to check in production, where a mismatch is only logged: the first of an operation, then one in a
 * hundred. Checking a long response costs as much as creating it, and a wrong schema affects many responses.
 */
function isSampled(operation: Operation): boolean {
  const before = answerCounts.get(operation) ?? 0;
  answerCounts.set(operation, before + 1);
  return before < 20 || before % 100 === 0;
}

/** Checks output against its schema: a mismatch fails every test, and is only logged for real callers. */
function checkOutput(app: AppContext & { strictOutput: boolean }, operation: Operation, body: unknown): void {
  if (operation.output === null) return;
  const checked = operation.output.safeParse(body);
  if (checked.success) return;
  const message = `${operation.id} answers what its schema does not allow: ${z.prettifyError(checked.error)}`;
  if (app.strictOutput) throw new OutputMismatch(message);
  app.log.error({ operation: operation.id }, message);
}

/**
 * Maps a failure to an AppError. An unavailable database becomes a 503, to be retried with the same key; anything else
 * is a bug, reported without details.
 */
export function asAppError(app: Pick<AppContext, 'log'>, operation: { id: string } | null, cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const id = operation?.id ?? 'none';
  if (isDatabaseAway(cause)) {
    app.log.error({ operation: id, cause: String(cause) }, 'the database is unavailable');
    return new AppError(
      'temporarily_unavailable',
      'The database cannot be reached or is busy. Inspect existing state before retrying; retry with the same Idempotency-Key.',
      { retry: 'same_key', retryAfterSeconds: 2 },
    );
  }
  const stack = cause instanceof Error ? cause.stack : String(cause);
  app.log.error({ operation: id, stack }, 'an operation failed with a bug');
  return new AppError('internal_error', 'An internal error occurred. It was logged with this request id.', {
    retry: 'same_key',
  });
}

const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
]);

/**
 * Classes and codes of PostgreSQL that do not concern the statement: connection (08), resources such as a full disk
 * (53), the server itself (58, 57P), a time limit (57014, 55P03, 25P03), a deadlock (40P01), a database that became
 * read-only (25006).
 */
const awayStates = /^(?:08|53|58|57P|57014$|55P03$|40P01$|25P03$|25006$)/;

function isDatabaseAway(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const code = 'code' in cause ? String(cause.code) : '';
  if (awayCodes.has(code) || awayStates.test(code)) return true;
  if (code === 'ERR_SQLITE_ERROR') return /locked|busy|full|disk I\/O|readonly|unable to open/i.test(cause.message);
  return /Connection terminated|timeout exceeded when trying to connect|connection timeout|read timeout|not queryable/i.test(
    cause.message,
  );
}
