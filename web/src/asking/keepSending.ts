import { pause } from '../../../src/client/withRetry.ts';
import type { OutputOf } from '../../../src/contract/callTypes.ts';
import { asksQuery } from '../api/askQueries.ts';
import { call, SightlineError } from '../api/http.ts';
import { queryClient } from '../api/queries.ts';

/** Wait in seconds after an unavailable server, or a response without a time. */
const defaultWait = 5;

/**
 * Sends this person's queued questions while a page is open: sooner than the watcher does, and
 * without one. Each request uses the key that the server names, so that pages and watchers together buy it
 * once. Returns a function that stops it.
 */
export function keepSending(planId: string): () => void {
  const stopping = new AbortController();
  void sendUntil(planId, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  return () => stopping.abort();
}

async function sendUntil(planId: string, signal: AbortSignal): Promise<never> {
  for (;;) await pause((await sendOnce(planId, signal)) * 1000, signal);
}

/** Returns the seconds to wait before the next call. */
async function sendOnce(planId: string, signal: AbortSignal): Promise<number> {
  try {
    const { requests, comeBackAfterSeconds } = await call('takePlanWork', { id: planId }, { signal });
    const waits = await Promise.all(requests.map(send));
    if (requests.length > 0) await queryClient.invalidateQueries({ queryKey: asksQuery.queryKey });
    return Math.max(comeBackAfterSeconds, ...waits);
  } catch (error) {
    return waitAfter(error);
  }
}

/** Sends one request. A refusal is saved on its round. Returns the server's `Retry-After` in milliseconds. */
async function send(request: OutputOf<'takePlanWork'>['requests'][number]): Promise<number> {
  const { caseId, maxAgeSeconds, useSeoTools, idempotencyKey } = request;
  const body = { kind: 'keyword', caseId, maxAgeSeconds, useSeoTools } as const;
  try {
    await call('ensureObservation', body, { idempotencyKey, timeoutMs: 60_000 });
    return 0;
  } catch (error) {
    return error instanceof SightlineError && !error.mayRepeat ? 0 : waitAfter(error);
  }
}

function waitAfter(error: unknown): number {
  if (!(error instanceof SightlineError)) throw error;
  return error.retryAfterSeconds ?? defaultWait;
}
