import type { CaptureLimits } from '../../domain/capture/limits.ts';
import type { EvidenceBundle } from '../../domain/checks/evidenceBundle.ts';
import type { CaptureHooks } from '../../ports/pageCapture.ts';
import type { CaptureClock } from './captureClock.ts';
import type { ExchangeResult } from './exchange.ts';
import { headerValue } from './exchange.ts';

export type StoppedBy = EvidenceBundle['budget']['stoppedBy'];

/** The longest wait before checking again whether the capture should continue. */
const napMs = 1_000;

/**
 * Remaining allowance of a capture. Every request passes `admit` before it is sent and `settle` after it; the first
 * refusal ends the capture. Waiting is part of it: one request per host in each interval, and the pauses that a server
 * demands.
 */
export type Budget = {
  /** Waits for the host's turn, then returns whether the request may be sent. */
  admit(host: string): Promise<boolean>;
  settle(host: string, result: ExchangeResult): void;
  /** Slows requests to a host as its robots.txt demands, up to the limit. */
  slow(host: string, crawlDelaySeconds: number): void;
  /** Ends the capture if the caller or the time limit demands it. Returns true if it has ended. */
  hasEnded(): Promise<boolean>;
  /** Ends the capture because its time ran out during a request. */
  endOfTime(): void;
  /** Adds bytes that bypassed `settle`, such as a browser's. */
  addBytes(bytes: number): void;
  state(): { requests: number; bytes: number; stoppedBy: StoppedBy };
  remainingMs(): number;
};

/** @param pauseOnLoopback true if the interval applies to this machine as well */
export function openBudget(
  limits: CaptureLimits,
  clock: CaptureClock,
  hooks: CaptureHooks,
  pauseOnLoopback: boolean,
): Budget {
  const end = clock.monotonic() + limits.wallTimeMs;
  const nextTurn = new Map<string, number>();
  const intervals = new Map<string, number>();
  const usual = (host: string) => (isLoopback(host) && !pauseOnLoopback ? 0 : limits.minIntervalMs);
  let requests = 0;
  let bytes = 0;
  let inFlight = 0;
  let overloads = 0;
  let stoppedBy: StoppedBy = null;

  function stop(reason: Exclude<StoppedBy, null>): boolean {
    stoppedBy ??= reason;
    return true;
  }

  async function hasEnded(): Promise<boolean> {
    if (stoppedBy !== null) return true;
    if (await hooks.shouldStop()) return stop('cancelled');
    return clock.monotonic() >= end ? stop('wall_time') : false;
  }

  async function waitUntil(turn: number): Promise<boolean> {
    if (turn >= end) return !stop('wall_time');
    for (let remaining = turn - clock.monotonic(); remaining > 0; remaining = turn - clock.monotonic()) {
      await clock.sleep(Math.min(remaining, napMs));
      if (await hasEnded()) return false;
    }
    return true;
  }

  return {
    async admit(host) {
      if (await hasEnded()) return false;
      if (requests >= limits.maxRequests) return !stop('requests');
      // Every active request reserves a whole body, so that the sum never exceeds the limit.
      if (bytes + (inFlight + 1) * limits.maxBodyBytes > limits.maxBytes) return !stop('bytes');
      requests += 1;
      inFlight += 1;
      const turn = Math.max(clock.monotonic(), nextTurn.get(host) ?? 0);
      nextTurn.set(host, turn + (intervals.get(host) ?? usual(host)));
      if (await waitUntil(turn)) return true;
      requests -= 1;
      inFlight -= 1;
      return false;
    },
    settle(host, result) {
      inFlight -= 1;
      bytes += Math.min(result.decodedBytes, limits.maxBodyBytes);
      const outcome = result.hop.outcome;
      const status = outcome.kind === 'response' ? outcome.status : null;
      overloads = status === 429 || status === 503 ? overloads + 1 : 0;
      if (overloads >= limits.maxOverloads) stop('server_overload');
      const pause = outcome.kind === 'response' ? retryAfterMs(headerValue(outcome.headers, 'retry-after'), clock) : 0;
      if (pause === 0 || status === null || (status !== 429 && status !== 503)) return;
      if (pause > limits.maxRetryAfterMs && limits.maxRetryAfterMs > 0) stop('server_overload');
      const targetCount = clock.monotonic() + Math.min(pause, limits.maxRetryAfterMs);
      nextTurn.set(host, Math.max(nextTurn.get(host) ?? 0, targetCount));
    },
    slow(host, crawlDelaySeconds) {
      const wantedCount = Math.min(crawlDelaySeconds * 1_000, limits.maxCrawlDelayMs);
      const before = intervals.get(host) ?? usual(host);
      const after = Math.max(usual(host), wantedCount);
      intervals.set(host, after);
      // The request for the file itself counts too.
      const turn = nextTurn.get(host);
      if (turn !== undefined) nextTurn.set(host, turn + after - before);
    },
    hasEnded,
    endOfTime() {
      stop('wall_time');
    },
    addBytes(more) {
      bytes += more;
    },
    state: () => ({ requests, bytes, stoppedBy }),
    remainingMs: () => Math.max(0, end - clock.monotonic()),
  };
}

/** Returns true for a host of this machine, with its port. */
function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/.test(host);
}

/** Parses RFC 9110 §10.2.3: whole seconds, or a date. 0 if absent, unreadable or past. */
function retryAfterMs(value: string | null, clock: CaptureClock): number {
  if (value === null) return 0;
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? 0 : Math.max(0, date - clock.now());
}
