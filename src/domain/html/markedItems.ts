import type { JsonLdNode } from './jsonLd.ts';
import { attribute, type HtmlElement, isElement, parentOf } from './parseHtml.ts';
import { cleanText } from './scanText.ts';

/** Maximum number of property elements read, and maximum characters and nodes read for the text of one. */
const maxProperties = 2000;
const maxValueLength = 1000;
const maxNodes = 300;

type Item = JsonLdNode & { properties: Record<string, unknown>; source: 'microdata' | 'rdfa' };

const schemaName = /^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)(.+)$/;

/**
 * Reads items of the schema.org vocabulary in microdata (HTML standard) and RDFa Lite 1.1, in the form of JSON-LD
 * nodes. `itemref` and prefixes other than `schema:` are ignored.
 * @param marked elements with any of their attributes, in tree order
 */
export function readMarkedItems(marked: readonly HtmlElement[]): JsonLdNode[] {
  const items = new Map<HtmlElement, Item>();
  let seenCount = 0;
  for (const element of marked) {
    const property = attribute(element, 'itemprop') ?? attribute(element, 'property');
    const item = itemOf(element);
    const owner = property === null ? null : deriveOwner(element, items);
    if (item !== null) items.set(element, owner === null ? item : { ...item, top: false });
    if (property === null || owner === null || seenCount >= maxProperties) continue;
    seenCount += 1;
    const value = items.get(element)?.properties ?? saidBy(element);
    for (const name of property.split(/\s+/)) {
      const short = schemaName.exec(name)?.[1] ?? name;
      if (short !== '' && !short.includes(':') && short !== '__proto__') add(owner.properties, short, value);
    }
  }
  return [...items.values()];
}

function itemOf(element: HtmlElement): Item | null {
  const type = attribute(element, 'itemtype');
  if (attribute(element, 'itemscope') !== null)
    return { types: selectNames(type ?? '', false), properties: {}, top: true, source: 'microdata' };
  const kinds = attribute(element, 'typeof');
  if (kinds === null) return null;
  return { types: selectNames(kinds, isSchemaVocabulary(element)), properties: {}, top: true, source: 'rdfa' };
}

/** @param isVocabulary true if a bare name belongs to schema.org */
function selectNames(words: string, isVocabulary: boolean): string[] {
  return words.split(/\s+/).flatMap((word) => {
    const name = schemaName.exec(word)?.[1];
    return name ?? (isVocabulary && /^\w+$/.test(word) ? word : []);
  });
}

function isSchemaVocabulary(element: HtmlElement): boolean {
  for (let at: HtmlElement | null = element; at !== null; at = parentOf(at)) {
    const vocabulary = attribute(at, 'vocab');
    if (vocabulary !== null) return /^https?:\/\/(?:www\.)?schema\.org\/?$/.test(vocabulary.trim());
  }
  return false;
}

function deriveOwner(element: HtmlElement, items: ReadonlyMap<HtmlElement, Item>): Item | null {
  for (let at = parentOf(element); at !== null; at = parentOf(at)) {
    const item = items.get(at);
    if (item !== undefined) return item;
  }
  return null;
}

function add(properties: Record<string, unknown>, name: string, value: unknown): void {
  const before = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (before === undefined) properties[name] = value;
  else properties[name] = Array.isArray(before) ? [...before, value] : [before, value];
}

const addressIn: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  img: 'src',
  audio: 'src',
  video: 'src',
  source: 'src',
  iframe: 'src',
  embed: 'src',
  object: 'data',
};

/** Reads the value of a property: `content` first, which pages use on any element, otherwise the element's content. */
function saidBy(element: HtmlElement): string {
  const own = attribute(element, 'content') ?? attribute(element, 'datetime');
  if (own !== null) return own.trim();
  const { tagName } = element;
  const address = addressIn[tagName];
  const text =
    address !== undefined
      ? (attribute(element, 'resource') ?? attribute(element, address))
      : tagName === 'data' || tagName === 'meter'
        ? attribute(element, 'value')
        : null;
  return text === null ? textWithin(element) : text.trim();
}

function textWithin(element: HtmlElement): string {
  const waiting = element.childNodes.toReversed();
  let out = '';
  let steps = 0;
  for (let node = waiting.pop(); node !== undefined && out.length < maxValueLength; node = waiting.pop()) {
    steps += 1;
    if (steps > maxNodes) break;
    if ('value' in node) out += node.value;
    else if (isElement(node) && node.tagName !== 'script' && node.tagName !== 'style')
      waiting.push(...node.childNodes.toReversed());
  }
  return cleanText(out).slice(0, maxValueLength);
}
