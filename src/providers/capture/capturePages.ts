import { planFollowUps } from '../../domain/capture/followUps.ts';
import { type CaptureLimits, completeLimits } from '../../domain/capture/limits.ts';
import { notFoundPath, variantUrls, wellKnownPaths } from '../../domain/capture/probes.ts';
import { type SamplePlan, samplePages } from '../../domain/capture/sampling.ts';
import type { CapturePlan, EvidenceBundle, Fetch } from '../../domain/checks/evidenceBundle.ts';
import { absoluteUrl } from '../../domain/urls/absoluteUrl.ts';
import { onSite } from '../../domain/urls/pageUrl.ts';
import { type TokenCheck, verificationPlaces } from '../../domain/websites/siteVerification.ts';
import { type ForeignText, valueOr } from '../../ports/foreignText.ts';
import type {
  CaptureHooks,
  CaptureOutcome,
  CaptureRequest,
  PageCapture,
  TokenRequest,
} from '../../ports/pageCapture.ts';
import { createThreadPool } from '../reading/threadPool.ts';
import { createAddressGuard, type GuardOptions, loopbackRanges } from './addressGuard.ts';
import { type Budget, openBudget, type StoppedBy } from './budget.ts';
import { type CaptureClock, systemClock } from './captureClock.ts';
import { emptyCapture } from './emptyCapture.ts';
import type { Exchange } from './exchange.ts';
import { createHostTurns } from './hostTurns.ts';
import { mapConcurrently } from './mapConcurrently.ts';
import { findReferences, readForReferences, toCapturedPage } from './pageReferences.ts';
import { openVisit } from './pageVisit.ts';
import { htmlOf, textOf } from './readText.ts';
import { type PageRenderer, type Rendering, renderPages } from './renderPages.ts';
import { createRobotsAccess, type RobotsAccess } from './robotsAccess.ts';
import {
  createSiteFetcher,
  type FetchRequest,
  type FetchResult,
  finalStatus,
  finalUrl,
  type SiteFetcher,
} from './siteFetcher.ts';
import { walkSitemaps } from './sitemapWalk.ts';
import { findToken } from './siteToken.ts';

export type PageCaptureOptions = {
  guard?: GuardOptions;
  /** Lets the capture reach this machine on any port: for tests and demonstrations. */
  allowPrivateTargets?: boolean;
  /** Null if the deployment renders nothing. */
  renderer?: PageRenderer | null;
  clock?: CaptureClock;
  /** Reader of the website's own texts; separate threads by default. */
  texts?: ForeignText;
  /** Sends a request; default: over the network. */
  exchange?: Exchange;
};

type Skipped = EvidenceBundle['skipped'][number];

/** Parts that all requests share. */
type Request = Pick<CaptureRequest, 'homeUrl' | 'limits' | 'agent' | 'robotsToken'>;

type Session = {
  request: Request;
  limits: CaptureLimits;
  budget: Budget;
  fetcher: SiteFetcher;
  robots: RobotsAccess;
  skipped: Skipped[];
  /** Home and the sample; null until the sample is drawn. */
  pagesPlanned: number | null;
  texts: ForeignText;
  get(wish: FetchRequest): Promise<FetchResult>;
};

