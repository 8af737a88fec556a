import type { CaptureLimits } from '../../domain/capture/limits.ts';
import type { Fetch, HeaderList, Hop, Purpose } from '../../domain/checks/evidenceBundle.ts';
import type { AddressGuard } from './addressGuard.ts';
import type { Budget } from './budget.ts';
import type { CaptureClock } from './captureClock.ts';
import { acceptEncoding } from './decodeContent.ts';
import { type Exchange, type ExchangeResult, exchange } from './exchange.ts';
import { unpackGzipFile } from './gzipFile.ts';
import { hopError } from './hopFault.ts';

export type FetchRequest = {
  purpose: Purpose;
  url: string;
  method?: 'GET' | 'HEAD';
  /** Added to the headers of every request; replaces one with the same name. */
  headers?: HeaderList;
};

/**
 * Returns whether this URL may be requested under its host's robots.txt, and loads that file if it is not known yet.
 */
export type RobotsGate = (url: string) => Promise<boolean>;

export type FetchResult = { kind: 'fetched'; fetch: Fetch } | { kind: 'robots' } | { kind: 'stopped' };

export type SiteFetcher = {
  /**
   * Makes one logical request with its redirects and at most the allowed repeats. `gate` null: robots.txt is not
   * checked.
   */
  get(wish: FetchRequest, gate: RobotsGate | null): Promise<FetchResult>;
  /** Returns everything fetched so far, in capture order. */
  fetches(): Fetch[];
};

const worthRepeating = new Set(['dns', 'refused', 'reset', 'timeout']);
const repeatedStatuses = new Set([502, 503, 504]);

/** Timers may fire a little before their time. */
const timerSlackMs = 50;

type Chain = { hops: Hop[]; last: ExchangeResult; durationMs: number };

/**
 * Creates a fetcher for all requests of one capture. Ids are assigned when a fetch begins, so they show the order of
 * the capture.
 */
