import { completeLimits } from '../../domain/capture/limits.ts';
import { notFoundPath } from '../../domain/capture/probes.ts';
import type { EvidenceBundle, Fetch } from '../../domain/checks/evidenceBundle.ts';
import type { FetchedPage } from '../../domain/citedPages/readCitedPage.ts';
import { reservationPath } from '../../domain/citedPages/reservation.ts';
import type { ForeignText } from '../../ports/foreignText.ts';
import type { CaptureHooks, PageAttempt, PagesRequest, PageVisit } from '../../ports/pageCapture.ts';
import { createAddressGuard, type GuardOptions } from './addressGuard.ts';
import { openBudget } from './budget.ts';
import type { CaptureClock } from './captureClock.ts';
import type { HostTurns } from './hostTurns.ts';
import { createRobotsAccess } from './robotsAccess.ts';
import { createSiteFetcher, finalStatus, finalUrl } from './siteFetcher.ts';

/** A visit has no end of its own: the caller limits its pages. */
const visitMs = 6 * 60 * 60_000;
const unlimited = Number.MAX_SAFE_INTEGER;

type Parts = { guard: GuardOptions; clock: CaptureClock; texts: ForeignText; turns: HostTurns };

/** Reads third-party pages: one request at a time per host, a pause between them, robots.txt first, nothing twice. */
export function openVisit(
  request: PagesRequest,
  hooks: Pick<CaptureHooks, 'shouldStop'>,
  { guard: options, clock, texts, turns }: Parts,
): PageVisit {
  const limits = completeLimits({
    ...request.limits,
    maxRetries: 0,
    maxRequests: unlimited,
    maxBytes: unlimited,
    wallTimeMs: visitMs,
  });
  const guard = createAddressGuard(options);
  const budget = turns.share(openBudget(limits, clock, hooks, true), limits.minIntervalMs);
  // A separate fetcher, because a fetcher keeps what it has fetched, and robots.txt files are small.
  const robots = createRobotsAccess(
    request.robotsToken,
    createSiteFetcher(request.agent, limits, guard, budget, clock),
    budget,
    texts,
  );
  const probes = new Map<string, FetchedPage['probe']>();

  async function probe(host: string, base: string, runId: string): Promise<FetchedPage['probe']> {
    const earlier = probes.get(host);
    if (earlier !== undefined) return earlier;
    const fetcher = createSiteFetcher(request.agent, limits, guard, budget, clock);
    const url = new URL(notFoundPath(runId), base).href;
    const end = await fetcher.get({ purpose: 'not_found_probe', url }, robots.gate);
    const answer =
      end.kind === 'fetched' && new URL(finalUrl(end.fetch)).host === host
        ? { status: finalStatus(end.fetch), body: end.fetch.body }
        : null;
    probes.set(host, answer);
    return answer;
  }

  const reservations = new Map<string, string | null>();

  /** Loads the host's reservation file, once per visit; null without one. */
  async function loadReservations(host: string, base: string): Promise<string | null> {
    const earlier = reservations.get(host);
    if (earlier !== undefined) return earlier;
    const fetcher = createSiteFetcher(request.agent, limits, guard, budget, clock);
    const end = await fetcher.get({ purpose: 'well_known', url: new URL(reservationPath, base).href }, robots.gate);
    const isFile = end.kind === 'fetched' && finalStatus(end.fetch) === 200 && end.fetch.body !== null;
    const file = isFile && end.fetch.body !== null ? new TextDecoder().decode(end.fetch.body) : null;
    reservations.set(host, file);
    return file;
  }

  return {
    async read(url, runId): Promise<PageAttempt> {
      const startedAt = new Date(clock.now()).toISOString();
      const fetcher = createSiteFetcher(request.agent, limits, guard, budget, clock);
      const end = await fetcher.get({ purpose: 'cited_page', url }, robots.gate);
      if (end.kind === 'stopped')
        return { kind: 'stopped', overloaded: budget.state().stoppedBy === 'server_overload' };
      if (end.kind === 'robots') return end;
      const { fetch } = end;
      const landed = finalUrl(fetch);
      const isPage = finalStatus(fetch) === 200 && fetch.body !== null && !fetch.truncated;
      const { host } = new URL(landed);
      const page = {
        fetch,
        probe: isPage ? await probe(host, landed, runId) : null,
        reservations: isPage ? await loadReservations(host, landed) : null,
      };
      return { kind: 'fetched', page, bundle: toBundle(runId, startedAt, fetch, request, limits) };
    },
  };
}

/** Returns only the page as evidence: the probe is not needed once the page is judged. */
function toBundle(
  runId: string,
  capturedAt: string,
  fetch: Fetch,
  { agent, robotsToken }: PagesRequest,
  limits: EvidenceBundle['plan']['limits'],
): EvidenceBundle {
  const { host } = new URL(fetch.requestedUrl);
  return {
    bundleVersion: 1,
    runId,
    capturedAt,
    plan: {
      homeUrl: fetch.requestedUrl,
      registrableDomain: host,
      siteName: host,
      sample: [],
      pagesPlanned: 1,
      limits,
      agent,
      robotsToken,
      botParityAuthorised: false,
    },
    fetches: [fetch],
    renderer: { available: false, reason: 'not_configured' },
    rendered: [],
    skipped: [],
    budget: { requests: fetch.hops.length, bytes: fetch.decodedBytes, stoppedBy: null },
  };
}
