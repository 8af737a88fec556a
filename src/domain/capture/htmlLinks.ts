import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { absoluteUrl } from './pageUrl.ts';

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;

/** The references of a page that decide what else is looked at. All URLs are absolute, in document order, each once. */
export type PageReferences = {
  links: readonly { url: string; text: string }[];
  canonicals: readonly string[];
  hreflangs: readonly string[];
  images: readonly string[];
};

const longestText = 160;

/** Reads the references of an HTML text found at `url`. Walks without recursion: deep nesting costs time, not stack. */
export function readReferences(html: string, url: string): PageReferences {
  const links = new Map<string, string>();
  const canonicals = new Set<string>();
  const hreflangs = new Set<string>();
  const images = new Set<string>();
  let base = url;
  let baseSeen = false;
  const waiting: Node[] = [parse(html)];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('tagName' in node) {
      const attribute = (name: string) => attributeOf(node, name);
      const href = attribute('href');
      if (node.tagName === 'base' && href !== null && !baseSeen) {
        base = absoluteUrl(href, url) ?? url;
        baseSeen = true;
      } else if (node.tagName === 'a' && href !== null) {
        const target = absoluteUrl(href, base);
        if (target !== null && !links.has(target)) links.set(target, textOf(node));
      } else if (node.tagName === 'link' && href !== null) {
        const target = absoluteUrl(href, base);
        const relations = (attribute('rel') ?? '').toLowerCase().split(/\s+/);
        if (target !== null && relations.includes('canonical')) canonicals.add(target);
        if (target !== null && relations.includes('alternate') && attribute('hreflang') !== null) hreflangs.add(target);
      } else if (node.tagName === 'meta' && attribute('property')?.toLowerCase() === 'og:image') {
        const target = absoluteUrl(attribute('content') ?? '', base);
        if (target !== null) images.add(target);
      }
    }
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) waiting.push(child);
  }
  return {
    links: [...links].map(([target, text]) => ({ url: target, text })),
    canonicals: [...canonicals],
    hreflangs: [...hreflangs],
    images: [...images],
  };
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

function attributeOf(node: DefaultTreeAdapterTypes.Element, name: string): string | null {
  return node.attrs.find((attribute) => attribute.name === name)?.value ?? null;
}

function textOf(element: DefaultTreeAdapterTypes.Element): string {
  let text = '';
  const waiting: Node[] = [element];
  for (let node = waiting.pop(); node !== undefined && text.length < longestText; node = waiting.pop()) {
    if (node.nodeName === '#text' && 'value' in node) text += node.value;
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) waiting.push(child);
  }
  return text.replace(/\s+/g, ' ').trim().slice(0, longestText);
}
