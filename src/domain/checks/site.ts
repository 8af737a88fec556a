import { type PageFacts, readPage, readPageText } from '../html/pageFacts.ts';
import { readSitemap, type SitemapEntry, type SitemapReading } from '../sitemaps/sitemapXml.ts';
import { findChallenge } from './challenge.ts';
import type { EvidenceBundle, Fetch, Hop, Purpose, RenderedPage } from './evidenceBundle.ts';
import { bodyText, finalError, finalStatus, finalUrl, header, isHtml, urlKey } from './fetchFacts.ts';
import { parseRobots, type RobotsFile } from './robots.ts';

export type PageEvidence = {
  fetch: Fetch;
  /** Final address of the chain, by `urlKey`. */
  url: string;
  status: number | null;
  isHome: boolean;
  inSitemap: boolean;
  challenge: string | null;
};

/** A page whose HTML can be judged: status 200, HTML, not a challenge. */
export type ReadablePage = PageEvidence & { facts: PageFacts };

export type RobotsEvidence =
  | { state: 'not_captured'; fetch: null; file: null }
  /** 4xx: no rule binds. Unreachable: RFC 9309 makes a crawler assume that everything is disallowed. */
  | { state: 'unavailable' | 'unreachable'; fetch: Fetch; file: null }
  | { state: 'read'; fetch: Fetch; file: RobotsFile; google: RobotsFile };

export type SitemapEvidence = {
  fetch: Fetch;
  url: string;
  status: number | null;
  declared: boolean;
  /** 0 for a file named in robots.txt or tried by default, 1 for a child of an index, and so on. */
  depth: number;
  document: SitemapReading | null;
};

export type SiteEvidence = {
  bundle: EvidenceBundle;
  /** Clock of the analysis: the time of capture, in milliseconds since 1970. */
  now: number;
  /** File of the host on which home was found. */
  robots: RobotsEvidence;
  robotsByHost: ReadonlyMap<string, RobotsEvidence>;
  home: PageEvidence | null;
  /** Home first, then the fetched sample pages, in sample order. */
  pages: readonly PageEvidence[];
  readable: readonly ReadablePage[];
  readableHome: ReadablePage | null;
  /** All planned addresses: home, then the sample. */
  planned: readonly string[];
  sitemaps: readonly SitemapEvidence[];
  /** Entries of all sitemaps that were read, by `urlKey`. */
  sitemapUrls: ReadonlySet<string>;
  /** Status of one request for an address without following redirects, by `urlKey`. */
  directStatus: ReadonlyMap<string, number | string>;
  /** Final status of a request for an address, redirects followed, by `urlKey`. */
  endStatus: ReadonlyMap<string, number | string>;
  rendered: ReadonlyMap<string, { page: RenderedPage; facts: PageFacts }>;
};

/** Maximum number of entries that are read from all sitemaps together. */
export const sitemapUrlLimit = 10_000;

/** Requests with other headers or another agent prove nothing about the plain resource. */
const special: ReadonlySet<Purpose> = new Set(['markdown', 'validator', 'bot_ua', 'not_found_probe']);

export function fetchesFor(site: SiteEvidence, purpose: Purpose): Fetch[] {
  return site.bundle.fetches.filter((fetch) => fetch.purpose === purpose);
}

