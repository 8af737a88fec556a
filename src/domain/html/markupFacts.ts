import { normaliseEncoding } from '../urls/addressKey.ts';
import { isByline, rootIds } from './elementKinds.ts';
import { type PageImage, readImage } from './image.ts';
import { type JsonLdBlock, type JsonLdNode, readJsonLd } from './jsonLd.ts';
import { linkText } from './linkText.ts';
import { readMarkedItems } from './markedItems.ts';
import { attribute, type HtmlElement, parentOf } from './parseHtml.ts';
import { textOfRange } from './rangeText.ts';
import { rawText } from './rawText.ts';
import { readReferences } from './references.ts';
import { cleanText } from './scanText.ts';
import { flag, type Range, type Walk } from './walk.ts';

/** `url` is absolute, without fragment, in the spelling of `urlKey`; null for anything but a web address. */
type PageLink = { href: string; url: string | null; text: string; rel: readonly string[]; inMain: boolean };

/** Facts from the elements of a document, each by its name or an attribute. */
export type MarkupFacts = {
  titles: readonly string[];
  /** Lower-case `name`, `property` or `http-equiv` with its content, in document order. */
  metas: readonly { name: string; content: string }[];
  /** `href` values of `link rel=canonical` as written. */
  canonicals: readonly string[];
  hreflangs: readonly { lang: string; url: string | null }[];
  lang: string | null;
  headings: readonly { level: number; text: string }[];
  links: readonly PageLink[];
  /**
   * Readable anchors that need a script to lead anywhere, by their text: `javascript:`, or no href and an `onclick`.
   */
  scriptAnchors: readonly string[];
  images: readonly PageImage[];
  jsonLd: readonly JsonLdBlock[];
  /** Items of microdata and RDFa. */
  markedItems: readonly JsonLdNode[];
  /** `datetime` values of time elements. */
  times: readonly string[];
  articles: number;
  /** Text of address elements. */
  addresses: readonly string[];
  /** Numbers of `tel:` links. */
  phones: readonly string[];
  /** Element marked as the author, and whether it is a link. */
  byline: { linked: boolean } | null;
  /** True if an element that an application mounts into is empty. */
  emptyRoot: boolean;
  framework: string | null;
  /** True if the page runs a script; a data block such as JSON-LD does not run. */
  runsScripts: boolean;
};

const maxLinks = 5000;

function resolve(href: string, base: string): string | null {
  const url = URL.parse(href.trim(), base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  const { href: whole } = url;
  const fragment = whole.indexOf('#');
  return normaliseEncoding(fragment < 0 ? whole : whole.slice(0, fragment));
}

const frameworks: readonly (readonly [string, RegExp])[] = [
  ['next', /\/_next\//],
  ['nuxt', /\/_nuxt\//],
  ['gatsby', /\/page-data\/|___gatsby/],
  ['angular', /ng-version|\/polyfills[.-]/],
  ['vite', /\/assets\/index-[\w-]+\.js/],
  ['react', /react(?:-dom)?(?:\.production)?(?:\.min)?\.js/],
  ['vue', /vue(?:\.runtime)?(?:\.global)?(?:\.prod)?(?:\.min)?\.js/],
];

/** Facts collected so far, and the state that resolving and reading further elements needs. */
type Collecting = {
  out: Mutable<MarkupFacts>;
  walked: Walk;
  main: Range | null;
  pageUrl: string;
  base: string;
  baseSeen: boolean;
  /** Cache of addresses by `href` as written: most pages repeat most of their links. */
  resolved: Map<string, string | null>;
};
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer Item)[] ? Item[] : T[Key] };

/** @param main the main block, null if there is none */
export function readMarkupFacts(walked: Walk, pageUrl: string, main: Range | null): MarkupFacts {
  const out: Mutable<MarkupFacts> = {
    titles: [],
    metas: [],
    canonicals: [],
    hreflangs: [],
    lang: null,
    headings: [],
    links: [],
    scriptAnchors: [],
    images: [],
    jsonLd: [],
    markedItems: walked.marked.length === 0 ? [] : readMarkedItems(walked.marked),
    times: [],
    articles: 0,
    addresses: [],
    phones: [],
    byline: null,
    emptyRoot: false,
    framework: null,
    runsScripts: false,
  };
  const page: Collecting = { out, walked, main, pageUrl, base: pageUrl, baseSeen: false, resolved: new Map() };
  for (const element of walked.telling) {
    const isAnchor = element.tagName === 'a';
    if (isAnchor && isScriptAnchor(element)) {
      if (isReadable(element) && out.scriptAnchors.length < maxLinks) out.scriptAnchors.push(linkText(element));
    }
    if (isAnchor && (out.links.length >= maxLinks || attribute(element, 'href') === null)) continue;
    readers.get(element.tagName)?.(page, element);
    readMarks(page, element);
  }
  return out;
}

function isScriptAnchor(element: HtmlElement): boolean {
  const href = attribute(element, 'href');
  if (href !== null) return /^\s*javascript:/i.test(href) && attribute(element, 'role') === null;
  return attribute(element, 'onclick') !== null && attribute(element, 'role') === null;
}

function isReadable(element: HtmlElement): boolean {
  return (element.flags & flag.hidden) === 0;
}

function visible(page: Collecting, element: HtmlElement): string {
  return element.from < 0 ? '' : cleanText(textOfRange(page.walked, element, flag.hidden));
}

function readMarks(page: Collecting, element: HtmlElement): void {
  const { out } = page;
  for (const { name, value } of element.attrs) {
    if (name === 'id') {
      if (rootIds.has(value) && element.from >= 0 && visible(page, element) === '') out.emptyRoot = true;
    } else if (name === 'ng-version') out.framework ??= 'angular';
    else if (out.byline === null && isReadable(element) && isByline(name, value)) {
      const linked = element.tagName === 'a' || element.childNodes.some((node) => node.nodeName === 'a');
      out.byline = { linked };
    }
  }
}

type Reader = (page: Collecting, element: HtmlElement) => void;

const readHeading: Reader = (page, element) => {
  if (!isReadable(element)) return;
  page.out.headings.push({ level: Number(element.tagName.slice(1)), text: visible(page, element) });
};

/** Readers by element name, as small functions, so that the engine compiles only those that a site uses. */
const readers = new Map<string, Reader>([
  ['html', ({ out }, element) => (out.lang = attribute(element, 'lang')?.trim() ?? null)],
  [
    'title',
    ({ out }, element) => {
      if (element.namespaceURI.endsWith('xhtml')) out.titles.push(cleanText(rawText(element)));
    },
  ],
  ['base', readBase],
  ['meta', readMeta],
  ['link', readLinkElement],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, readHeading] as const),
  ['a', readAnchor],
  ['img', ({ out }, element) => out.images.push(readImage(element, isReadable(element)))],
  ['noscript', readNoscript],
  ['script', readScript],
  [
    'time',
    ({ out }, element) => {
      const value = attribute(element, 'datetime');
      if (value !== null) out.times.push(value.trim());
    },
  ],
  [
    'article',
    ({ out }, element) => {
      if (isReadable(element)) out.articles += 1;
    },
  ],
  [
    'address',
    (page, element) => {
      if (isReadable(element)) page.out.addresses.push(visible(page, element));
    },
  ],
]);

