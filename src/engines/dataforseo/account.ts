import {
  type CallOptions,
  createDataForSeoExchange,
  type DataForSeoCredentials,
} from '../../providers/dataForSeoExchange.ts';
import type { Exchange } from '../../providers/plainExchange.ts';
import type { WireRecord } from '../../providers/wireRecords.ts';
import { createCatalogues } from './catalogues.ts';
import { createGate } from './gate.ts';
import { createLostTasks } from './lostTasks.ts';
import type { TaskCalls } from './taskCalls.ts';

export type TaskAccountOptions = DataForSeoCredentials & {
  /** Milliseconds since the epoch. */
  now(): number;
  /** A wait that the engines fix themselves, in milliseconds, as this deployment takes it. */
  hastened(ms: number): number;
};

/** The vendor takes 30 requests of an account at once; some stay for its SEO lookups and the owner's other programs. */
const requestsAtOnce = 26;

/** Shared parts of one account's engines: places, lists of lost work, catalogues. */
export type TaskAccount = ReturnType<typeof createTaskAccount>;

export function createTaskAccount(options: TaskAccountOptions) {
  const exchange = createDataForSeoExchange(options);
  const gate = createGate(requestsAtOnce);

  /** The time limit counts from here, the wait for a place included: the caller knows how long a call may last. */
  async function inTurn(call: (signal: AbortSignal) => Promise<Exchange>): Promise<Exchange> {
    const signal = AbortSignal.timeout(options.timeoutMs);
    const reply = await gate(() => call(signal), signal);
    if (reply !== 'no_turn') return reply;
    return { kind: 'never_left', code: 'too_many_at_once', cause: 'Too many requests to DataForSEO are under way.' };
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
