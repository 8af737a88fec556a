import { decodeReferences } from '../characterReferences.ts';
import { absoluteUrl } from './pageUrl.ts';

/** The references of a page that decide what else is looked at. All URLs are absolute, in document order, each once. */
export type PageReferences = {
  links: readonly { url: string; text: string }[];
  canonicals: readonly string[];
  hreflangs: readonly string[];
  images: readonly string[];
};

const longestText = 160;
/** Characters a tag may have, and in which the words of a link are looked for. Longer tags are no honest ones. */
const longestTag = 16 * 1024;
const wordsWithin = 800;

/** A comment, or the name of any element: all are looked at, because an attribute may hold what looks like a tag. */
const opening = /<(?:(!--)|([a-z][^\s/>]*))/gi;
const carriers = new Set(['a', 'base', 'link', 'meta']);
/** Elements whose content is text and not markup. */
const textElements = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);
const previewImage = /^og:image(?::(?:secure_)?url)?$/i;
const attribute = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?/y;

/**
 * Reads the references of an HTML text found at `url`. It looks for the few tags that carry them and builds no tree: its
 * time and memory follow the length of the text, whatever the text is. Links inside `noscript` count, since readers
 * without scripts see them.
 */
export function readReferences(html: string, url: string): PageReferences {
  const links = new Map<string, string>();
  const canonicals = new Set<string>();
  const hreflangs = new Set<string>();
  const images = new Set<string>();
  let base = url;
  let baseSeen = false;

  opening.lastIndex = 0;
  for (let match = opening.exec(html); match !== null; match = opening.exec(html)) {
    const [, comment, tag = ''] = match;
    if (comment !== undefined) {
      opening.lastIndex = after(html, '-->', opening.lastIndex);
      continue;
    }
    const name = tag.toLowerCase();
    const attributes = readAttributes(html, opening.lastIndex, carriers.has(name));
    if (textElements.has(name)) opening.lastIndex = endOfText(html, name, opening.lastIndex);
    if (!carriers.has(name)) continue;
    const href = attributes.get('href');
    if (name === 'meta') {
      const keys = [attributes.get('property'), attributes.get('name')];
      const isImage = keys.some((key) => key !== undefined && previewImage.test(key.trim()));
      const target = isImage ? absoluteUrl(attributes.get('content') ?? '', base) : null;
      if (target !== null) images.add(target);
    }
    if (name === 'meta' || href === undefined) continue;
    if (name === 'base') {
      if (!baseSeen) base = absoluteUrl(href, url) ?? url;
      baseSeen = true;
      continue;
    }
    const target = absoluteUrl(href, base);
    if (target === null) continue;
    if (name === 'a') {
      if (!links.has(target)) links.set(target, wordsOf(html, opening.lastIndex));
      continue;
    }
    const relations = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('canonical')) canonicals.add(target);
    if (relations.includes('alternate') && attributes.has('hreflang')) hreflangs.add(target);
  }
  return {
    links: [...links].map(([target, text]) => ({ url: target, text })),
    canonicals: [...canonicals],
    hreflangs: [...hreflangs],
    images: [...images],
  };
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
}

function endOfText(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = from;
  return closing.test(html) ? closing.lastIndex : html.length;
}

/** The attributes of the tag whose name ends at `from`, the first of each name. Moves `opening` behind them. */
function readAttributes(html: string, from: number, keep: boolean): Map<string, string> {
  const tag = html.slice(from, from + longestTag);
  const found = new Map<string, string>();
  attribute.lastIndex = 0;
  let end = 0;
  for (let match = attribute.exec(tag); match !== null; match = attribute.exec(tag)) {
    end = attribute.lastIndex;
    if (!keep) continue;
    const [, name = '', double, single, bare] = match;
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, decodeReferences(double ?? single ?? bare ?? ''));
  }
  opening.lastIndex = from + end;
  return found;
}

function wordsOf(html: string, from: number): string {
  const start = html.slice(from, from + wordsWithin);
  const [, , inside = ''] = /^([\s/]*>)([\s\S]*?)(?:<\/a|$)/i.exec(start) ?? [];
  const words = inside.replace(/<[^>]*(?:>|$)/g, '');
  return decodeReferences(words).replace(/\s+/g, ' ').trim().slice(0, longestText);
}

/** Absolute link targets of a markdown text such as llms.txt, each once, in order. */
export function readMarkdownLinks(text: string, url: string): string[] {
  const targets = new Set<string>();
  for (const match of text.matchAll(/\[[^\]\n]{0,300}\]\(\s*<?([^\s)>]{1,2000})/g)) {
    const target = absoluteUrl(match[1] ?? '', url);
    if (target !== null) targets.add(target);
  }
  return [...targets];
}
