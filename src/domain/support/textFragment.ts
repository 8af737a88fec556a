import { plainForm } from './supportWords.ts';

/** One `text=` of a text fragment directive (WICG Scroll to Text Fragment), decoded. */
export type TextFragment = { prefix: string | null; start: string; end: string | null; suffix: string | null };

const marker = ':~:';
const maxFragments = 20;
const maxStartLength = 300;

/** Parses the text fragments of an address. An invalid one is left out, never guessed. */
export function parseTextFragments(url: string): TextFragment[] {
  const hash = url.indexOf('#');
  const at = hash < 0 ? -1 : url.indexOf(marker, hash);
  if (at < 0) return [];
  return url
    .slice(at + marker.length)
    .split('&')
    .filter((part) => part.startsWith('text='))
    .slice(0, maxFragments)
    .flatMap((part) => parseOne(part.slice('text='.length)) ?? []);
}

function parseOne(directive: string): TextFragment | null {
  const tokens = directive.split(',');
  if (tokens.length > 4) return null;
  const prefix = tokens.length > 1 && tokens[0]?.endsWith('-') === true ? tokens.shift() : undefined;
  const suffix = tokens.length > 1 && tokens.at(-1)?.startsWith('-') === true ? tokens.pop() : undefined;
  const [start, end] = tokens;
  if (tokens.length > 2 || start === undefined) return null;
  const raw = [prefix?.slice(0, -1), start, end, suffix?.slice(1)];
  if (raw.some((term) => term !== undefined && (term === '' || term.includes('-')))) return null;
  const [first, from, to, last] = raw.map((term) => (term === undefined ? null : decode(term)));
  if (from == null || [from, first, to, last].some((term) => term === '')) return null;
  return { prefix: first ?? null, start: from, end: to ?? null, suffix: last ?? null };
}

/** Decodes percent-encoded UTF-8; empty for anything else, which drops the whole directive. */
function decode(term: string): string | null {
  try {
    return decodeURIComponent(term);
  } catch {
    return '';
  }
}

/** Formats the directive of a text fragment, to be appended to an address without one. */
export function formatTextFragment({ prefix, start, end, suffix }: TextFragment): string {
  const terms = [
    ...(prefix === null ? [] : [`${encode(prefix)}-`]),
    encode(start),
    ...(end === null ? [] : [encode(end)]),
    ...(suffix === null ? [] : [`-${encode(suffix)}`]),
  ];
  return `#${marker}text=${terms.join(',')}`;
}

function encode(term: string): string {
  return encodeURIComponent(term).replaceAll('-', '%2D').replaceAll("'", '%27');
}

/**
 * Builds a text fragment for a passage of a page: the whole passage if it is short, otherwise its first and last four
 * words; preceded by three words of context if it occurs twice. Null if the passage is not on the page.
 */
export function buildTextFragment(passage: string, page: string): TextFragment | null {
  const words = passage.trim().split(/\s+/);
  const short = words.join(' ');
  if (short === '') return null;
  const isLong = short.length > maxStartLength && words.length > 8;
  const base: TextFragment = isLong
    ? { prefix: null, start: words.slice(0, 4).join(' '), end: words.slice(-4).join(' '), suffix: null }
    : { prefix: null, start: short, end: null, suffix: null };
  const text = plainForm(page);
  const first = wholeWordsAt(text, plainForm(base.start), 0);
  if (first < 0) return null;
  if (wholeWordsAt(text, plainForm(base.start), first + 1) < 0) return base;
  const before = text.slice(0, first).trim().split(' ').filter(Boolean).slice(-3).join(' ');
  return before === '' ? base : { ...base, prefix: before };
}

/** Returns true if the page still contains the fragment's text, compared without case at word boundaries. */
export function holdsFragment(fragment: TextFragment, page: string): boolean {
  const text = plainForm(page);
  const [prefix, start, end, suffix] = [fragment.prefix, fragment.start, fragment.end, fragment.suffix].map((term) =>
    term === null ? null : plainForm(term),
  );
  if (start == null || start === '') return false;
  for (let at = wholeWordsAt(text, start, 0); at >= 0; at = wholeWordsAt(text, start, at + 1)) {
    if (prefix != null && !endsWithWords(text.slice(0, at), prefix)) continue;
    const afterStart = at + start.length;
    const endAt = end == null ? afterStart : wholeWordsAt(text, end, afterStart);
    if (endAt < 0) continue;
    const after = end == null ? afterStart : endAt + end.length;
    if (suffix == null || beginsWithWords(text.slice(after), suffix)) return true;
  }
  return false;
}

const inWord = /[\p{L}\p{N}]/u;

function wholeWordsAt(text: string, term: string, from: number): number {
  for (let at = text.indexOf(term, from); at >= 0; at = text.indexOf(term, at + 1)) {
    if (isBorder(text, at) && isBorder(text, at + term.length)) return at;
  }
  return -1;
}

/** Scripts without spaces have a word boundary everywhere. */
function isBorder(text: string, at: number): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at)];
  if (at === 0 || before === '' || after === '') return true;
  if (!inWord.test(before) || !inWord.test(after)) return true;
  return /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}]/u.test(after);
}

/** Matches the term with any white space and punctuation between its words. */
function endsWithWords(text: string, term: string): boolean {
  return text
    .replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, '')
    .endsWith(term.replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, ''));
}

function beginsWithWords(text: string, term: string): boolean {
  return text.replace(/^[^\p{L}\p{N}]+/u, '').startsWith(term.replace(/^[^\p{L}\p{N}]+/u, ''));
}
