import { readReferences } from '../../capture/htmlLinks.ts';
import { decodeBody } from './decodeBody.ts';
import { findHiddenInstructions, type HiddenInstruction } from './hiddenInstructions.ts';
import { readHidingRules } from './hiding.ts';
import { type JsonLdBlock, readJsonLd } from './jsonLd.ts';
import { findMain } from './mainText.ts';
import { attribute, type HtmlElement, isElement, type ParsedHtml, parentOf, parseHtml } from './parseHtml.ts';
import { cleanText } from './scanText.ts';
import { flag, isByline, type Range, readRange, rootIds, textOfRange, type Walk, walk } from './walk.ts';

/** `url` is absolute and without fragment, spelled as `urlKey` spells it; null for what is no web address. */
export type PageLink = { href: string; url: string | null; text: string; rel: readonly string[]; inMain: boolean };

export type PageImage = {
  src: string;
  alt: string | null;
  /** Not marked as decoration and larger than a pixel. */
  informative: boolean;
};

/** Everything the checks read out of one HTML document, parsed once. Texts stay inside the analyser. */
export type PageFacts = {
  cut: ParsedHtml['cut'];
  charset: string;
  titles: readonly string[];
  /** Lower-case `name`, `property` or `http-equiv` with its content, in document order. */
  metas: readonly { name: string; content: string }[];
  /** `href` values of `link rel=canonical` as written. */
  canonicals: readonly string[];
  hreflangs: readonly { lang: string; url: string | null }[];
  lang: string | null;
  headings: readonly { level: number; text: string }[];
  links: readonly PageLink[];
  images: readonly PageImage[];
  jsonLd: readonly JsonLdBlock[];
  /** Text of the body without what is hidden. */
  bodyText: string;
  /** The same without navigation, header, footer and asides. */
  contentText: string;
  /** Text of the main block; empty when none was found. */
  mainText: string;
  bodyWords: number;
  contentWords: number;
  mainWords: number;
  mainSource: 'main' | 'article' | 'scored' | 'none';
  /** Share of the main block's characters that are link text, 0 to 1. */
  mainLinkShare: number;
  /** Share of the main block's characters under `data-nosnippet`, 0 to 1. */
  noSnippetShare: number;
  /** `datetime` values of time elements. */
  times: readonly string[];
  articles: number;
  /** Text of address elements. */
  addresses: readonly string[];
  /** Numbers behind `tel:` links. */
  phones: readonly string[];
  /** A link or element marked as the author, with whether it is a link. */
  byline: { linked: boolean } | null;
  /** An element that an application mounts into, and that holds no text. */
  emptyRoot: boolean;
  framework: string | null;
  hiddenInstructions: readonly HiddenInstruction[];
};

const maxLinks = 5000;

function rawText(element: HtmlElement): string {
  return element.childNodes.map((node) => (node.nodeName === '#text' && 'value' in node ? node.value : '')).join('');
}

function resolve(href: string, base: string): string | null {
  const url = URL.parse(href.trim(), base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  const { href: whole } = url;
  const fragment = whole.indexOf('#');
  return fragment < 0 ? whole : whole.slice(0, fragment);
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

export function readPage(body: Uint8Array, contentType: string | null, pageUrl: string): PageFacts {
  const { text, charset } = decodeBody(body, contentType);
  return readPageText(text, charset, pageUrl);
}

/** For a rendered page, whose DOM is already text. */
export function readPageText(html: string, charset: string, pageUrl: string): PageFacts {
  const parsed = parseHtml(html);
  const sheets = html.includes('<style') ? readSheets(parsed) : [];
  const walked = walk(parsed.document, readHidingRules(sheets));
  const found = findMain(walked);
  const main = found === null || found.element.from < 0 ? null : found.element;
  const whole = walked.body === null || walked.body.from < 0 ? { from: 0, to: walked.segments.length } : walked.body;
  const aside = flag.hidden | flag.boilerplate;
  const body = readRange(walked, whole, flag.hidden, null);
  const content = readRange(walked, whole, aside, body);
  const inMain = main === null ? null : readRange(walked, main, aside, content);
  const chars = inMain?.chars ?? 0;
  const share = (some: number) => (chars === 0 ? 0 : 1 - (chars - some) / chars);
  return {
    cut: parsed.cut,
    charset,
    bodyText: body.text,
    contentText: content.text,
    mainText: inMain?.text ?? '',
    bodyWords: body.words,
    contentWords: content.words,
    mainWords: inMain?.words ?? 0,
    mainSource: found?.source ?? 'none',
    mainLinkShare: share(inMain?.linkChars ?? 0),
    noSnippetShare: share(inMain?.noSnippetChars ?? 0),
    hiddenInstructions: findHiddenInstructions(walked),
    ...collect(walked, pageUrl, main),
  };
}

function readSheets({ document, styles }: ParsedHtml): string[] {
  const [only] = styles;
  if (only === undefined) return [];
  if (styles.length === 1) return isIn(only, document) ? [rawText(only)] : [];
  const sheets: string[] = [];
  const waiting = [...document.childNodes];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isElement(node)) continue;
    if (node.tagName === 'style') sheets.push(rawText(node));
    else for (const child of node.childNodes) if (isElement(child)) waiting.push(child);
  }
  return sheets;
}

