import type { InputOf, OutputOf } from '../contract/callTypes.ts';
import type { BudgetLimiter } from './budgetLimiter.ts';
import type { Call } from './send.ts';
import { SightlineError } from './sightlineError.ts';
import { pause, withRetry } from './withRetry.ts';

export type Observation = OutputOf<'ensureObservation'>;
type RunName = { kind: 'website' | 'keyword'; id: string };
type FollowCall = Call<'ensureObservation' | 'readRun'>;

export type FollowOptions = {
  /** Used for every repetition. Generated if absent; every error contains it, so that a caller can continue with it. */
  idempotencyKey?: string;
  /** Milliseconds between polls of an active run; 2,000 unless given. */
  intervalMs?: number;
  /** Milliseconds after which polling ends with an AbortError; the run continues. No limit by default. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Stop at `requires_action` too, which waits for a person and may last. */
  stopAtRequiresAction?: boolean;
  /** Called with every observed state. */
  onProgress?(observation: Observation): void;
};

const terminal: readonly string[] = ['completed', 'failed', 'cancelled'];

/**
 * Evaluates a target and polls the run until its end. Respects `Retry-After`, repeats an uncertain request only with
 * its own key and body, and never starts a second one. @throws SightlineError
 * @param gate waits for the caller's own holds before the request is sent; null: it is sent immediately
 */
export async function ensureAndFollow(
  call: FollowCall,
  input: InputOf<'ensureObservation'>,
  options: FollowOptions = {},
  gate: BudgetLimiter | null = null,
): Promise<Observation> {
  const idempotencyKey = options.idempotencyKey ?? `client:${crypto.randomUUID()}`;
  const signal = stopSignal(options);
  const turn = gate === null || input.kind !== 'keyword' ? null : await gate.enter(input);
  try {
    const first = await withRetry(() => call('ensureObservation', input, { idempotencyKey, ...withSignal(signal) }), {
      signal,
    });
    turn?.sent();
    return await followFrom(call, first, options, signal);
  } catch (error) {
    // Bought, but perhaps not recorded: the existing run is polled, and nothing is requested again.
    const run = error instanceof SightlineError && error.code === 'persistence_unconfirmed' ? error.recovery : null;
    if (run === null) throw error;
    return await followRun(call, { kind: input.kind, id: run.runId }, options, signal);
  } finally {
    turn?.ended();
  }
}

/** Polls an existing run until its end. @throws SightlineError */
export function follow(call: FollowCall, run: RunName, options: FollowOptions = {}): Promise<Observation> {
  return followRun(call, run, options, stopSignal(options));
}

async function followRun(
  call: FollowCall,
  run: RunName,
  options: FollowOptions,
  signal: AbortSignal | null,
): Promise<Observation> {
  const first = await withRetry(() => call('readRun', { kind: run.kind, id: run.id }, withSignal(signal)), { signal });
  return followFrom(call, first, options, signal);
}

async function followFrom(
  call: FollowCall,
  first: Observation,
  options: FollowOptions,
  signal: AbortSignal | null,
): Promise<Observation> {
  let view = first;
  options.onProgress?.(view);
  while (view.run !== null && !isAtEnd(view.run.status, options)) {
    await pause(options.intervalMs ?? 2_000, signal);
    const { kind, id } = view.run;
    view = await withRetry(() => call('readRun', { kind, id }, withSignal(signal)), { signal });
    options.onProgress?.(view);
  }
  return view;
}

function isAtEnd(status: string, { stopAtRequiresAction = false }: FollowOptions): boolean {
  return terminal.includes(status) || (stopAtRequiresAction && status === 'requires_action');
}

function stopSignal({ signal, timeoutMs }: FollowOptions): AbortSignal | null {
  const signals = [
    ...(signal === undefined ? [] : [signal]),
    ...(timeoutMs === undefined ? [] : [AbortSignal.timeout(timeoutMs)]),
  ];
  return signals.length === 0 ? null : AbortSignal.any(signals);
}

function withSignal(signal: AbortSignal | null): { signal?: AbortSignal } {
  return signal === null ? {} : { signal };
}
