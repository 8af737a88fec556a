import { getDomain } from 'tldts';
import { bots, botsOf } from './bots.ts';
import type { Fetch } from './evidence.ts';
import { finalUrl, headerValues, urlKey } from './fetchFacts.ts';
import { type JsonLdNode, textOf } from './page/jsonLd.ts';
import type { PageFacts } from './page/pageFacts.ts';

export type RobotsDirective = { name: string; value: string | null; agent: string; source: 'meta' | 'header' };

const valued = new Set(['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after']);
const botNames = new Set(bots.map((bot) => bot.token.toLowerCase()));
const agents = new Set(['robots', ...botsOf('search').map((bot) => bot.token.toLowerCase())]);

function readDirectives(text: string, agent: string, source: 'meta' | 'header'): RobotsDirective[] {
  const out: RobotsDirective[] = [];
  let current = agent;
  for (const part of text.split(',')) {
    let rest = part.trim().toLowerCase();
    // `X-Robots-Tag: googlebot: noindex` binds the directives after it to one agent; part of a date names none.
    const [prefix = '', named] = (source === 'header' ? /^([a-z][\w-]*)\s*:/.exec(rest) : null) ?? [];
    if (named !== undefined && !valued.has(named)) {
      current = named;
      rest = rest.slice(prefix.length).trim();
    }
    const split = rest.indexOf(':');
    const name = split < 0 ? rest : rest.slice(0, split).trim();
    if (name !== '') out.push({ name, value: split < 0 ? null : rest.slice(split + 1).trim(), agent: current, source });
  }
  return out;
}

/** The same whoever they are for, a training crawler for one. */
export function directivesForAnyone(fetch: Fetch, facts: PageFacts | null): RobotsDirective[] {
  const out = headerValues(fetch, 'x-robots-tag').flatMap((value) => readDirectives(value, 'robots', 'header'));
  for (const { name, content } of facts?.metas ?? []) {
    if (name === 'robots' || botNames.has(name)) out.push(...readDirectives(content, name, 'meta'));
  }
  return out;
}

/** Robots directives of a page from meta elements and headers, for all crawlers or for a search crawler of the table. */
export function robotsDirectives(fetch: Fetch, facts: PageFacts | null): RobotsDirective[] {
  return directivesForAnyone(fetch, facts).filter(({ agent }) => agents.has(agent));
}

export type Canonical = { urls: readonly (string | null)[]; relative: boolean };

type LinkValue = { target: string; parameters: string };

/** Link headers (RFC 8288), as far as their parameters hold no quoted comma or semicolon. */
function linkValues(fetch: Fetch): LinkValue[] {
  return headerValues(fetch, 'link').flatMap((value) =>
    [...value.matchAll(/<([^>]*)>((?:\s*;[^,;]*)*)/g)].map((match) => ({
      target: (match[1] ?? '').trim(),
      parameters: match[2] ?? '',
    })),
  );
}

export type Alternate = { lang: string; url: string | null };

/** Language versions from link elements and Link headers. */
export function hreflangsOf(fetch: Fetch, facts: PageFacts): Alternate[] {
  const out: Alternate[] = [...facts.hreflangs];
  for (const { target, parameters } of linkValues(fetch)) {
    const lang = /;\s*hreflang\s*=\s*"?([\w-]+)/i.exec(parameters)?.[1];
    if (lang === undefined || !/;\s*rel\s*=\s*"?[^"]*\balternate\b/i.test(parameters)) continue;
    const url = URL.parse(target, finalUrl(fetch));
    out.push({ lang: lang.toLowerCase(), url: url === null ? null : urlKey(url.href) });
  }
  return out;
}

