import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { decodeBody } from './decodeBody.ts';
import { readHidingRules } from './hiding.ts';
import { hiddenTagText, matchInstruction } from './instructions.ts';
import { type JsonLdBlock, readJsonLd } from './jsonLd.ts';
import { findMain } from './mainText.ts';
import { attribute, elementPath, type HtmlElement, type ParsedHtml, parseHtml } from './parseHtml.ts';
import { countRange, flag, lengthOfRange, textOfRange, type Walk, walk } from './walk.ts';

/** `url` is absolute and without fragment, spelled as `urlKey` spells it; null for what is no web address. */
export type PageLink = { href: string; url: string | null; text: string; rel: readonly string[]; inMain: boolean };

export type PageImage = {
  src: string;
  alt: string | null;
  /** Not marked as decoration and larger than a pixel. */
  informative: boolean;
};

export type HiddenInstruction = { matcher: string; by: string; path: string; sha256: string };

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
const bylineClass = /(?:^|[\s_-])(?:author|byline)(?:$|[\s_-])/i;
const heading = /^h[1-6]$/;

function clean(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function rawText(element: HtmlElement): string {
  return element.childNodes.map((node) => (node.nodeName === '#text' && 'value' in node ? node.value : '')).join('');
}

function resolve(href: string, base: string): string | null {
  const url = URL.parse(href.trim(), base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  // The setter parses again, and most links have no fragment.
  if (url.hash !== '' || url.href.endsWith('#')) url.hash = '';
  return url.href;
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
const rootIds = new Set(['root', 'app', '__next', '__nuxt', '___gatsby', 'svelte', 'q-app']);

export function readPage(body: Uint8Array, contentType: string | null, pageUrl: string): PageFacts {
  const { text, charset } = decodeBody(body, contentType);
  return readPageText(text, charset, pageUrl);
}

/** For a rendered page, whose DOM is already text. */
export function readPageText(html: string, charset: string, pageUrl: string): PageFacts {
  const parsed = parseHtml(html);
  const sheets: string[] = [];
  if (html.includes('<style')) collectSheets(parsed, sheets);
  const walked = walk(parsed.document, readHidingRules(sheets));
  const main = findMain(walked);
  const mainRange = main === null ? undefined : walked.ranges.get(main.element);
  const body = walked.elements.find(({ element }) => element.tagName === 'body')?.element;
  const whole = (body === undefined ? undefined : walked.ranges.get(body)) ?? { from: 0, to: walked.segments.length };
  const bodyText = textOfRange(walked, whole, flag.hidden);
  const contentText = textOfRange(walked, whole, flag.hidden | flag.boilerplate);
  const mainText = mainRange === undefined ? '' : textOfRange(walked, mainRange, flag.hidden | flag.boilerplate);
  const length = (unwanted: number) =>
    mainRange === undefined ? 0 : lengthOfRange(walked, mainRange, flag.hidden | flag.boilerplate | unwanted);
  const mainLength = length(0);
  const share = (unwanted: number) => (mainLength === 0 ? 0 : 1 - length(unwanted) / mainLength);
  const [bodyWords = 0, contentWords = 0] = countRange(walked, whole, [flag.hidden, flag.hidden | flag.boilerplate]);
  const [mainWords = 0] =
    mainRange === undefined ? [] : countRange(walked, mainRange, [flag.hidden | flag.boilerplate]);
  return {
    cut: parsed.cut,
    charset,
    bodyText,
    contentText,
    mainText,
    bodyWords,
    contentWords,
    mainWords,
    mainSource: main?.source ?? 'none',
    mainLinkShare: share(flag.link),
    noSnippetShare: share(flag.noSnippet),
    hiddenInstructions: findHiddenInstructions(walked),
    ...collect(walked, pageUrl, mainRange),
  };
}

function collectSheets(parsed: ParsedHtml, sheets: string[]): void {
  const waiting = [...parsed.document.childNodes];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!('tagName' in node)) continue;
    if (node.tagName === 'style') sheets.push(rawText(node));
    else for (const child of node.childNodes) waiting.push(child);
  }
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

function collect(walked: Walk, pageUrl: string, mainRange: { from: number; to: number } | undefined): Collected {
  const out = {
    titles: [] as string[],
    metas: [] as { name: string; content: string }[],
    canonicals: [] as string[],
    hreflangs: [] as { lang: string; url: string | null }[],
    lang: null as string | null,
    headings: [] as { level: number; text: string }[],
    links: [] as PageLink[],
    images: [] as PageImage[],
    jsonLd: [] as JsonLdBlock[],
    times: [] as string[],
    articles: 0,
    addresses: [] as string[],
    phones: [] as string[],
    byline: null as { linked: boolean } | null,
    emptyRoot: false,
    framework: null as string | null,
  };
  let base = pageUrl;
  let baseSeen = false;
  const visible = (element: HtmlElement) => clean(textOfElement(walked, element));
  for (const { element, flags } of walked.elements) {
    const name = element.tagName;
    const get = (key: string) => attribute(element, key);
    const readable = (flags & flag.hidden) === 0;
    const range = walked.ranges.get(element);
    if (name === 'html') out.lang = get('lang')?.trim() ?? null;
    else if (name === 'title' && element.namespaceURI.endsWith('xhtml')) out.titles.push(clean(rawText(element)));
    else if (name === 'base' && !baseSeen) {
      base = resolve(get('href') ?? '', pageUrl) ?? pageUrl;
      baseSeen = true;
    } else if (name === 'meta') {
      const key = get('name') ?? get('property') ?? get('http-equiv');
      if (key !== null) out.metas.push({ name: key.trim().toLowerCase(), content: clean(get('content') ?? '') });
    } else if (name === 'link') {
      const rel = (get('rel') ?? '').toLowerCase().split(/\s+/);
      const href = get('href') ?? '';
      if (rel.includes('canonical')) out.canonicals.push(href.trim());
      const lang = get('hreflang');
      if (rel.includes('alternate') && lang !== null) {
        out.hreflangs.push({ lang: lang.trim().toLowerCase(), url: resolve(href, base) });
      }
    } else if (heading.test(name)) {
      if (readable) out.headings.push({ level: Number(name.slice(1)), text: visible(element) });
    } else if (name === 'a') {
      const href = get('href');
      if (href === null || out.links.length >= maxLinks) continue;
      const rel = (get('rel') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
      const text = linkText(element);
      if (/^tel:/i.test(href)) out.phones.push(href.slice(4).replace(/\D/g, ''));
      const inMain =
        mainRange !== undefined && (flags & flag.boilerplate) === 0 && isInside(walked, element, mainRange);
      out.links.push({ href, url: resolve(href, base), text, rel, inMain });
      if (rel.includes('author')) out.byline = { linked: true };
    } else if (name === 'img') {
      out.images.push(readImage(element, flags));
    } else if (name === 'script') {
      if (/^application\/ld\+json\s*(;|$)/i.test((get('type') ?? '').trim()))
        out.jsonLd.push(readJsonLd(rawText(element)));
      const src = get('src') ?? '';
      out.framework ??= frameworks.find(([, pattern]) => pattern.test(src))?.[0] ?? null;
    } else if (name === 'time') {
      const value = get('datetime');
      if (value !== null) out.times.push(value.trim());
    } else if (name === 'article') {
      if (readable) out.articles += 1;
    } else if (name === 'address') {
      if (readable) out.addresses.push(visible(element));
    }
    if (element.attrs.length === 0) continue;
    if (rootIds.has(get('id') ?? '') && range !== undefined && visible(element) === '') out.emptyRoot = true;
    if (get('ng-version') !== null) out.framework ??= 'angular';
    const itemprop = get('itemprop');
    if (out.byline === null && readable && (itemprop === 'author' || bylineClass.test(get('class') ?? ''))) {
      out.byline = {
        linked: name === 'a' || element.childNodes.some((node) => 'tagName' in node && node.tagName === 'a'),
      };
    }
  }
  return out;
}

function isInside(walked: Walk, element: HtmlElement, range: { from: number; to: number }): boolean {
  for (let at: HtmlElement | null = element; at !== null; ) {
    const own = walked.ranges.get(at);
    if (own !== undefined) return own.from >= range.from && own.to <= range.to;
    const parent: HtmlElement['parentNode'] = at.parentNode;
    at = parent !== null && 'tagName' in parent ? parent : null;
  }
  return false;
}

function textOfElement(walked: Walk, element: HtmlElement): string {
  const range = walked.ranges.get(element);
  return range === undefined ? '' : textOfRange(walked, range, flag.hidden);
}

/** Anchor text, or the alternative text of what stands in for it. Bounded, because anchors may wrap whole pages. */
function linkText(element: HtmlElement): string {
  const label = attribute(element, 'aria-label');
  if (label !== null) return clean(label).slice(0, 200);
  const waiting = [...element.childNodes].reverse();
  let out = '';
  let steps = 0;
  for (let node = waiting.pop(); node !== undefined && out.length < 200 && steps < 500; node = waiting.pop()) {
    steps += 1;
    if ('value' in node) out += node.value;
    else if ('tagName' in node) {
      if (node.tagName === 'img') out += ` ${attribute(node, 'alt') ?? ''} `;
      else
        for (let at = node.childNodes.length - 1; at >= 0; at -= 1) waiting.push(...node.childNodes.slice(at, at + 1));
    }
  }
  return clean(out).slice(0, 200);
}

function readImage(element: HtmlElement, flags: number): PageImage {
  const alt = attribute(element, 'alt');
  const label =
    attribute(element, 'aria-label') ?? attribute(element, 'aria-labelledby') ?? attribute(element, 'title');
  const role = attribute(element, 'role');
  const tiny = ['width', 'height'].some((side) => /^[01](px)?$/.test(attribute(element, side)?.trim() ?? ''));
  const decoration = alt?.trim() === '' || role === 'presentation' || role === 'none' || tiny;
  const hidden = (flags & flag.hidden) !== 0 || attribute(element, 'aria-hidden') === 'true';
  return {
    src: attribute(element, 'src') ?? '',
    alt: alt ?? (label === null ? null : clean(label)),
    informative: !decoration && !hidden,
  };
}

/** Attributes whose text is spoken or read by machines and never seen. */
const spokenAttributes = new Set(['aria-label', 'aria-description', 'aria-placeholder']);

function findHiddenInstructions(walked: Walk): HiddenInstruction[] {
  const found: HiddenInstruction[] = [];
  const note = (text: string, by: string, element: HtmlElement) => {
    const matcher = matchInstruction(text);
    if (matcher === null || found.length >= 20) return;
    const digest = bytesToHex(sha256(new TextEncoder().encode(text)));
    if (found.some((each) => each.sha256 === digest)) return;
    found.push({ matcher, by, path: elementPath(element), sha256: digest });
  };
  for (const { element, by, range } of walked.hiddenRoots) note(textOfRange(walked, range, 0), by, element);
  for (const { element } of walked.elements) {
    for (const { name, value } of element.attrs) {
      if (value.length > 15 && spokenAttributes.has(name)) note(clean(value), name, element);
    }
  }
  const root = walked.elements[0]?.element;
  if (root !== undefined) {
    for (const segment of walked.segments) {
      const message = segment.text.includes('\u{DB40}') ? hiddenTagText(segment.text) : null;
      if (message !== null) note(message, 'tag_characters', root);
    }
  }
  return found;
}
