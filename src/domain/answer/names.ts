import { isAttributeLabel, isCategory, titleKind } from './titles.ts';

export type NameSpan = { name: string; start: number; end: number };

const leading = /^(?:[\s*_`#:;,.·–—-]|(?![®™©])\p{Extended_Pictographic}|\uFE0F|\u200D)+/u;
const trailing = /(?:[\s*_`:;,·–—-]|\\|(?![®™©])\p{Extended_Pictographic}|\uFE0F|\u200D)+$/u;
const amount = /(?:~|≈|\\)*(?:[$€£¥₹]|\b(?:USD|EUR|GBP)\s|\bUS\$)\s?\d/u;
const priceWord =
  /(?:^|[\s(])(?:starting|starts|priced|prices?|from|around|about|approx\.?|approximately|under|at|only|now|currently|usually|msrp|retail|for|just):?[\s(]*$/iu;
const markTail = /\s*(?:\(\[.*|\[\d{1,3}\].*|【.*|&#x20;.*)$/u;

function trimmed(text: string, start: number, end: number): [number, number] {
  let from = start;
  let to = end;
  from += leading.exec(text.slice(from, Math.min(to, from + 40)))?.[0].length ?? 0;
  if (from >= to) return [to, to];
  const tail = text.slice(Math.max(from, to - 40), to);
  to -= trailing.exec(tail)?.[0].length ?? 0;
  return [from, to];
}

/** The name between two offsets without what decorates it, and where it stands. Empty when nothing is left. */
export function cleanName(text: string, start: number, end: number): NameSpan {
  const bounded = Math.min(end, start + 400);
  let [from, to] = trimmed(text, start, bounded);
  const mark = markTail.exec(text.slice(from, to));
  if (mark !== null && mark.index > 0) [from, to] = trimmed(text, from, from + mark.index);
  const price = amount.exec(text.slice(from, to));
  if (price !== null && price.index > 0) {
    [from, to] = trimmed(text, from, from + price.index);
    to = withoutPriceWords(text, from, to);
    const opened = text.slice(from, to).lastIndexOf('(');
    if (opened > 0 && !text.slice(from + opened, to).includes(')')) [from, to] = trimmed(text, from, from + opened);
  }
  const name = text
    .slice(from, to)
    .replace(/\\(?=[^\p{L}\p{N}\s])/gu, '')
    .replace(/&#x20;|&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\*\*|__|`/g, '')
    .replace(/(^|\s)[*_]+(?=\S)|(\S)[*_]+(?=\s|$)/g, '$1$2')
    .replace(/\s+/g, ' ')
    .trim();
  const balanced = /^[^()]*\)$/.test(name) ? name.slice(0, -1) : /^\([^()]*\)$/.test(name) ? name.slice(1, -1) : name;
  const quoted = /^["“«]([^"“”«»]+)["”»]$/.exec(balanced)?.[1] ?? balanced;
  return { name: quoted.slice(0, 200), start: from, end: to };
}

/** "– starting at", "(from": the words that led to an amount go with it. */
function withoutPriceWords(text: string, start: number, end: number): number {
  let to = end;
  for (let round = 0; round < 4; round += 1) {
    const word = priceWord.exec(text.slice(start, to));
    if (word === null || word.index === 0) break;
    to = trimmed(text, start, start + word.index)[1];
    if (text[to - 1] === '(') to -= 1;
  }
  return trimmed(text, start, to)[1];
}

const functionWords = new Set(
  'a an and as at by de del der des di du e for from in la le of on or para plus the to und van von vs with y x w/ & + / - – — | by:'.split(
    ' ',
  ),
);
export function isFunctionWord(word: string): boolean {
  return functionWords.has(word.toLowerCase());
}

const sentenceStart =
  /^(?:if|when|while|because|since|although|here|there|this|that|these|those|each|every|all|some|many|most|both|you|your|i|i'm|i'd|we|they|it|it's|its|he|she|let|would|do|does|don't|want|need|looking|consider|remember|check|avoid|look|make|keep|ensure|choose|opt|use|try|feel|please|based|depending|according|as|known|offers?|features?|has|have|includes?|with|without|up|around|about|usually|often|sometimes|approximately|approx|over|under|compatible|available|designed|made|built|provides?|comes|works|supports?|helps?|excellent|good|great|strong|very|more|less|easy|no|not|yes|can|may|might|should|also|however|overall|additionally|currently|just|to|how|what|which|why|who|where)$/;

function words(name: string): string[] {
  return name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** Letters and figures in one word, capitals inside a word, a trademark sign: marks that common words do not carry. */
export function hasProperMark(name: string): boolean {
  return /[®™]|\p{L}\d|\d\p{L}|\p{Ll}\p{Lu}|\+(?=\s|$)|\b\p{Lu}{2,}\b|\p{L}\.\p{L}/u.test(name);
}

/**
 * How much a text looks like the name of a thing, from 0 (a sentence, a label, a category, a price) to 1: the share of
 * its words that are capitalised or carry figures, function words left out.
 */
export function nameLikeness(name: string): number {
  if (name.length < 2 || name.length > 160 || /\?$|^https?:|\svs\.?\s/i.test(name)) return 0;
  if (/^[~≈]?[$€£¥₹]?\s?[\d.,\s%/:+–-]+$/.test(name) || /^(?:price|rating)\b.*(?:\d|available)/i.test(name)) return 0;
  const all = words(name.replace(/\([^)]*\)/g, ' '));
  const first = (all[0] ?? '').toLowerCase().replace(/[’‘]/g, "'");
  if (all.length === 0 || all.length > 18) return 0;
  const content = all.filter((word) => !functionWords.has(word.toLowerCase()));
  if (content.length === 0) return 0;
  const marked = content.filter((word) => /^[^\p{L}\p{N}]*[\p{Lu}\p{N}]|\p{Lu}|\d|\p{L}\.\p{L}{2}/u.test(word)).length;
  const share = marked / content.length;
  if (isAttributeLabel(name)) return 0;
  if (all.length > 1 && sentenceStart.test(first) && share < 0.75) return 0;
  if (isCategory(name) && !hasProperMark(name)) return 0.2;
  const kind = titleKind(name);
  if (kind !== 'other' && kind !== 'category' && !hasProperMark(name)) return 0;
  return share;
}
