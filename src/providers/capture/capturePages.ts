import { type CapturedPage, planFollowUps } from '../../domain/capture/followUps.ts';
import { type PageReferences, readMarkdownLinks, readReferences } from '../../domain/capture/htmlLinks.ts';
import { type CaptureLimits, completeLimits } from '../../domain/capture/limits.ts';
import { absoluteUrl, onSite } from '../../domain/capture/pageUrl.ts';
import { notFoundPath, variantUrls, wellKnownPaths } from '../../domain/capture/probes.ts';
import { samplePages } from '../../domain/capture/sampling.ts';
import type { EvidenceBundle, Fetch } from '../../domain/checks/evidence.ts';
import { type TokenLook, verificationPlaces } from '../../domain/siteVerification.ts';
import type {
  CaptureHooks,
  CaptureOutcome,
  CaptureRequest,
  PageCapture,
  TokenRequest,
} from '../../ports/pageCapture.ts';
import { createAddressGuard, type GuardOptions, loopbackRanges } from './addressGuard.ts';
import { type Budget, openBudget, type StoppedBy } from './budget.ts';
import { type CaptureClock, systemClock } from './captureClock.ts';
import { inParallel } from './inParallel.ts';
import { nothingCaptured } from './nothingCaptured.ts';
import { answerHeader, htmlOf, textOf } from './readText.ts';
import { type PageRenderer, type Rendering, renderPages } from './renderPages.ts';
import { createRobotsAccess, type RobotsAccess } from './robotsAccess.ts';
import {
  createSiteFetcher,
  type FetchEnd,
  type FetchWish,
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
  /** Null when the deployment renders nothing. */
  renderer?: PageRenderer | null;
  clock?: CaptureClock;
};

/** Characters of a page in which its links are looked for. The evidence keeps all of it; this only plans requests. */
const readForReferences = 1024 * 1024;

type Skipped = EvidenceBundle['skipped'][number];

/** What every kind of look has in common. */
type Request = Pick<CaptureRequest, 'homeUrl' | 'limits' | 'agent' | 'robotsToken'>;

type Session = {
  request: Request;
  limits: CaptureLimits;
  budget: Budget;
  fetcher: SiteFetcher;
  robots: RobotsAccess;
  skipped: Skipped[];
  get(wish: FetchWish): Promise<FetchEnd>;
};

/** The adapter that reads websites over the network, in the order of the capture plan. */
export function createPageCapture(options: PageCaptureOptions = {}): PageCapture {
  const clock = options.clock ?? systemClock;
  const allow = [...(options.guard?.allow ?? []), ...(options.allowPrivateTargets === true ? loopbackRanges : [])];

  function open(request: Request, hooks: CaptureHooks) {
    const limits = completeLimits(request.limits);
    // One guard a capture: every name is resolved once for all of it, the browser included.
    const guard = createAddressGuard({ ...options.guard, allow });
    const budget = openBudget(limits, clock, hooks);
    const fetcher = createSiteFetcher(request.agent, limits, guard, budget, clock);
    const robots = createRobotsAccess(request.robotsToken, fetcher, budget);
    let pagesCaptured = 0;
    const session: Session = {
      request,
      limits,
      budget,
      fetcher,
      robots,
      skipped: [],
      get: async (wish) => {
        const end = await fetcher.get(wish, robots.gate);
        if (end.kind === 'fetched' && (wish.purpose === 'home' || wish.purpose === 'page')) pagesCaptured += 1;
        const { requests, bytes } = budget.state();
        hooks.onProgress?.({ requests, bytes, pagesCaptured });
        return end;
      },
    };
    return { session, guard };
  }

  async function capture(request: CaptureRequest, hooks: CaptureHooks): Promise<CaptureOutcome> {
    const { session, guard } = open(request, hooks);
    const { budget, fetcher, limits } = session;
    const startedAt = new Date(clock.now()).toISOString();
    const seen = await readWebsite(session, request);
    const nothing = nothingCaptured(fetcher.fetches(), budget.state().stoppedBy);
    if (nothing !== null) return { kind: 'nothing_captured', error: nothing, requests: budget.state().requests };
    const context = { guard, agent: request.agent, limits, budget, mayAsk: session.robots.gateOfKnown };
    const rendering = await renderPages(seen.pages, options.renderer ?? null, context);
    return { kind: 'captured', bundle: freeze(session, request, startedAt, seen, rendering) };
  }

  async function lookForToken(request: TokenRequest): Promise<TokenLook> {
    const { session } = open(request, { shouldStop: () => false });
    await session.robots.load(request.homeUrl);
    const needsHome = verificationPlaces(request.homeUrl, request.token).some(({ way }) => way === 'meta');
    const home = needsHome ? await session.get({ purpose: 'home', url: request.homeUrl }) : null;
    return findToken(request, home?.kind === 'fetched' ? home.fetch : null, session.get);
  }

  return { capture, lookForToken };
}