/** Creates the adapter that reads websites over the network, in the order of the capture plan. */
export function createPageCapture(options: PageCaptureOptions = {}): PageCapture {
  const clock = options.clock ?? systemClock;
  const texts = options.texts ?? createThreadPool();
  const allow = [...(options.guard?.allow ?? []), ...(options.allowPrivateTargets === true ? loopbackRanges : [])];

  function open(request: Request, hooks: CaptureHooks) {
    const limits = completeLimits(request.limits);
    // One guard per capture: every name is resolved once for all of it, including the browser.
    const guard = createAddressGuard({ ...options.guard, allow });
    // A pause protects someone else's server. This machine is spared only at the caller's request.
    const budget = openBudget(limits, clock, hooks, request.limits.minIntervalMs !== undefined);
    const fetcher = createSiteFetcher(request.agent, limits, guard, budget, clock, options.exchange);
    const robots = createRobotsAccess(request.robotsToken, fetcher, budget, texts);
    let pagesCaptured = 0;
    const underWay = new Set<string>();
    const tell = (last: string) => {
      const { requests, bytes } = budget.state();
      const [url = last] = underWay;
      hooks.onProgress?.({ requests, bytes, pagesCaptured, pagesPlanned: session.pagesPlanned, url });
    };
    const session: Session = {
      request,
      limits,
      budget,
      fetcher,
      robots,
      skipped: [],
      pagesPlanned: null,
      texts,
      get: async (wish) => {
        underWay.add(wish.url);
        tell(wish.url);
        const end = await fetcher.get(wish, robots.gate);
        if (end.kind === 'fetched' && (wish.purpose === 'home' || wish.purpose === 'page')) pagesCaptured += 1;
        underWay.delete(wish.url);
        tell(wish.url);
        return end;
      },
    };
    return { session, guard };
  }

  async function capture(request: CaptureRequest, hooks: CaptureHooks): Promise<CaptureOutcome> {
    const { session, guard } = open(request, hooks);
    const { budget, fetcher, limits } = session;
    const startedAt = new Date(clock.now()).toISOString();
    const reading = await readWebsite(session, request);
    const nothing = emptyCapture(fetcher.fetches(), budget.state().stoppedBy);
    if (nothing !== null) return { kind: 'nothing_captured', error: nothing, requests: budget.state().requests };
    const context = { guard, agent: request.agent, limits, budget, mayAsk: session.robots.gateOfKnown };
    const rendering = await renderPages(reading.pages, options.renderer ?? null, context);
    return { kind: 'captured', bundle: freeze(session, request, startedAt, reading, rendering) };
  }

  async function checkForToken(request: TokenRequest): Promise<TokenCheck> {
    const { session } = open(request, { shouldStop: () => false });
    await session.robots.load(request.homeUrl);
    const needsHome = verificationPlaces(request.homeUrl, request.token).some(({ way }) => way === 'meta');
    const home = needsHome ? await session.get({ purpose: 'home', url: request.homeUrl }) : null;
    return findToken(request, home?.kind === 'fetched' ? home.fetch : null, session.get, texts);
  }

  const turns = createHostTurns(clock);
  return {
    capture,
    checkForToken,
    visit: async (request, hooks) =>
      openVisit(request, hooks, { guard: { ...options.guard, allow }, clock, texts, turns }),
  };
}

type Seen = {
  sample: readonly string[];
  sampling: SamplePlan | null;
  pages: Fetch[];
  homeRedirect: HomeRedirect | null;
  ownership: TokenCheck['way'] | 'missing';
};

type HomeRedirect = NonNullable<CapturePlan['homeRedirect']>;

/** Robots, home, sitemaps, probes, sample, small requests: everything without a browser. */
async function readWebsite(session: Session, request: CaptureRequest): Promise<Seen> {
  const { limits, robots, skipped } = session;
  const hostRobots = await robots.load(request.homeUrl);
  const first = await readHome(session, hostRobots?.unreachable === 'connection');
  const { home, homeRedirect } = await followHome(session, first, request.registrableDomain);
  const homeUrl = home !== null && onSite(finalUrl(home), request.registrableDomain) ? finalUrl(home) : request.homeUrl;
  const references = home === null ? null : await findReferences(session.texts, home);
  const links = (references?.links ?? []).map((link) => link.url);
  if (hostRobots === null || hostRobots.unreachable !== null) {
    return { sample: [], sampling: null, pages: [], homeRedirect: null, ownership: null };
  }
  const { ownerToken: token } = request;
  const owner = token === null ? null : await findToken({ ...request, token }, home, session.get, session.texts);

  const declared = hostRobots.sitemaps;
  const site = { url: homeUrl, registrableDomain: request.registrableDomain };
  const sitemapUrls = await walkSitemaps(declared, site, limits, session.fetcher, robots.gate, session.texts);
  const at = (path: string) => new URL(path, homeUrl).href;
  await session.get({ purpose: 'not_found_probe', url: at(notFoundPath(request.runId)) });
  for (const url of variantUrls(request.homeUrl, request.registrableDomain, links)) {
    await session.get({ purpose: 'variant', url });
  }
  const agentmaps = hostRobots.agentmaps.filter((url) => onSite(url, request.registrableDomain)).slice(0, 2);
  for (const url of new Set([...wellKnownPaths.map(at), ...agentmaps]))
    await session.get({ purpose: 'well_known', url });
  const llms = await session.get({ purpose: 'llms_txt', url: at('/llms.txt') });
  await session.get({ purpose: 'markdown', url: homeUrl, headers: [['accept', 'text/markdown, text/html;q=0.5']] });

  const { urls: sample, plan: sampling } = samplePages({
    candidates: [...sitemapUrls, ...links],
    homeUrls: [request.homeUrl, homeUrl, ...(first === null ? [] : [finalUrl(first)])],
    registrableDomain: request.registrableDomain,
    size: limits.samplePages,
  });
  session.pagesPlanned = sample.length + 1;
  const ends = await mapConcurrently(sample, limits.concurrency, (url) => session.get({ purpose: 'page', url }));
  ends.forEach((end, index) => {
    const url = sample[index];
    if (url !== undefined && end.kind !== 'fetched') skipped.push({ url, reason: skipReason(end.kind, session) });
  });
  const captured = ends.flatMap((end) => (end.kind === 'fetched' ? [end.fetch] : []));
  const pages = [...(home === null ? [] : [home]), ...captured];
  const soundHome = home === null || finalStatus(home) !== 200 ? null : toCapturedPage(home, references);
  const homeLinks = soundHome?.references?.links ?? [];
  const visitedUrls = new Set(pages.flatMap((page) => [page.requestedUrl, ...page.hops.map((hop) => hop.url)]));
  const wishes = planFollowUps({
    home: soundHome,
    // One after the other: the decoded text of a page is as large as the page, and forty at once would not fit in
    // memory.
    pages: await mapConcurrently(
      captured.filter((page) => finalStatus(page) === 200),
      1,
      async (page) => toCapturedPage(page, await findReferences(session.texts, page)),
    ),
    trustLinks: valueOr([], await session.texts.read('trustLinks', homeLinks, request.registrableDomain)),
    sitemapUrls,
    llmsLinks:
      llms.kind === 'fetched' && finalStatus(llms.fetch) === 200
        ? valueOr([], await session.texts.read('markdownLinks', textOf(llms.fetch), at('/llms.txt')))
        : [],
    seen: visitedUrls,
    botParityAuthorised: owner !== null && owner.way !== null,
  });
  // Timings come first and separately: a second active request would distort them.
  const timings = wishes.filter((wish) => wish.purpose === 'ttfb');
  await mapConcurrently(timings, 1, session.get);
  await mapConcurrently(wishes.slice(timings.length), limits.concurrency, session.get);
  const further = request.experimentPages.filter((url) => !visitedUrls.has(url));
  await mapConcurrently(further, limits.concurrency, (url) => session.get({ purpose: 'experiment_page', url }));
  return { sample, sampling, pages, homeRedirect, ownership: owner === null ? null : (owner.way ?? 'missing') };
}

