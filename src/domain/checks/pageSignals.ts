import { getDomain } from 'tldts';
import { withAsciiDigits } from '../html/decimalDigits.ts';
import { type JsonLdNode, textOf } from '../html/jsonLd.ts';
import type { PageFacts } from '../html/pageFacts.ts';
import { bots, botsOf } from './bots.ts';
import type { Fetch } from './evidenceBundle.ts';
import { finalUrl, headerValues, urlKey } from './fetchFacts.ts';

export type RobotsDirective = { name: string; value: string | null; agent: string; source: 'meta' | 'header' };

const valued = new Set(['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after']);
const botNames = new Set(bots.map((bot) => bot.token.toLowerCase()));
const agents = new Set(['robots', ...botsOf('search').map((bot) => bot.token.toLowerCase())]);

function readDirectives(text: string, agent: string, source: 'meta' | 'header'): RobotsDirective[] {
  const out: RobotsDirective[] = [];
  let current = agent;
  for (const part of text.split(',')) {
    let rest = part.trim().toLowerCase();
    // `X-Robots-Tag: googlebot: noindex` binds the directives after it to one agent; a colon inside a date does not.
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

/** Reads the directives for any crawler, for example a training crawler. */
export function directivesForAnyone(fetch: Fetch, facts: PageFacts | null): RobotsDirective[] {
  const out = headerValues(fetch, 'x-robots-tag').flatMap((value) => readDirectives(value, 'robots', 'header'));
  for (const { name, content } of facts?.metas ?? []) {
    if (name === 'robots' || botNames.has(name)) out.push(...readDirectives(content, name, 'meta'));
  }
  return out;
}

/**
 * Reads the robots directives of a page from meta elements and headers, for all crawlers or for a search crawler of the
 * table.
 */
export function robotsDirectives(fetch: Fetch, facts: PageFacts | null): RobotsDirective[] {
  return directivesForAnyone(fetch, facts).filter(({ agent }) => agents.has(agent));
}

export type Canonical = { urls: readonly (string | null)[]; relative: boolean };

type LinkValue = { target: string; parameters: string };

/** Parses Link headers (RFC 8288) whose parameters contain no quoted comma or semicolon. */
function linkValues(fetch: Fetch): LinkValue[] {
  return headerValues(fetch, 'link').flatMap((value) =>
    [...value.matchAll(/<([^<>]*)>((?:\s*;[^,;]*)*)/g)].map((match) => ({
      target: (match[1] ?? '').trim(),
      parameters: match[2] ?? '',
    })),
  );
}

/** Returns true if the parameters of a Link value name this relation; one quoted text may contain several. */
function hasRelation(parameters: string, relation: string): boolean {
  return parameters.split(';').some((parameter) => {
    const [name = '', ...value] = parameter.split('=');
    const relations = value.join('=').replaceAll('"', ' ').toLowerCase().trim().split(/\s+/);
    return name.trim().toLowerCase() === 'rel' && relations.includes(relation);
  });
}

export type Alternate = { lang: string; url: string | null };

/** Lists language versions from link elements and Link headers. */
export function listHreflangs(fetch: Fetch, facts: PageFacts): Alternate[] {
  const out: Alternate[] = [...facts.hreflangs];
  for (const { target, parameters } of linkValues(fetch)) {
    const lang = /;\s*hreflang\s*=\s*"?([\w-]+)/i.exec(parameters)?.[1];
    if (lang === undefined || !hasRelation(parameters, 'alternate')) continue;
    const url = URL.parse(target, finalUrl(fetch));
    out.push({ lang: lang.toLowerCase(), url: url === null ? null : urlKey(url.href) });
  }
  return out;
}

/** Collects distinct canonical addresses from link elements and Link headers. */
export function buildCanonical(fetch: Fetch, facts: PageFacts): Canonical {
  const raw = [...facts.canonicals];
  for (const { target, parameters } of linkValues(fetch)) {
    if (hasRelation(parameters, 'canonical')) raw.push(target);
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
    const match = facts.metas.find((meta) => meta.name === name && meta.content !== '');
    if (match !== undefined) return match.content;
  }
  return null;
}

/** Returns all nodes of structured data: JSON-LD first, then microdata and RDFa. */
export function allNodes(facts: PageFacts): JsonLdNode[] {
  return [...facts.jsonLd.flatMap((block) => block.nodes), ...facts.markedItems];
}

export function listNodes(facts: PageFacts, types: ReadonlySet<string>): JsonLdNode[] {
  return allNodes(facts).filter((node) => node.types.some((type) => types.has(type)));
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
const listTypes: ReadonlySet<string> = new Set([
  'ItemList',
  'CollectionPage',
  'SearchResultsPage',
  'OfferCatalog',
  'Blog',
]);

/**
 * Returns true for a page that should have an author and a date: by its markup, or one long article element with a time
 * or byline.
 */
export function isArticle(facts: PageFacts): boolean {
  if (listNodes(facts, articleTypes).length > 0) return true;
  if (metaContent(facts, 'og:type')?.toLowerCase() === 'article') return true;
  return facts.articles === 1 && facts.mainWords >= 150 && (facts.times.length > 0 || facts.byline !== null);
}

/** Returns true for a page that lists others: by its markup, or because half of its main text is links. */
export function isListing(facts: PageFacts): boolean {
  if (listNodes(facts, listTypes).some((node) => node.top)) return true;
  return facts.mainLinkShare >= 0.5;
}

/** Lists names by which a page may call its site or product. */
export function deriveNames(facts: PageFacts, siteName: string): string[] {
  const wantedKeys = new Set([...organisationTypes, ...productTypes, 'WebSite', 'Brand']);
  const names = [
    siteName,
    metaContent(facts, 'og:site_name'),
    ...listNodes(facts, wantedKeys).map((node) => textOf(node.properties.name)),
  ];
  return [...new Set(names.flatMap((name) => (name === null || name.trim() === '' ? [] : name.trim())))];
}

const asciiOnly = /^[\0-\x7f]*$/;

/**
 * Reduces a text to letters and digits, in lower case without diacritics, to compare spellings. A space always
 * separates a script written without spaces from another one, since people write both `iPhone用` and `iPhone 用`.
 */
export function plain(text: string): string {
  if (asciiOnly.test(text))
    return text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim();
  const spelled = withAsciiDigits(text)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ıłøđßæœ]/g, (letter) => unmarked[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return unspaced.test(spelled) ? spelled.replace(scriptBorder, '$& ') : spelled;
}

/** Letters whose diacritic Unicode does not separate: people omit it in addresses. */
const unmarked: Readonly<Record<string, string>> = { ı: 'i', ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe' };

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]/u;
const scriptBorder =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc](?=[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc ])|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc ](?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc])/gu;
/** Scripts without spaces between words, or with attached endings: further letters may follow a name directly. */
const openEdge =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u;

/**
 * Returns true if a text contains a name as separate words: `Art` is in `Art of Light` but not in `Smart Light`.
 * @param text of `plain`
 * @param name of `plain`; an empty one never matches
 */
export function holdsName(text: string, name: string): boolean {
  if (name === '') return false;
  const freeStart = openEdge.test(name.charAt(0));
  const freeEnd = openEdge.test(name.charAt(name.length - 1));
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text.charAt(at - 1);
    const behind = text.charAt(at + name.length);
    if ((freeStart || before === '' || before === ' ') && (freeEnd || behind === '' || behind === ' ')) return true;
  }
  return false;
}

export function registrableDomain(url: string): string | null {
  return getDomain(url, { allowPrivateDomains: true });
}

const plainHost = /^https?:\/\/([^/?#@:]+)(?::\d+)?(?:[/?#]|$)/;

/**
 * Returns true if an address is on a registrable domain or below it.
 * @param url as `URL` writes it, so that its host can be read without parsing it again
 */
export function isOnDomain(url: string, domain: string): boolean {
  const host = plainHost.exec(url)?.[1] ?? URL.parse(url)?.hostname ?? '';
  return host === domain || host.endsWith(`.${domain}`);
}