function readBase(page: Collecting, element: HtmlElement): void {
  if (page.baseSeen) return;
  page.baseSeen = true;
  page.base = resolve(attribute(element, 'href') ?? '', page.pageUrl) ?? page.pageUrl;
  page.resolved.clear();
}

function readMeta({ out }: Collecting, element: HtmlElement): void {
  const content = cleanText(attribute(element, 'content') ?? '');
  // `<meta name="title" property="og:title">` sets both.
  const keys = [attribute(element, 'name'), attribute(element, 'property'), attribute(element, 'http-equiv')];
  for (const key of keys) if (key !== null) out.metas.push({ name: key.trim().toLowerCase(), content });
}

function readLinkElement(page: Collecting, element: HtmlElement): void {
  const rel = (attribute(element, 'rel') ?? '').toLowerCase().split(/\s+/);
  const href = attribute(element, 'href') ?? '';
  if (rel.includes('canonical')) page.out.canonicals.push(href.trim());
  const lang = attribute(element, 'hreflang');
  if (rel.includes('alternate') && lang !== null) {
    page.out.hreflangs.push({ lang: lang.trim().toLowerCase(), url: resolve(href, page.base) });
  }
}

const noRel: readonly string[] = [];

function readAnchor(page: Collecting, element: HtmlElement): void {
  const { out, main } = page;
  const href = attribute(element, 'href') ?? '';
  const words = attribute(element, 'rel');
  const rel = words === null ? noRel : words.toLowerCase().split(/\s+/).filter(Boolean);
  const text = linkText(element);
  if (/^tel:/i.test(href)) out.phones.push(href.slice(4).replace(/\D/g, ''));
  const inMain = main !== null && (element.flags & flag.boilerplate) === 0 && isInside(element, main);
  let url = page.resolved.get(href);
  if (url === undefined) {
    url = resolve(href, page.base);
    page.resolved.set(href, url);
  }
  out.links.push({ href, url, text, rel, inMain });
  if (rel.includes('author')) out.byline = { linked: true };
}

/**
 * Reads links in noscript, which readers without scripts follow. Its text is left out of the page's text, because it
 * mostly asks the reader to enable scripts.
 */
function readNoscript({ out, base }: Collecting, element: HtmlElement): void {
  for (const { url, text } of readReferences(rawText(element), base).links)
    if (out.links.length < maxLinks) out.links.push({ href: url, url, text, rel: [], inMain: false });
}

function readScript({ out }: Collecting, element: HtmlElement): void {
  const type = (attribute(element, 'type') ?? '').trim();
  if (/^application\/ld\+json\s*(;|$)/i.test(type)) out.jsonLd.push(readJsonLd(rawText(element)));
  if (type === '' || /^module$|script/i.test(type)) out.runsScripts = true;
  const src = attribute(element, 'src') ?? '';
  out.framework ??= frameworks.find(([, pattern]) => pattern.test(src))?.[0] ?? null;
}

/** Returns true if the nearest ancestor with a known position in the text is in the range. */
function isInside(element: HtmlElement, range: Range): boolean {
  for (let at: HtmlElement | null = element; at !== null; at = parentOf(at)) {
    if (at.from >= 0) return at.from >= range.from && at.to <= range.to;
  }
  return false;
}