/** Follows home once if it redirects by a meta element or a script, if that stays on the website. */
async function followHome(
  session: Session,
  home: Fetch | null,
  registrableDomain: string,
): Promise<{ home: Fetch | null; homeRedirect: HomeRedirect | null }> {
  const html = home === null || finalStatus(home) !== 200 ? null : htmlOf(home);
  const next =
    home === null || html === null
      ? null
      : valueOr(null, await session.texts.read('clientRedirect', html.slice(0, readForReferences), finalUrl(home)));
  if (home === null || next === null) return { home, homeRedirect: null };
  const named = { ...next, from: finalUrl(home) };
  if (!onSite(next.to, registrableDomain)) return { home, homeRedirect: { ...named, followed: false } };
  const end = await session.get({ purpose: 'home', url: next.to });
  if (end.kind !== 'fetched') return { home, homeRedirect: { ...named, followed: false } };
  return { home: end.fetch, homeRedirect: { ...named, followed: true } };
}

/**
 * Requests the home page. If robots.txt could not be requested because no server answers, home is requested
 * immediately, so that the evidence shows the website down rather than one missing file. A server that then does answer
 * gets no further request.
 */
async function readHome(session: Session, nobodyAnswered: boolean): Promise<Fetch | null> {
  const wish: FetchRequest = { purpose: 'home', url: absoluteUrl(session.request.homeUrl) ?? session.request.homeUrl };
  const end = nobodyAnswered ? await session.fetcher.get(wish, null) : await session.get(wish);
  if (end.kind === 'fetched') return end.fetch;
  session.skipped.push({ url: wish.url, reason: skipReason(end.kind, session) });
  return null;
}

function skipReason(kind: 'robots' | 'stopped', session: Session): Skipped['reason'] {
  return kind === 'robots' ? 'robots' : stopReason(session.budget.state().stoppedBy);
}

function stopReason(stoppedBy: StoppedBy): Skipped['reason'] {
  if (stoppedBy === 'cancelled') return 'cancelled';
  return stoppedBy === 'server_overload' ? 'stopped' : 'budget';
}

function freeze(
  session: Session,
  request: CaptureRequest,
  capturedAt: string,
  { sample, sampling, homeRedirect, ownership }: Seen,
  rendering: Rendering,
): EvidenceBundle {
  const { limits } = session;
  return {
    bundleVersion: 1,
    runId: request.runId,
    capturedAt,
    plan: {
      homeUrl: request.homeUrl,
      registrableDomain: request.registrableDomain,
      siteName: request.siteName,
      sample,
      pagesPlanned: sample.length + 1,
      limits,
      agent: request.agent,
      robotsToken: request.robotsToken,
      botParityAuthorised: ownership !== null && ownership !== 'missing',
      ...(sampling === null ? {} : { sampling }),
      ...(homeRedirect === null ? {} : { homeRedirect }),
      ...(ownership === null ? {} : { ownership }),
    },
    fetches: session.fetcher.fetches(),
    ...rendering,
    skipped: session.skipped,
    budget: session.budget.state(),
  };
}