export function readSite(bundle: EvidenceBundle): SiteEvidence {
  const robotsByHost = readAllRobots(bundle);
  const sitemaps = readSitemaps(bundle, robotsByHost);
  const sitemapUrls = new Set<string>();
  for (const { document } of sitemaps) {
    if (document?.lists !== 'pages') continue;
    for (const { loc } of document.entries) if (sitemapUrls.size < sitemapUrlLimit) sitemapUrls.add(urlKey(loc));
  }
  const pages: PageEvidence[] = [];
  const readable: ReadablePage[] = [];
  const visited = new Set<string>();
  const homeFetch = homeOf(bundle);
  const others = bundle.fetches.filter((fetch) => fetch.purpose === 'page');
  for (const fetch of homeFetch === undefined ? others : [homeFetch, ...others]) {
    const key = urlKey(fetch.requestedUrl);
    if (visited.has(key)) continue;
    visited.add(key);
    const page = readPageEvidence(fetch, fetch === homeFetch, sitemapUrls);
    pages.push(page);
    if ('facts' in page) readable.push(page);
  }
  const rendered = new Map<string, { page: RenderedPage; facts: PageFacts }>();
  for (const page of bundle.rendered) {
    rendered.set(page.fetchId, { page, facts: readPageText(page.html, 'utf-8', page.url) });
  }
  return {
    bundle,
    now: Date.parse(bundle.capturedAt),
    robots: mainRobots(bundle, homeFetch, robotsByHost),
    robotsByHost,
    home: pages.find((page) => page.isHome) ?? null,
    pages,
    readable,
    readableHome: readable.find((page) => page.isHome) ?? null,
    planned: plannedUrls(bundle),
    sitemaps,
    sitemapUrls,
    ...readStatuses(bundle),
    rendered,
  };
}

/** Finds the page that home redirects to by a meta element or a script, if it was followed. */
function homeOf({ fetches, plan }: EvidenceBundle): Fetch | undefined {
  const homes = fetches.filter((fetch) => fetch.purpose === 'home');
  const next = plan.homeRedirect?.followed === true ? urlKey(plan.homeRedirect.to) : null;
  return homes.find((fetch) => urlKey(fetch.requestedUrl) === next) ?? homes[0];
}

function mainRobots(
  bundle: EvidenceBundle,
  home: Fetch | undefined,
  byHost: ReadonlyMap<string, RobotsEvidence>,
): RobotsEvidence {
  const hosts = [home === undefined ? '' : finalUrl(home), bundle.plan.homeUrl].map(
    (url) => URL.parse(url)?.host ?? '',
  );
  const [first] = byHost.values();
  return (
    byHost.get(hosts[0] ?? '') ??
    byHost.get(hosts[1] ?? '') ??
    first ?? { state: 'not_captured', fetch: null, file: null }
  );
}

function plannedUrls(bundle: EvidenceBundle): string[] {
  const out = new Map<string, string>();
  for (const url of [bundle.plan.homeUrl, ...bundle.plan.sample]) {
    if (!out.has(urlKey(url))) out.set(urlKey(url), url);
  }
  return [...out.values()];
}

function readPageEvidence(
  fetch: Fetch,
  isHome: boolean,
  sitemapUrls: ReadonlySet<string>,
): PageEvidence | ReadablePage {
  const url = urlKey(finalUrl(fetch));
  const status = finalStatus(fetch);
  const facts =
    status === 200 && isHtml(fetch) && fetch.body !== null
      ? readPage(fetch.body, header(fetch, 'content-type'), url)
      : null;
  const challenge = findChallenge(fetch, facts?.contentWords ?? null);
  const inSitemap = sitemapUrls.has(urlKey(fetch.requestedUrl)) || sitemapUrls.has(url);
  const page = { fetch, url, status, isHome, inSitemap, challenge };
  return facts === null || challenge !== null ? page : { ...page, facts };
}

/** robots.txt binds one host; a site that redirects from its bare name to `www.` has two hosts. */
function readAllRobots(bundle: EvidenceBundle): Map<string, RobotsEvidence> {
  const out = new Map<string, RobotsEvidence>();
  for (const fetch of bundle.fetches) {
    const host = URL.parse(fetch.requestedUrl)?.host;
    if (fetch.purpose === 'robots' && host !== undefined && !out.has(host)) out.set(host, readRobots(fetch));
  }
  return out;
}

function readRobots(fetch: Fetch): RobotsEvidence {
  const status = finalStatus(fetch);
  if (status !== null && status >= 200 && status < 300) {
    const body = fetch.body ?? new Uint8Array();
    const file = parseRobots(body);
    // Only a file with such lines can mean something else to Google's parser.
    const differs = file.issues.some(({ kind }) => kind === 'google_only') || /\/index\.htm/i.test(bodyText(fetch));
    return { state: 'read', fetch, file, google: differs ? parseRobots(body, 'google') : file };
  }
  // More than five redirects may count as unavailable (section 2.3.1.2); so may a redirect without a target.
  const unavailable = (status !== null && status < 500) || finalError(fetch) === 'too_many_redirects';
  return { state: unavailable ? 'unavailable' : 'unreachable', fetch, file: null };
}

