import type { Exchange } from '../../providers/plainExchange.ts';
import { fillRecord, textOf } from '../../providers/wireRecords.ts';
import type { Clean } from './openaiSnapshot.ts';

/** A call without a usable reply. `error` null: no provider error body. */
export type CallFailure = {
  httpStatus: number | null;
  error: { code: string | null; type: string | null; param: string | null; message: string } | null;
  retryAfterSeconds: number | null;
  /** Set if the request was provably never sent. */
  neverLeft: string | null;
  /** One line for a log or a cause: no secrets. */
  summary: string;
};

/** The key is invalid in a header. */
export const notStartedFailure: CallFailure = {
  httpStatus: null,
  error: null,
  retryAfterSeconds: null,
  neverLeft: 'client_unusable',
  summary: 'The provider client could not be started; check the provider key.',
};

const neverLeftMessage = 'The request was never sent.';

export type RefusedCreate = {
  kind: 'refused';
  code: string;
  message: string;
  httpStatus: number | null;
  retryAfterSeconds: number | null;
};

/** With a provider error body these prove that nothing was created. 408, 409 and 5xx do not: work may have begun. */
const refusals = new Set([400, 401, 402, 403, 404, 413, 415, 422, 429]);

/** Reads why an exchange brought no usable reply. */
export function buildFailure(exchange: Exchange, clean: Clean): CallFailure {
  const failed = { httpStatus: null, error: null, retryAfterSeconds: null, neverLeft: null };
  if (exchange.kind === 'never_left') return { ...failed, neverLeft: exchange.code, summary: clean(exchange.cause) };
  if (exchange.kind === 'broken') return { ...failed, summary: clean(exchange.cause) };
  const { status: httpStatus, retryAfterSeconds } = exchange;
  const body = fillRecord(fillRecord(exchange.body)?.error);
  const code = textOf(body?.code);
  const type = textOf(body?.type);
  const message = textOf(body?.message);
  const error =
    code !== null || type !== null || message !== null
      ? {
          code: code === null ? null : clean(code),
          type: type === null ? null : clean(type),
          param: textOf(body?.param),
          message: clean(message ?? 'The provider gave no reason.'),
        }
      : null;
  const summary =
    error === null
      ? `HTTP ${httpStatus} without a readable error body`
      : `HTTP ${httpStatus} ${error.code ?? error.type ?? ''}: ${error.message}`;
  return { ...failed, httpStatus, error, retryAfterSeconds, summary: clean(summary) };
}

/**
 * Returns a refusal if nothing was provably created; null if that is uncertain, and the work may exist. A locked
 * conversation is not a refusal: something runs in it, which can only be an earlier create of ours.
 */
export function refusalOf(failure: CallFailure): RefusedCreate | null {
  if (failure.neverLeft !== null) {
    const message = `${neverLeftMessage} ${failure.summary}`;
    return { kind: 'refused', code: failure.neverLeft, message, httpStatus: null, retryAfterSeconds: null };
  }
  const { httpStatus, error } = failure;
  if (httpStatus === null || error === null || !refusals.has(httpStatus)) return null;
  if (error.code === 'conversation_locked' || error.type === 'conversation_locked') return null;
  return {
    kind: 'refused',
    code: error.code ?? error.type ?? `http_${httpStatus}`,
    message: error.message,
    httpStatus,
    retryAfterSeconds: failure.retryAfterSeconds,
  };
}

/**
 * Returns true for a 400 about the `conversation` parameter itself: the provider does not accept it, alone or with
 * `background`. Nothing was created then. A locked or missing conversation is something else.
 */
export function refusesConversation(failure: CallFailure): boolean {
  const { httpStatus, error } = failure;
  if (httpStatus !== 400 || error === null) return false;
  const code = `${error.code} ${error.type}`;
  if (/locked|not_found/.test(code)) return false;
  const { param } = error;
  if (param !== null && /^conversation\b/.test(param)) return true;
  return (param === null || param === 'background') && /\bconversation\b/i.test(error.message);
}
