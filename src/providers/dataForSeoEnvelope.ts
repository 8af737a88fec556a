import { fillRecord, numberOf, recordsOf, statedUsdOf, textOf, type WireRecord } from './wireRecords.ts';

/**
 * Parsed reply about one task. The vendor answers nearly everything with HTTP 200: the envelope's code counts first,
 * then the task's.
 */
export type TaskReply = {
  /** Null without a readable envelope, or without a task where one is expected. */
  code: number | null;
  message: string;
  task: WireRecord | null;
  /** USD that either level states; null if neither does. */
  costUsd: number | null;
};

export const ok = 20000;
export const noResultsCode = 40102;

export function buildTaskReply(httpStatus: number, body: unknown): TaskReply {
  const envelope = fillRecord(body);
  const envelopeCode = numberOf(envelope?.status_code);
  const tasks = recordsOf(envelope?.tasks);
  const costUsd = [envelope, ...tasks].map((one) => amountOf(one?.cost)).reduce(findMax, null);
  // Only one task was sent: several in a reply cannot be attributed by their order.
  if (tasks.length > 1) {
    return {
      code: null,
      message: `HTTP ${httpStatus} with ${tasks.length} tasks instead of one.`,
      task: null,
      costUsd,
    };
  }
  const task = tasks[0] ?? null;
  const taskCode = numberOf(task?.status_code);
  if (envelopeCode === null) {
    return { code: null, message: `HTTP ${httpStatus} without a readable answer.`, task: null, costUsd };
  }
  // If both levels fail, the first one states the reason.
  const decisive = envelopeCode === ok ? taskCode : envelopeCode;
  const text = envelopeCode === ok ? textOf(task?.status_message) : textOf(envelope?.status_message);
  return { code: decisive, message: text ?? `HTTP ${httpStatus} without a reason.`, task, costUsd };
}

/** Returns an amount of money as a number; some lists write it as text. */
export function amountOf(value: unknown): number | null {
  const isText = typeof value === 'string' && /^\d{1,9}(\.\d{1,12})?$/.test(value);
  return statedUsdOf(isText ? Number(value) : value);
}

function findMax(one: number | null, other: number | null): number | null {
  return one === null ? other : other === null ? one : Math.max(one, other);
}

/** Formats milliseconds since the epoch in whole seconds, as the lists do: `yyyy-mm-dd hh:mm:ss +00:00`. */
export function listTimeOf(ms: number): string {
  const at = new Date(ms).toISOString();
  return `${at.slice(0, 10)} ${at.slice(11, 19)} +00:00`;
}

/** Converts `yyyy-mm-dd hh:mm:ss +00:00` to ISO 8601 UTC; null for anything else. */
export function isoOfListTime(value: unknown): string | null {
  const parts = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) \+00:00$/.exec(textOf(value) ?? '');
  const at = parts === null ? Number.NaN : Date.parse(`${parts[1]}T${parts[2]}Z`);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** Returns the rows of an id list, or a sentence that says why there are none to trust. */
export function listedTasks(httpStatus: number, body: unknown): readonly WireRecord[] | string {
  const { code, message, task } = buildTaskReply(httpStatus, body);
  if (code === noResultsCode) return [];
  if (httpStatus !== 200 || code !== ok) return `HTTP ${httpStatus} ${code ?? ''}: ${message}`;
  return recordsOf(task?.result);
}