/** The content of a template is in no document. */
function isIn(element: HtmlElement, document: ParsedHtml['document']): boolean {
  let at = element;
  for (let parent = parentOf(at); parent !== null; parent = parentOf(at)) at = parent;
  return at.parentNode === document;
}

type Collected = Pick<
  PageFacts,
  | 'titles'
  | 'metas'
  | 'canonicals'
  | 'hreflangs'
  | 'lang'
  | 'headings'
  | 'links'
  | 'images'
  | 'jsonLd'
  | 'times'
  | 'articles'
  | 'addresses'
  | 'phones'
  | 'byline'
  | 'emptyRoot'
  | 'framework'
>;

/** What has been collected so far, and what resolving and reading further elements needs. */
type Collecting = {
  out: Mutable<Collected>;
  walked: Walk;
  main: Range | null;
  pageUrl: string;
  base: string;
  baseSeen: boolean;
  /** Addresses by `href` as written: most pages link to most of theirs twice. */
  resolved: Map<string, string | null>;
};
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer Item)[] ? Item[] : T[Key] };

function collect(walked: Walk, pageUrl: string, main: Range | null): Collected {
  const out: Mutable<Collected> = {
    titles: [],
    metas: [],
    canonicals: [],
    hreflangs: [],
    lang: null,
    headings: [],
    links: [],
    images: [],
    jsonLd: [],
    times: [],
    articles: 0,
    addresses: [],
    phones: [],
    byline: null,
    emptyRoot: false,
    framework: null,
  };
  const page: Collecting = { out, walked, main, pageUrl, base: pageUrl, baseSeen: false, resolved: new Map() };
  for (const element of walked.telling) {
    const isAnchor = element.tagName === 'a';
    if (isAnchor && (out.links.length >= maxLinks || attribute(element, 'href') === null)) continue;
    readers.get(element.tagName)?.(page, element);
    readMarks(page, element);
  }
  return out;
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

/** What each element says; one small function each, so that the engine compiles those that a site uses. */
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
  ['img', ({ out }, element) => out.images.push(readImage(element))],
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
  // `<meta name="title" property="og:title">` states both.
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

/** A reader without scripts follows these; their words are no text of the page, because they mostly ask for scripts. */
function readNoscript({ out, base }: Collecting, element: HtmlElement): void {
  for (const { url, text } of readReferences(rawText(element), base).links)
    if (out.links.length < maxLinks) out.links.push({ href: url, url, text, rel: [], inMain: false });
}

function readScript({ out }: Collecting, element: HtmlElement): void {
  if (/^application\/ld\+json\s*(;|$)/i.test((attribute(element, 'type') ?? '').trim()))
    out.jsonLd.push(readJsonLd(rawText(element)));
  const src = attribute(element, 'src') ?? '';
  out.framework ??= frameworks.find(([, pattern]) => pattern.test(src))?.[0] ?? null;
}

/** Whether the nearest element around it whose place in the text is known lies in the range. */
function isInside(element: HtmlElement, range: Range): boolean {
  for (let at: HtmlElement | null = element; at !== null; at = parentOf(at)) {
    if (at.from >= 0) return at.from >= range.from && at.to <= range.to;
  }
  return false;
}

/** Anchor text, or the alternative text of what stands in for it. Bounded, because anchors may wrap whole pages. */
function linkText(element: HtmlElement): string {
  const label = attribute(element, 'aria-label');
  if (label !== null) return cleanText(label).slice(0, 200);
  const [only] = element.childNodes;
  if (element.childNodes.length === 1 && only !== undefined && 'value' in only)
    return cleanText(only.value).slice(0, 200);
  const waiting = element.childNodes.toReversed();
  let out = '';
  let steps = 0;
  for (let node = waiting.pop(); node !== undefined && out.length < 200 && steps < 500; node = waiting.pop()) {
    steps += 1;
    if ('value' in node) out += node.value;
    else if (isElement(node)) {
      if (node.tagName === 'img') out += ` ${attribute(node, 'alt') ?? ''} `;
      else for (let at = node.childNodes.length - 1; at >= 0; at -= 1) push(waiting, node.childNodes[at]);
    }
  }
  return cleanText(out).slice(0, 200);
}

function push<T>(list: T[], item: T | undefined): void {
  if (item !== undefined) list.push(item);
}

function readImage(element: HtmlElement): PageImage {
  let src = '';
  let alt: string | null = null;
  let role = '';
  let label: string | null = null;
  let labelledBy: string | null = null;
  let title: string | null = null;
  let tiny = false;
  let hidden = !isReadable(element);
  for (const { name, value } of element.attrs) {
    if (name === 'src') src = value;
    else if (name === 'alt') alt = value;
    else if (name === 'role') role = value;
    else if (name === 'aria-label') label = value;
    else if (name === 'aria-labelledby') labelledBy = value;
    else if (name === 'title') title = value;
    else if (name === 'width' || name === 'height') tiny ||= /^[01](px)?$/.test(value.trim());
    else if (name === 'aria-hidden') hidden ||= value === 'true';
  }
  const decoration = alt?.trim() === '' || role === 'presentation' || role === 'none' || tiny;
  const other = label ?? labelledBy ?? title;
  return { src, alt: alt ?? (other === null ? null : cleanText(other)), informative: !decoration && !hidden };
}
