import type { FrozenAnswer } from '../../domain/answer/frozenAnswer.ts';
import { type Usage, unknownUsage } from '../../domain/runs/run.ts';
import type { RemoteSnapshot } from '../../ports/answerRequest.ts';
import { isoOfListTime, noResultsCode } from '../../providers/dataForSeoEnvelope.ts';
import { fillRecord, recordsOf, textOf, type WireRecord } from '../../providers/wireRecords.ts';
import type { TaskEngineSpec } from './taskEngineSpec.ts';

/** Images embedded in the text: megabytes that no reader needs. */
const inlineData = /data:image\/[^\s)\]>"']*/gi;

/**
 * Returns the part of a finished task to save for later reading: all of it, except the address with our secret and
 * images in the text. The vendor's own shape stays, known to us or not.
 */
function keptTask(task: WireRecord): Record<string, unknown> {
  const { data, ...rest } = task;
  const echoed = fillRecord(data);
  if (echoed === null) return withoutImages(rest);
  const { pingback_url: _pingback, postback_url: _postback, ...request } = echoed;
  return withoutImages({ ...rest, data: request });
}

function withoutImages<T>(value: T): T {
  return strip(value) as T;
}

function strip(value: unknown): unknown {
  if (typeof value === 'string') return /data:image/i.test(value) ? value.replace(inlineData, '') : value;
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, strip(member)]));
}

/** Returns our run id from a task. */
export function markOf(task: WireRecord): string | null {
  return textOf(fillRecord(task.data)?.tag);
}

export function costOf(costUsd: number | null): Usage {
  return { ...unknownUsage, costUsd };
}

export function pendingWork(status: 'queued' | 'running', runId: string | null): RemoteSnapshot {
  return {
    status,
    model: null,
    finishedAt: null,
    completedSearchCount: null,
    answer: null,
    // A read states its own price, which is zero; the price stated by the create stays.
    usage: unknownUsage,
    error: null,
    raw: null,
    runId,
  };
}

/** The reply is not displayed; a person has to check it. */
export function inspectionOf(error: string): RemoteSnapshot {
  return { ...pendingWork('running', null), status: 'requires_action', error };
}

const emptyPage: FrozenAnswer = {
  text: '',
  annotations: [],
  sources: [],
  refusal: null,
  incompleteReason: null,
  searchCount: null,
  noAnswer: 'no_results',
};

/** Reads the saved copy of a finished task. Null if it contains no answer that this version can read. */
export function freezeTask(spec: Pick<TaskEngineSpec, 'freeze'>): (raw: unknown) => FrozenAnswer | null {
  return (raw) => {
    const task = fillRecord(raw);
    if (task === null) return null;
    if (task.status_code === noResultsCode) return emptyPage;
    const result = recordsOf(task.result)[0];
    return result === undefined ? null : spec.freeze(result);
  };
}

/** Converts an ended task. @param failure code and sentence; null if it succeeded */
export function snapshotOfTask(
  spec: Pick<TaskEngineSpec, 'freeze'>,
  task: WireRecord,
  failure: string | null,
): RemoteSnapshot {
  const raw = keptTask(task);
  const result = recordsOf(raw.result)[0];
  const answer = failure === null ? freezeTask(spec)(raw) : null;
  const error =
    failure ??
    (answer === null
      ? 'content_not_obtained: The page was read, and what it showed is not in the reply, or not in a form that this version knows. The reply is kept.'
      : null);
  return {
    ...pendingWork('running', markOf(task)),
    status: error === null ? 'completed' : 'failed',
    model: textOf(result?.model),
    finishedAt: isoOfListTime(result?.datetime),
    completedSearchCount: answer?.searchCount ?? null,
    answer,
    error,
    raw,
  };
}
