import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

export type JsonLdNode = {
  /** Type names without the schema.org prefix. */
  types: readonly string[];
  properties: Readonly<Record<string, unknown>>;
  /** False for a value inside another node. */
  top: boolean;
  /** Source of the block, if it is not JSON-LD. */
  source?: 'microdata' | 'rdfa';
};

export type JsonLdBlock = {
  problem: null | 'not_json' | 'no_schema_context' | 'not_an_object' | 'too_large' | 'too_deep';
  /** UTF-16 offset of the first character at which the text stops being JSON; null if it parses. */
  errorOffset: number | null;
  length: number;
  nodes: readonly JsonLdNode[];
};

const maxNodes = 2000;
/** JSON.parse accepts any nesting, but code that writes JSON again does not. */
const maxNesting = 200;

/** Returns the deepest nesting of a JSON text. */
function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString && code === 92) at += 1;
    else if (code === 34) inString = !inString;
    else if (inString) continue;
    else if (code === 91 || code === 123) deepest = Math.max(deepest, ++depth);
    else if (code === 93 || code === 125) depth -= 1;
  }
  return deepest;
}

const plainLiteral = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Returns the position after the quote that ends the string starting at `from`; null if no JSON string starts there.
 */
function stringEnd(text: string, from: number): number | null {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 34) return at + 1;
    if (code < 32) return null;
    if (code !== 92) continue;
    escaped.lastIndex = at;
    if (!escaped.test(text)) return null;
    at = escaped.lastIndex - 1;
  }
  return null;
}

function literalEnd(text: string, from: number): number | null {
  if (text.charAt(from) === '"') return stringEnd(text, from);
  plainLiteral.lastIndex = from;
  return plainLiteral.test(text) ? plainLiteral.lastIndex : null;
}

/** Returns the offset at which a text stops being JSON, by one scan with its own stack; null if the text is JSON. */
export function jsonErrorOffset(text: string): number | null {
  const space = /[ \t\n\r]*/y;
  const open: ('{' | '[')[] = [];
  let at = 0;
  let expect: 'value' | 'value_or_end' | 'key' | 'key_or_end' | 'colon' | 'comma_or_end' = 'value';
  const skip = () => {
    space.lastIndex = at;
    space.exec(text);
    at = space.lastIndex;
  };
  const closes = (char: string) => (open.at(-1) === '{' ? char === '}' : char === ']');
  for (skip(); at < text.length; skip()) {
    const char = text.charAt(at);
    if (expect === 'colon') {
      if (char !== ':') return at;
      at += 1;
      expect = 'value';
    } else if (expect === 'comma_or_end') {
      const inside = open.at(-1);
      if (inside === undefined) return at;
      if (char === ',') expect = inside === '{' ? 'key' : 'value';
      else if (closes(char)) open.pop();
      else return at;
      at += 1;
    } else if ((expect === 'value_or_end' || expect === 'key_or_end') && closes(char)) {
      open.pop();
      at += 1;
      expect = 'comma_or_end';
    } else if ((expect === 'value' || expect === 'value_or_end') && (char === '{' || char === '[')) {
      open.push(char);
      at += 1;
      expect = char === '{' ? 'key_or_end' : 'value_or_end';
    } else {
      const key: boolean = expect === 'key' || expect === 'key_or_end';
      if (key && char !== '"') return at;
      const end = literalEnd(text, at);
      if (end === null) return at;
      at = end;
      expect = key ? 'colon' : 'comma_or_end';
    }
  }
  return expect === 'comma_or_end' && open.length === 0 ? null : text.length;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function typeName(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return value.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, '');
}

function hasSchemaContext(value: unknown): boolean {
  return asList(value).some((each) => {
    const texts = isRecord(each) ? Object.values(each) : [each];
    return texts.some(
      (text) => typeof text === 'string' && /^\s*https?:\/\/(?:www\.)?schema\.org(?:[/#?]|\s*$)/i.test(text),
    );
  });
}

/** Reads one `application/ld+json` script. Never fetches a context, never throws. */
export function readJsonLd(text: string): JsonLdBlock {
  const length = text.length;
  if (length > 1_000_000) return { problem: 'too_large', errorOffset: null, length, nodes: [] };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'not_json', errorOffset: jsonErrorOffset(text), length, nodes: [] };
  }
  if (nesting(text) > maxNesting) return { problem: 'too_deep', errorOffset: null, length, nodes: [] };
  const roots = asList(value);
  if (roots.length === 0 || !roots.every(isRecord))
    return { problem: 'not_an_object', errorOffset: null, length, nodes: [] };
  if (!roots.every((root) => isRecord(root) && hasSchemaContext(root['@context']))) {
    return { problem: 'no_schema_context', errorOffset: null, length, nodes: [] };
  }
  const nodes: JsonLdNode[] = [];
  const waiting: { value: unknown; top: boolean }[] = roots.map((root) => ({ value: root, top: true })).reverse();
  for (let next = waiting.pop(); next !== undefined && nodes.length < maxNodes; next = waiting.pop()) {
    if (Array.isArray(next.value)) {
      for (let at = next.value.length - 1; at >= 0; at -= 1) waiting.push({ value: next.value[at], top: next.top });
    } else if (isRecord(next.value)) {
      const types = asList(next.value['@type']).flatMap((each) => typeName(each) ?? []);
      if (types.length > 0) nodes.push({ types, properties: next.value, top: next.top });
      const entries = Object.entries(next.value).reverse();
      for (const [key, inner] of entries) {
        if (key !== '@context' && typeof inner === 'object')
          waiting.push({ value: inner, top: next.top && key === '@graph' });
      }
    }
  }
  return { problem: null, errorOffset: null, length, nodes };
}

/**
 * Renders a value as a page would show it, because systems that generate JSON-LD from HTML leave its references and
 * tags in. Null if nothing remains.
 */
function shownAs(value: string): string | null {
  const isMarkup = /&[#a-z]|<\/?[a-z]/i.test(value) && value.length < 2000;
  const text = (isMarkup ? fragmentText(value) : value).trim();
  return text === '' ? null : text;
}

function fragmentText(markup: string): string {
  const parts: string[] = [];
  const waiting: DefaultTreeAdapterTypes.ChildNode[] = parseFragment(markup).childNodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('value' in node) parts.push(node.value);
    if ('childNodes' in node) waiting.push(...node.childNodes.toReversed());
  }
  return parts.join('');
}

/** Returns a property as trimmed text: strings, numbers, or the `name` or `@value` of a nested node. Null if empty. */
export function textOf(value: unknown): string | null {
  const first = asList(value)[0];
  if (typeof first === 'number') return String(first);
  if (typeof first === 'string') return shownAs(first);
  if (isRecord(first)) return textOf(first.name ?? first['@value'] ?? null);
  return null;
}