/** Returns the file of an address's own host, or home's file if that host was not visited. */
export function robotsFor(site: SiteEvidence, url: string): RobotsEvidence {
  return site.robotsByHost.get(URL.parse(url)?.host ?? '') ?? site.robots;
}

function readSitemaps(bundle: EvidenceBundle, robots: ReadonlyMap<string, RobotsEvidence>): SitemapEvidence[] {
  const declared = new Set<string>();
  for (const { fetch, file } of robots.values()) {
    for (const { url } of file?.sitemaps ?? []) {
      declared.add(urlKey(URL.parse(url, fetch === null ? undefined : finalUrl(fetch))?.href ?? url));
    }
  }
  const depths = new Map<string, number>();
  const out: SitemapEvidence[] = [];
  let remaining = sitemapUrlLimit;
  for (const fetch of bundle.fetches.filter((each) => each.purpose === 'sitemap')) {
    const key = urlKey(fetch.requestedUrl);
    const status = finalStatus(fetch);
    const document = status === 200 ? readSound(fetch) : null;
    const depth = depths.get(key) ?? 0;
    if (document?.lists === 'sitemaps') {
      for (const { loc } of document.entries) depths.set(urlKey(loc), depth + 1);
    }
    remaining -= document?.entries.length ?? 0;
    out.push({ fetch, url: fetch.requestedUrl, status, declared: declared.has(key), depth, document });
    if (remaining <= 0) break;
  }
  return out;
}

/** Lists the entries read from all sitemaps of a capture. */
export function listSitemapEntries(bundle: EvidenceBundle): SitemapEntry[] {
  const sitemaps = readSitemaps(bundle, new Map());
  return sitemaps
    .flatMap(({ document }) => (document?.lists === 'pages' ? document.entries : []))
    .slice(0, sitemapUrlLimit);
}

/** Reads a sitemap, discarding a file that has a fault. */
function readSound(fetch: Fetch): SitemapReading {
  const reading = readSitemap(bodyText(fetch), 50_001, fetch.truncated);
  if (reading.problem === null) return reading;
  return {
    ...reading,
    root: reading.problem === 'wrong_root' ? reading.root : null,
    lists: null,
    entries: [],
    entryCount: 0,
  };
}

/**
 * Returns null if the hop proves nothing about the resource: it was not requested, or the server does not support HEAD.
 */
function answerOf({ method, outcome }: Hop): number | string | null {
  if (outcome.kind === 'error') return outcome.code === 'blocked_robots' ? null : outcome.code;
  return method === 'HEAD' && (outcome.status === 405 || outcome.status === 501) ? null : outcome.status;
}

function readStatuses(bundle: EvidenceBundle): Pick<SiteEvidence, 'directStatus' | 'endStatus'> {
  const directStatus = new Map<string, number | string>();
  const endStatus = new Map<string, number | string>();
  for (const fetch of bundle.fetches) {
    if (special.has(fetch.purpose)) continue;
    const requested = urlKey(fetch.requestedUrl);
    for (const hop of fetch.hops) {
      const answer = answerOf(hop);
      if (answer === null) continue;
      if (!directStatus.has(urlKey(hop.url))) directStatus.set(urlKey(hop.url), answer);
      if (hop === fetch.hops.at(-1) && !endStatus.has(requested)) endStatus.set(requested, answer);
    }
  }
  return { directStatus, endStatus };
}

/** Returns the status or error code of an address; undefined if it was never requested. */
export function findStatus(site: SiteEvidence, url: string): number | string | undefined {
  return site.directStatus.get(urlKey(url));
}

/** Does the same with redirects followed. */
export function findEndStatus(site: SiteEvidence, url: string): number | string | undefined {
  return site.endStatus.get(urlKey(url)) ?? site.directStatus.get(urlKey(url));
}