type Seen = { sample: string[]; pages: Fetch[]; ownership: TokenLook['way'] | 'missing' };

/** Robots, home, sitemaps, probes, sample, small requests: everything without a browser. */
async function readWebsite(session: Session, request: CaptureRequest): Promise<Seen> {
  const { limits, robots, skipped } = session;
  const hostRobots = await robots.load(request.homeUrl);
  const home = await readHome(session, hostRobots?.unreachable === 'connection');
  const homeUrl = home !== null && onSite(finalUrl(home), request.registrableDomain) ? finalUrl(home) : request.homeUrl;
  const references = home === null ? null : referencesOf(home);
  const links = (references?.links ?? []).map((link) => link.url);
  if (hostRobots === null || hostRobots.unreachable !== null) return { sample: [], pages: [], ownership: null };
  const { ownerToken: token } = request;
  const owner = token === null ? null : await findToken({ ...request, token }, home, session.get);

  const declared = hostRobots.sitemaps;
  const site = { url: homeUrl, registrableDomain: request.registrableDomain };
  const sitemapUrls = await walkSitemaps(declared, site, limits, session.fetcher, robots.gate);
  const at = (path: string) => new URL(path, homeUrl).href;
  await session.get({ purpose: 'not_found_probe', url: at(notFoundPath(request.runId)) });
  for (const url of variantUrls(request.homeUrl, request.registrableDomain, links)) {
    await session.get({ purpose: 'variant', url });
  }
  for (const path of wellKnownPaths) await session.get({ purpose: 'well_known', url: at(path) });
  const llms = await session.get({ purpose: 'llms_txt', url: at('/llms.txt') });
  await session.get({ purpose: 'markdown', url: homeUrl, headers: [['accept', 'text/markdown, text/html;q=0.5']] });

  const sample = samplePages({
    candidates: [...sitemapUrls, ...links],
    homeUrls: [request.homeUrl, homeUrl],
    registrableDomain: request.registrableDomain,
    size: limits.samplePages,
  });
  const ends = await inParallel(sample, limits.concurrency, (url) => session.get({ purpose: 'page', url }));
  ends.forEach((end, index) => {
    const url = sample[index];
    if (url !== undefined && end.kind !== 'fetched') skipped.push({ url, reason: skipReason(end.kind, session) });
  });
  const captured = ends.flatMap((end) => (end.kind === 'fetched' ? [end.fetch] : []));
  const pages = [...(home === null ? [] : [home]), ...captured];
  const wishes = planFollowUps({
    home: home === null || finalStatus(home) !== 200 ? null : toCapturedPage(home, references),
    pages: captured.filter((page) => finalStatus(page) === 200).map((page) => toCapturedPage(page, referencesOf(page))),
    registrableDomain: request.registrableDomain,
    sitemapUrls,
    llmsLinks:
      llms.kind === 'fetched' && finalStatus(llms.fetch) === 200
        ? readMarkdownLinks(textOf(llms.fetch), at('/llms.txt'))
        : [],
    seen: new Set(pages.flatMap((page) => [page.requestedUrl, ...page.hops.map((hop) => hop.url)])),
    botParityAuthorised: owner !== null && owner.way !== null,
  });
  // Timings come first and alone: a second request under way would be measured with them.
  const timings = wishes.filter((wish) => wish.purpose === 'ttfb');
  await inParallel(timings, 1, session.get);
  await inParallel(wishes.slice(timings.length), limits.concurrency, session.get);
  return { sample, pages, ownership: owner === null ? null : (owner.way ?? 'missing') };
}

/**
 * When not even robots.txt could be asked for because nobody answers, the home page is knocked at once, so that the
 * evidence says the website is down and not one file. A server that then does answer gets no further request.
 */
async function readHome(session: Session, nobodyAnswered: boolean): Promise<Fetch | null> {
  const wish: FetchWish = { purpose: 'home', url: absoluteUrl(session.request.homeUrl) ?? session.request.homeUrl };
  const end = nobodyAnswered ? await session.fetcher.get(wish, null) : await session.get(wish);
  if (end.kind === 'fetched') return end.fetch;
  session.skipped.push({ url: wish.url, reason: skipReason(end.kind, session) });
  return null;
}

function toCapturedPage(page: Fetch, references: PageReferences | null): CapturedPage {
  return {
    requestedUrl: page.requestedUrl,
    url: finalUrl(page),
    references,
    etag: answerHeader(page, 'etag'),
    lastModified: answerHeader(page, 'last-modified'),
  };
}

function referencesOf(page: Fetch): PageReferences | null {
  const html = finalStatus(page) === 200 ? htmlOf(page) : null;
  return html === null ? null : readReferences(html.slice(0, readForReferences), finalUrl(page));
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
  { sample, ownership }: Seen,
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
      ...(ownership === null ? {} : { ownership }),
    },
    fetches: session.fetcher.fetches(),
    ...rendering,
    skipped: session.skipped,
    budget: session.budget.state(),
  };
}
