import type { AppError } from '../domain/errors.ts';

type Json = Readonly<Record<string, unknown>>;

/** One sentence on what an agent should do after an error, from its `retry` word. */
export function adviceFor(error: AppError): string {
  if (error.code === 'approval_required' && error.details?.state === 'pending') {
    return `${priceOf(error.details)}Next: show the user ${String(error.details.approvalUrl)} with what it may cost, and wait. Once they have approved, call again with the same arguments and the same idempotencyKey.`;
  }
  switch (error.retry) {
    case 'same_key':
      return 'Next: call again with the same arguments and, where there is one, the same idempotencyKey.';
    case 'after_seconds':
      return `Next: wait ${error.retryAfterSeconds ?? 1} s, then call again with the same arguments and, where there is one, the same idempotencyKey.`;
    case 'inspect_run':
      return `Next: inspect what exists before any new request (${inspection(error)}). Do not use a new idempotencyKey for this request.`;
    default:
      if (error.details?.newKeyNeeded === true)
        return `Next: this idempotencyKey stays refused. ${laterWithNewKey(error)}`;
      return error.status === 400
        ? 'Next: correct the named argument and call again.'
        : 'Next: do not repeat this call unchanged; show the user what it says.';
  }
}

/** The price of a purchase that waits for a member, as a sentence: some clients show a model the text alone. */
function priceOf({ typicalUsd, maxUsd, leftUsd, simulated }: Json): string {
  if (typeof maxUsd !== 'number') return 'Its price is not known. ';
  const typical = typeof typicalUsd === 'number' ? `about $${typicalUsd}, ` : '';
  const remainder = typeof leftUsd === 'number' ? `; the budget has $${leftUsd} left` : '';
  return `Price: ${typical}at most $${maxUsd}${remainder}${simulated === true ? ' (simulated: no real money)' : ''}. `;
}

function laterWithNewKey({ retryAfterSeconds }: AppError): string {
  const when = retryAfterSeconds === undefined ? 'Once that other run has ended' : `After ${retryAfterSeconds} s`;
  return `${when}, and if it is still wanted, call again with a new one.`;
}

function inspection(error: AppError): string {
  const id = error.recovery?.runId ?? '';
  return id.startsWith('seo_') ? `read_seo_reports with reportId "${id}"` : `read_run with id "${id}"`;
}

/** Returns the recommended next step after a result, in a sentence, or null when the result speaks for itself. */
export function nextStepOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  if ('disposition' in body) return nextOfObservation(body as Json);
  if ('nextCursor' in body && typeof body.nextCursor === 'string') {
    return `Next: there is more; call again with the same arguments and cursor "${body.nextCursor}".`;
  }
  const report = 'report' in body ? (body.report as Json) : null;
  if (report?.state !== 'pending') return null;
  return `Next: the report is pending; read it again with read_seo_reports and reportId "${String(report.reportId)}" after some seconds. It costs nothing.`;
}

function nextOfObservation({ disposition, run }: Json): string | null {
  if (disposition === 'missing') return 'No result is saved. Reading starts nothing; an ensure tool would.';
  if (typeof run !== 'object' || run === null) return null;
  const { id, kind, status } = run as Json;
  if (status === 'queued' || status === 'running') {
    return `Next: follow this run with read_run (kind "${String(kind)}", id "${String(id)}") every few seconds until its status is completed, failed or cancelled.`;
  }
  if (status === 'requires_action') {
    return `Next: this run needs an inspection (see its error); reconcile_run or read_run with id "${String(id)}" shows whether it moved. Start nothing in its place.`;
  }
  return null;
}
