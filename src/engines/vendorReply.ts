import type { SubmitOutcome } from '../ports/answerBuyer.ts';
import type { RetrieveOutcome } from '../ports/answerReader.ts';
import type { Exchange, PlainExchange } from '../providers/plainExchange.ts';
import { fillRecord, type WireRecord } from '../providers/wireRecords.ts';

/** Error from a vendor's own error body; `code` is its most specific code. */
type VendorError = { code: string; message: string };

/** Reads the error of a body that is in the vendor's own error shape; null for any other body. */
export type ReadError = (body: WireRecord) => VendorError | null;

/** A reply of an API with HTTP statuses, or the reason why there is none. */
export type VendorReply =
  | { ok: true; status: number; body: WireRecord }
  | {
      ok: false;
      httpStatus: number | null;
      /** Null if the reply is not in the vendor's own error shape. */
      error: VendorError | null;
      /** Set if the request was provably never sent. */
      neverLeft: string | null;
      retryAfterSeconds: number | null;
      /** One line for a log or a cause, without secrets. */
      summary: string;
    };

type FailedReply = Extract<VendorReply, { ok: false }>;

/** Classifies the outcome of a call: a record with a 2xx status, or a failure with the vendor's details. */
export function buildVendorReply(exchange: Exchange, readError: ReadError, clean: PlainExchange['clean']): VendorReply {
  const failed = { ok: false, httpStatus: null, error: null, neverLeft: null, retryAfterSeconds: null } as const;
  if (exchange.kind === 'never_left') return { ...failed, neverLeft: exchange.code, summary: exchange.cause };
  if (exchange.kind === 'broken') return { ...failed, summary: exchange.cause };
  const { status, retryAfterSeconds } = exchange;
  const body = fillRecord(exchange.body);
  if (status >= 200 && status < 300 && body !== null) return { ok: true, status, body };
  const vendorError = body === null ? null : readError(body);
  const error = vendorError === null ? null : { code: clean(vendorError.code), message: clean(vendorError.message) };
  const summary =
    error === null
      ? `HTTP ${status} without a readable answer of the provider`
      : `HTTP ${status} ${error.code}: ${error.message}`;
  return { ...failed, httpStatus: status, error, retryAfterSeconds, summary };
}

/**
 * Judges a create that was not accepted. It is refused only if a status that proves it comes with the vendor's own
 * error body, or if the request was never sent; anything else may have been created.
 */
export function buildCreateFailure(reply: FailedReply, refusals: (status: number) => boolean): SubmitOutcome {
  const { httpStatus, error, neverLeft, retryAfterSeconds, summary } = reply;
  if (neverLeft !== null) {
    const message = `The request was never sent. ${summary}`;
    return { kind: 'refused', code: neverLeft, message, httpStatus: null, retryAfterSeconds: null };
  }
  if (httpStatus !== null && error !== null && refusals(httpStatus)) {
    return { kind: 'refused', code: error.code, message: error.message, httpStatus, retryAfterSeconds };
  }
  return { kind: 'uncertain', cause: summary };
}

/**
 * Judges a poll that did not find the work. Only the vendor's own 404 proves that it is gone: a proxy in between knows
 * nothing.
 */
export function pollFailureOf({ httpStatus, error, summary, retryAfterSeconds }: FailedReply): RetrieveOutcome {
  if (httpStatus === 404 && error !== null) return { kind: 'gone' };
  return { kind: 'unavailable', cause: summary, retryAfterSeconds };
}

/** A valid reply about something that was not requested. */
export const mismatchedReply: RetrieveOutcome = {
  kind: 'unavailable',
  cause: 'The provider answered with something else.',
  retryAfterSeconds: null,
};