/** Canonical addresses from link elements and Link headers, different ones only. */
export function canonicalOf(fetch: Fetch, facts: PageFacts): Canonical {
  const raw = [...facts.canonicals];
  for (const { target, parameters } of linkValues(fetch)) {
    if (/;\s*rel\s*=\s*"?[^"]*\bcanonical\b/i.test(parameters)) raw.push(target);
  }
  const urls: (string | null)[] = [];
  for (const href of raw) {
    const url = URL.parse(href, finalUrl(fetch));
    const key = href === '' || url === null ? null : urlKey(url.href);
    if (!urls.includes(key)) urls.push(key);
  }
  return { urls, relative: raw.some((href) => !/^https?:\/\//i.test(href)) };
}

export function metaContent(facts: PageFacts, ...names: string[]): string | null {
  for (const name of names) {
    const found = facts.metas.find((meta) => meta.name === name && meta.content !== '');
    if (found !== undefined) return found.content;
  }
  return null;
}

export function nodesOf(facts: PageFacts, types: ReadonlySet<string>): JsonLdNode[] {
  return facts.jsonLd.flatMap((block) => block.nodes).filter((node) => node.types.some((type) => types.has(type)));
}

export const articleTypes: ReadonlySet<string> = new Set(
  'Article NewsArticle BlogPosting TechArticle ScholarlyArticle Report AnalysisNewsArticle OpinionNewsArticle ReviewNewsArticle BackgroundNewsArticle LiveBlogPosting'.split(
    ' ',
  ),
);
export const organisationTypes: ReadonlySet<string> = new Set(
  'Organization Corporation LocalBusiness Store Restaurant NGO EducationalOrganization GovernmentOrganization MedicalOrganization OnlineBusiness OnlineStore SoftwareCompany ProfessionalService NewsMediaOrganization'.split(
    ' ',
  ),
);
export const productTypes: ReadonlySet<string> = new Set([
  'Product',
  'ProductGroup',
  'SoftwareApplication',
  'Service',
  'Vehicle',
]);
const listTypes: ReadonlySet<string> = new Set(['ItemList', 'CollectionPage', 'SearchResultsPage', 'OfferCatalog']);

/** A page with an author and a date to expect: by its markup, or one long article element with a time or byline. */
export function isArticle(facts: PageFacts): boolean {
  if (nodesOf(facts, articleTypes).length > 0) return true;
  if (metaContent(facts, 'og:type')?.toLowerCase() === 'article') return true;
  return facts.articles === 1 && facts.mainWords >= 150 && (facts.times.length > 0 || facts.byline !== null);
}

/** A page that lists others: by its markup, or because half of its main text is links. */
export function isListing(facts: PageFacts): boolean {
  if (nodesOf(facts, listTypes).some((node) => node.top)) return true;
  return facts.mainLinkShare >= 0.5;
}

/** Names by which a page may call its site or product. */
export function namesOf(facts: PageFacts, siteName: string): string[] {
  const wanted = new Set([...organisationTypes, ...productTypes, 'WebSite', 'Brand']);
  const names = [
    siteName,
    metaContent(facts, 'og:site_name'),
    ...nodesOf(facts, wanted).map((node) => textOf(node.properties.name)),
  ];
  return [...new Set(names.flatMap((name) => (name === null || name.trim() === '' ? [] : name.trim())))];
}

const asciiOnly = /^[\0-\x7f]*$/;

/** Letters and digits only, in lower case without marks: for telling whether two spellings mean one thing. */
export function plain(text: string): string {
  if (asciiOnly.test(text))
    return text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim();
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export function registrableDomain(url: string): string | null {
  return getDomain(url, { allowPrivateDomains: true });
}

const plainHost = /^https?:\/\/([^/?#@:]+)(?::\d+)?(?:[/?#]|$)/;

/**
 * Whether an address lies on a registrable domain or below it.
 * @param url as `URL` writes it, so that its host can be read without parsing it again
 */
export function isOnDomain(url: string, domain: string): boolean {
  const host = plainHost.exec(url)?.[1] ?? URL.parse(url)?.hostname ?? '';
  return host === domain || host.endsWith(`.${domain}`);
}
