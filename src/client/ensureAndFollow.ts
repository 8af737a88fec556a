import type { SightlineClient } from './createClient.ts';
import type { InputOf, OutputOf } from './routes.ts';
import { SightlineError } from './sightlineError.ts';

export type Observation = OutputOf<'ensureObservation'>;

export type FollowOptions = {
  /** Kept for every repetition. Left out, one is made; it is on every error, so that a caller can go on with it. */
  idempotencyKey?: string;
  /** Milliseconds between looks at an active run; 2,000 unless given. */
  intervalMs?: number;
  /** Milliseconds after which following ends with an AbortError; the run goes on. No limit unless given. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Told of every state that is seen. */
  onProgress?(observation: Observation): void;
};

type Ended = 'completed' | 'failed' | 'cancelled';
const ends: readonly string[] = ['completed', 'failed', 'cancelled'] satisfies Ended[];

/** Tries of one request that got no usable answer, before the error goes to the caller with its key. */
const mostTries = 8;
const longestWaitMs = 60_000;

export async function ensureAndFollow(
  client: SightlineClient,
  input: InputOf<'ensureObservation'>,
  options: FollowOptions,
): Promise<Observation> {
  const idempotencyKey = options.idempotencyKey ?? `client:${crypto.randomUUID()}`;
  const signal = stopOf(options);
  try {
    const first = await patiently(
      () => client.call('ensureObservation', input, { idempotencyKey, ...withSignal(signal) }),
      signal,
    );
    return await followFrom(client, first, options, signal);
  } catch (error) {
    // Bought, but perhaps not written down: what exists is followed, and nothing is asked for again.
    const run = error instanceof SightlineError && error.code === 'persistence_unconfirmed' ? error.recovery : null;
    if (run === null) throw error;
    return followRun(client, { kind: input.kind, id: run.runId }, options, signal);
  }
}

export function follow(
  client: SightlineClient,
  run: { kind: 'website' | 'keyword'; id: string },
  options: FollowOptions,
): Promise<Observation> {
  return followRun(client, run, options, stopOf(options));
}

async function followRun(
  client: SightlineClient,
  run: { kind: 'website' | 'keyword'; id: string },
  options: FollowOptions,
  signal: AbortSignal | null,
): Promise<Observation> {
  const read = (): Promise<Observation> => client.call('readRun', { kind: run.kind, id: run.id }, withSignal(signal));
  return followFrom(client, await patiently(read, signal), options, signal);
}

async function followFrom(
  client: SightlineClient,
  first: Observation,
  options: FollowOptions,
  signal: AbortSignal | null,
): Promise<Observation> {
  let seen = first;
  options.onProgress?.(seen);
  while (seen.run !== null && !ends.includes(seen.run.status)) {
    await pause(options.intervalMs ?? 2_000, signal);
    const { kind, id } = seen.run;
    seen = await patiently(() => client.call('readRun', { kind, id }, withSignal(signal)), signal);
    options.onProgress?.(seen);
  }
  return seen;
}

/** Sends the same request again while that is safe and useful, no sooner than the server asks. */
async function patiently<T>(send: () => Promise<T>, signal: AbortSignal | null): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof SightlineError) || !error.mayRepeat || tries >= mostTries) throw error;
      const backOff = Math.min(longestWaitMs, 500 * 2 ** (tries - 1));
      await pause(error.retryAfterSeconds === null ? backOff : error.retryAfterSeconds * 1_000, signal);
    }
  }
}

function stopOf({ signal, timeoutMs }: FollowOptions): AbortSignal | null {
  const signals = [
    ...(signal === undefined ? [] : [signal]),
    ...(timeoutMs === undefined ? [] : [AbortSignal.timeout(timeoutMs)]),
  ];
  return signals.length === 0 ? null : AbortSignal.any(signals);
}

function withSignal(signal: AbortSignal | null): { signal?: AbortSignal } {
  return signal === null ? {} : { signal };
}

function pause(milliseconds: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
