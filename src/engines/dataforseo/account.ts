import { buildTaskReply, ok } from '../../providers/dataForSeoEnvelope.ts';
import {
  type CallOptions,
  createDataForSeoExchange,
  type DataForSeoCredentials,
} from '../../providers/dataForSeoExchange.ts';
import type { Exchange } from '../../providers/plainExchange.ts';
import { recordsOf, type WireRecord } from '../../providers/wireRecords.ts';
import { createLostTasks } from './lostTasks.ts';
import type { TaskCalls } from './taskCalls.ts';

/** Lets a limited number of calls run at once; the others wait their turn. */
type Gate = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T | 'no_turn'>;

function createGate(limit: number): Gate {
  let inside = 0;
  const waiting = new Set<() => void>();

  function turn(signal: AbortSignal): Promise<boolean> {
    if (inside < limit) {
      inside += 1;
      return Promise.resolve(!signal.aborted || leave());
    }
    return new Promise((resolve) => {
      const go = (): void => {
        signal.removeEventListener('abort', abandon);
        waiting.delete(go);
        resolve(true);
      };
      const abandon = (): void => {
        waiting.delete(go);
        resolve(false);
      };
      waiting.add(go);
      if (signal.aborted) abandon();
      else signal.addEventListener('abort', abandon, { once: true });
    });
  }

  /** Passes the slot to the caller that has waited longest. */
  function leave(): false {
    const [next] = waiting;
    if (next === undefined) inside -= 1;
    else next();
    return false;
  }

  return async (work, signal) => {
    if (!(await turn(signal))) return 'no_turn';
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

/** Rows of one of the vendor's free lists, or the reason why it could not be read. */
type Catalogue = { kind: 'rows'; rows: readonly WireRecord[] } | { kind: 'unavailable'; cause: string };

const keptMs = 24 * 3_600_000;
const maxKept = 200;
/** A list of every place of a vendor is long. */
const maxReplyBytes = 64_000_000;

/** Creates a cache of the vendor's lists of places and languages, each read at most once a day. */
function createCatalogues(calls: Pick<TaskCalls, 'get'>, now: () => number) {
  const cache = new Map<string, { until: number; reading: Promise<Catalogue> }>();

  async function read(path: string): Promise<Catalogue> {
    const exchange = await calls.get(path, { maxReplyBytes });
    if (exchange.kind !== 'answered') return { kind: 'unavailable', cause: exchange.cause };
    const { code, message, task } = buildTaskReply(exchange.status, exchange.body);
    if (code !== ok) return { kind: 'unavailable', cause: message };
    return { kind: 'rows', rows: recordsOf(task?.result) };
  }

  return (path: string): Promise<Catalogue> => {
    const entry = cache.get(path);
    if (entry !== undefined && entry.until > now()) return entry.reading;
    const reading = read(path);
    const [oldest] = cache.keys();
    if (cache.size >= maxKept && oldest !== undefined) cache.delete(oldest);
    cache.set(path, { until: now() + keptMs, reading });
    void reading.then(({ kind }) => {
      // A failure is not cached: the next question asks again.
      if (kind === 'unavailable') cache.delete(path);
    });
    return reading;
  };
}

export type TaskAccountOptions = DataForSeoCredentials & {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Scales a wait that the engines define, in milliseconds, for this deployment. */
  hastened(ms: number): number;
};

/**
 * The vendor accepts 30 concurrent requests per account; some are left for its SEO lookups and the owner's other
 * programs.
 */
const requestsAtOnce = 26;

/** Shared parts of one account's engines: places, lists of lost work, catalogues. */
export type TaskAccount = ReturnType<typeof createTaskAccount>;

export function createTaskAccount(options: TaskAccountOptions) {
  const exchange = createDataForSeoExchange(options);
  const gate = createGate(requestsAtOnce);

  /** The time limit includes the wait for a slot, so that the caller knows how long a call may take. */
  async function inTurn(call: (signal: AbortSignal) => Promise<Exchange>): Promise<Exchange> {
    const signal = AbortSignal.timeout(options.timeoutMs);
    const reply = await gate(() => call(signal), signal);
    if (reply !== 'no_turn') return reply;
    return { kind: 'never_left', code: 'too_many_at_once', cause: 'Too many requests to DataForSEO are active.' };
  }

  const calls: TaskCalls = {
    get: (path: string, more: CallOptions = {}) => inTurn((signal) => exchange.get(path, { signal, ...more })),
    post: (path: string, task: WireRecord, more: CallOptions = {}) =>
      inTurn((signal) => exchange.post(path, task, { signal, ...more })),
  };
  return {
    ...calls,
    isSandbox: exchange.isSandbox,
    clean: exchange.clean,
    now: options.now,
    hastened: options.hastened,
    lost: createLostTasks(calls, { ...options, clean: exchange.clean }),
    catalogues: createCatalogues(calls, options.now),
  };
}
