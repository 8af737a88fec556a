import { pause } from '../../../src/client/withRetry.ts';
import type { OutputOf } from '../../../src/contract/callTypes.ts';
import { asksQuery } from '../api/askQueries.ts';
import { call, SightlineError } from '../api/http.ts';
import { queryClient } from '../api/queries.ts';

/** In seconds: a server that is away, or says no time, is asked again after so long. */
const defaultWait = 5;

/**
 * Sends what waits of what this person told to be asked, as long as a page is open: sooner than the watcher comes by, and
 * where there is none. Each request goes under the key that the server names, so that pages and watchers together buy it
 * once. Returns how to end it.
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

/** Returns how many seconds to wait before the next time. */
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

/** What is refused stands on its round: it need not be kept here. Returns how long the server asks to be left alone. */
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
