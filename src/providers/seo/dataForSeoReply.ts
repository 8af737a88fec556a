import { amountOf } from '../dataForSeoEnvelope.ts';
import { fillRecord, numberOf, recordsOf, textOf, type WireRecord } from '../wireRecords.ts';

/** Parsed reply about the one task that was sent. */
export type TaskReply =
  /** The task ran. `result` null = it found nothing. */
  | { kind: 'ran'; task: WireRecord; result: WireRecord | null; costUsd: number | null }
  | { kind: 'failed'; code: string; message: string; costUsd: number | null }
  | { kind: 'unknown'; cause: string };

const ok = 20000;
const created = 20100;
const noResultsCode = 40102;

/** HTTP statuses that mean "not done" even without a readable body: credentials, funds, path. */
const refusedStatuses = new Set([401, 402, 404]);

/**
 * Returns true for codes that the provider gives before it starts any work: invalid fields, credentials, access, funds,
 * rate, wrong path. All others (5xxxx, 40101 and unknown codes) may mean work that was done and billed.
 */
function refusedBeforeWork(code: number): boolean {
  return (
    (code >= 40000 && code <= 40006) ||
    (code >= 40200 && code <= 40204) ||
    (code >= 40400 && code <= 40403) ||
    (code >= 40501 && code <= 40506) ||
    [40100, 40209, 40210].includes(code)
  );
}

/** Too many requests in a minute, or at the same time. */
const busyCodes = new Set(['40202', '40209']);

/** Returns true if the provider only asked for fewer requests at once: nothing was done, and nothing charged. */
export function isBusy(reply: { code: string; costUsd: number | null }): boolean {
  return busyCodes.has(reply.code) && reply.costUsd === 0;
}

function failed(code: number, message: string | null, stated: number | null): TaskReply {
  const billed = stated !== null && stated > 0 ? stated : null;
  return {
    kind: 'failed',
    code: String(code),
    message: message ?? 'The provider gave no reason.',
    // A zero in an upstream failure is a default value, not a promise.
    costUsd: billed ?? (refusedBeforeWork(code) ? 0 : null),
  };
}

/**
 * Reads a reply to a live call. The provider answers nearly everything with HTTP 200, so the status codes of the
 * envelope and the task decide. `body` is the parsed JSON, or null if it could not be read.
 */
export function readTaskReply(httpStatus: number, body: unknown, tag: string): TaskReply {
  const envelope = fillRecord(body);
  const envelopeCode = numberOf(envelope?.status_code);
  if (envelope === null || envelopeCode === null) {
    if (refusedStatuses.has(httpStatus)) {
      return { kind: 'failed', code: `http_${httpStatus}`, message: `HTTP ${httpStatus} without a body.`, costUsd: 0 };
    }
    return { kind: 'unknown', cause: `HTTP ${httpStatus} without a readable answer.` };
  }
  if (envelopeCode !== ok) return failed(envelopeCode, textOf(envelope.status_message), amountOf(envelope.cost));
  if (httpStatus < 200 || httpStatus > 299) {
    return { kind: 'unknown', cause: `HTTP ${httpStatus} with a reply that reports success.` };
  }
  const [task, second] = recordsOf(envelope.tasks);
  // Only one task was sent: several in a reply cannot be attributed by their order.
  if (second !== undefined) return { kind: 'unknown', cause: 'The reply contains several tasks instead of one.' };
  const taskCode = numberOf(task?.status_code);
  if (task === undefined || taskCode === null) return { kind: 'unknown', cause: 'The reply contains no task.' };
  const echoed = fillRecord(task.data)?.tag;
  if (echoed !== undefined && echoed !== tag) return { kind: 'unknown', cause: 'The reply is about another task.' };
  const costUsd = amountOf(task.cost) ?? amountOf(envelope.cost);
  if (taskCode === noResultsCode) return { kind: 'ran', task, result: null, costUsd };
  if (taskCode !== ok && taskCode !== created) return failed(taskCode, textOf(task.status_message), costUsd);
  const result = recordsOf(task.result)[0] ?? null;
  if (taskCode === created && result === null) {
    return { kind: 'unknown', cause: 'The task was created, but the reply does not contain its result.' };
  }
  return { kind: 'ran', task, result, costUsd };
}