export function createSiteFetcher(
  agent: string,
  limits: CaptureLimits,
  guard: AddressGuard,
  budget: Budget,
  clock: CaptureClock,
  send: Exchange = exchange,
): SiteFetcher {
  const finishedItems: Fetch[] = [];
  const bodies = new Map<string, Uint8Array>();
  let started = 0;

  /** Stores equal bodies once: home is requested several times, and a trap returns the same for everything. */
  function keptOnce(fetch: Fetch): Fetch {
    const { body, sha256 } = fetch;
    if (body === null || sha256 === null) return fetch;
    const entry = bodies.get(sha256) ?? body;
    bodies.set(sha256, entry);
    return { ...fetch, body: entry };
  }

  async function sendOne(url: string, wish: FetchRequest, headers: HeaderList): Promise<ExchangeResult | null> {
    const host = new URL(url).host;
    if (!(await budget.admit(host))) return null;
    // Whole milliseconds: the client accepts no fraction, and a monotonic clock returns one.
    const remaining = Math.max(1, Math.floor(budget.remainingMs()));
    const totalTimeoutMs = Math.min(limits.totalTimeoutMs, remaining);
    const answer = await send(
      { url, method: wish.method ?? 'GET', headers },
      { guard, limits: { ...limits, totalTimeoutMs }, monotonic: clock.monotonic },
    );
    const result = wish.purpose === 'sitemap' ? await unpackGzipFile(answer, limits.maxBodyBytes) : answer;
    budget.settle(host, result);
    const { outcome } = result.hop;
    // If our own time ran out, the website is not to blame: no fact was measured.
    const ranOut = result.totalMs > remaining - timerSlackMs;
    if (outcome.kind === 'error' && outcome.code === 'timeout' && ranOut) {
      budget.endOfTime();
      return null;
    }
    return result;
  }

  async function follow(wish: FetchRequest, headers: HeaderList, gate: RobotsGate | null): Promise<Chain | null> {
    const hops: Hop[] = [];
    const visited = new Set<string>();
    let url = wish.url;
    let durationMs = 0;
    for (;;) {
      visited.add(url);
      const last = await sendOne(url, wish, headers);
      if (last === null) return null;
      hops.push(last.hop);
      durationMs += last.totalMs;
      const next = last.redirectTo;
      if (next === null) return { hops, last, durationMs };
      const refusal = await refuseRedirect(url, next, hops.length, visited, gate);
      if (refusal === 'stopped') return null;
      if (refusal !== null) {
        hops.push({ url: next, method: wish.method ?? 'GET', outcome: hopError(refusal), remoteAddress: null });
        return { hops, last, durationMs };
      }
      url = next;
    }
  }

  async function refuseRedirect(from: string, to: string, hops: number, visited: Set<string>, gate: RobotsGate | null) {
    if (from.startsWith('https:') && to.startsWith('http:')) return 'blocked_downgrade' as const;
    if (hops > limits.maxRedirects || visited.has(to)) return 'too_many_redirects' as const;
    if (!/^https?:/.test(to)) return 'blocked_scheme' as const;
    if (await mayAsk(to, gate)) return null;
    return (await budget.hasEnded()) ? ('stopped' as const) : ('blocked_robots' as const);
  }

  /**
   * Returns whether a request is allowed. One that the guard refuses needs no robots.txt: the exchange records the
   * refusal and sends nothing.
   */
  async function mayAsk(url: string, gate: RobotsGate | null): Promise<boolean> {
    return gate === null || (await guard.check(new URL(url))).kind === 'blocked' || gate(url);
  }

  async function get(wish: FetchRequest, gate: RobotsGate | null): Promise<FetchResult> {
    if (!(await mayAsk(wish.url, gate))) {
      return { kind: (await budget.hasEnded()) ? 'stopped' : 'robots' };
    }
    const headers = requestHeaders(agent, wish.headers ?? []);
    started += 1;
    const id = `f${String(started).padStart(3, '0')}`;
    let chain: Chain | null = null;
    let startedAt = '';
    let attempts = 0;
    do {
      const begun = new Date(clock.now()).toISOString();
      const next = await follow(wish, headers, gate);
      if (next === null) break;
      chain = next;
      startedAt = begun;
      attempts += 1;
    } while (attempts <= limits.maxRetries && isWorthRepeating(chain));
    if (chain === null) return { kind: 'stopped' };
    const fetch = keptOnce(toFetch(id, wish, headers, startedAt, chain, attempts));
    finishedItems.push(fetch);
    return { kind: 'fetched', fetch };
  }

  return { get, fetches: () => finishedItems.toSorted((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1))) };
}

function toFetch(
  id: string,
  wish: FetchRequest,
  requestHeaders: HeaderList,
  startedAt: string,
  { hops, last, durationMs }: Chain,
  attempts: number,
): Fetch {
  const { body, sha256, decodedBytes, truncated, ttfbMs, tls } = last;
  return {
    id,
    purpose: wish.purpose,
    requestedUrl: wish.url,
    requestHeaders,
    startedAt,
    hops,
    body,
    sha256,
    decodedBytes,
    truncated,
    ttfbMs,
    totalMs: Math.round(durationMs * 10) / 10,
    tls,
    ...(attempts > 1 ? { attempts } : {}),
  };
}

function isWorthRepeating(chain: Chain): boolean {
  const outcome = chain.last.hop.outcome;
  if (outcome.kind === 'response') return repeatedStatuses.has(outcome.status);
  // A server that began to answer was reached: another request would only be delayed twice.
  return worthRepeating.has(outcome.code) && chain.last.ttfbMs === null;
}

function requestHeaders(agent: string, extra: HeaderList): HeaderList {
  const givenKeys = new Set(extra.map(([name]) => name));
  const usual: HeaderList = [
    ['user-agent', agent],
    ['accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['accept-encoding', acceptEncoding],
  ];
  return [...usual.filter(([name]) => !givenKeys.has(name)), ...extra];
}

/** Returns the status of the last hop; null if it got no response. */
export function finalStatus(fetch: Fetch): number | null {
  const outcome = fetch.hops.at(-1)?.outcome;
  return outcome?.kind === 'response' ? outcome.status : null;
}

/** Returns the last address in the chain of a fetch. */
export function finalUrl(fetch: Fetch): string {
  return fetch.hops.at(-1)?.url ?? fetch.requestedUrl;
}
