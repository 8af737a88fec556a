import { isCriterion, isDateOrAmount } from './commonTerms.ts';
import { isAttributeLabel, isCategory, titleKind } from './titles.ts';
import { hasCaselessLetters } from './titleWords.ts';

export type NameSpan = { name: string; start: number; end: number };

const leading = /^(?:~~|[\s*_`#:：;,.·–—-]|(?![®™©])\p{Extended_Pictographic}|\uFE0F|\u200D)+/u;
const trailing = /(?:~~|[\s*_`:：;,、·–—-]|\\|(?![®™©])\p{Extended_Pictographic}|\uFE0F|\u200D)+$/u;
const amount = /(?:~|≈|\\){0,4}(?:[$€£¥₹]|\b(?:USD|EUR|GBP)\s|\bUS\$)\s?\d/u;
const priceWord =
  /(?:^|[\s(])(?:starting|starts|priced|prices?|from|around|about|approx\.?|approximately|under|at|only|now|currently|usually|msrp|retail|for|just):?[\s(]{0,6}$/iu;
const markTail = /\(\[|\[\^?[\d_]{1,7}\]|【|&#x20;/u;

function trimmed(text: string, start: number, end: number): [number, number] {
  let from = start;
  let to = end;
  from += leading.exec(text.slice(from, Math.min(to, from + 40)))?.[0].length ?? 0;
  if (from >= to) return [to, to];
  const tail = text.slice(Math.max(from, to - 40), to);
  to -= trailing.exec(tail)?.[0].length ?? 0;
  return [from, to];
}

/** Returns the start of a citation after a name: "([Site](…))", "[1]", "【1】"; -1 without one. */
function startOfTail(text: string): number {
  if (!/[[【]|&#x20;/.test(text)) return -1;
  return markTail.exec(text)?.index ?? -1;
}

/** Returns a name without Markdown marks, escapes and doubled spaces. */
function withoutMarks(output: string): string {
  if (!/[\\&*_`~\n\t]|\s\s/.test(output)) return output.trim();
  return output
    .replace(/\\(?=[^\p{L}\p{N}\s])/gu, '')
    .replace(/&#x20;|&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\*\*|__|~~|`/g, '')
    .replace(/(^|\s)[*_]{1,3}(?=\S)|(\S)[*_]{1,3}(?=\s|$)/g, '$1$2')
    .replace(/\s+/g, ' ')
    .trim();
}

/** "Option A: Acme": a letter numbers the names. */
const lettered = /^\p{L}{2,14}\s?[A-H]\s?[:：]\s{1,3}(?=\p{Lu})/u;

/** Returns the name between two offsets without decoration, and its range. Empty if nothing is left. */
export function cleanName(text: string, start: number, end: number): NameSpan {
  const bounded = Math.min(end, start + 400);
  let [from, to] = trimmed(text, start, bounded);
  from += lettered.exec(text.slice(from, Math.min(to, from + 40)))?.[0].length ?? 0;
  const tail = startOfTail(text.slice(from, to));
  if (tail > 0) [from, to] = trimmed(text, from, from + tail);
  const price = amount.exec(text.slice(from, to));
  if (price !== null && price.index > 0) {
    [from, to] = trimmed(text, from, from + price.index);
    to = withoutPriceWords(text, from, to);
    const opened = text.slice(from, to).lastIndexOf('(');
    if (opened > 0 && !text.slice(from + opened, to).includes(')')) [from, to] = trimmed(text, from, from + opened);
  }
  const name = withoutMarks(text.slice(from, to));
  const balanced = /^[^()]*\)$/.test(name) ? name.slice(0, -1) : /^\([^()]*\)$/.test(name) ? name.slice(1, -1) : name;
  const quoted = /^["“«]([^"“”«»]+)["”»]$/.exec(balanced)?.[1] ?? balanced;
  return { name: quoted.slice(0, 200), start: from, end: to };
}

/** Removes the words before an amount together with it: "– starting at", "(from". */
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
  if (/^\p{Lu}{2,}$/u.test(word)) return false;
  return functionWords.has(word) || (word.length > 1 && word !== 'Plus' && functionWords.has(word.toLowerCase()));
}

const sentenceStart =
  /^(?:if|when|while|because|since|although|here|there|this|that|these|those|each|every|all|some|many|most|both|you|your|my|our|i|i'm|i'd|we|they|it|it's|its|he|she|let|would|do|does|don't|want|need|looking|consider|remember|check|avoid|look|make|keep|ensure|choose|opt|use|try|feel|please|based|depending|according|as|known|offers?|features?|has|have|includes?|with|without|up|around|about|usually|often|sometimes|approximately|approx|over|under|compatible|available|designed|made|built|provides?|comes|works|supports?|helps?|excellent|good|great|strong|very|more|less|easy|no|not|yes|can|may|might|should|also|however|overall|additionally|currently|just|to|how|what|which|why|who|where)$/;

/** Returns true for a word that begins sentences but not names. */
export function opensSentence(word: string): boolean {
  return sentenceStart.test(word.toLowerCase().replace(/[’‘]/g, "'")) || /^[\p{Lu}][\p{Ll}]{3,}(?:ed|ly)$/u.test(word);
}

function words(name: string): string[] {
  return name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/**
 * Returns true for letters and figures in one word, capitals inside a word, a trademark sign: marks that common words
 * do not have.
 */
export function hasProperMark(name: string): boolean {
  return /[®™]|\p{L}\d|\d\p{L}|\p{Ll}\p{Lu}|\+(?=\s|$)|\b\p{Lu}{2,}\b|\p{L}\.\p{L}/u.test(name);
}

/**
 * A card's facts, as "Open now · Plumber · 4.7 (120 reviews)" or "★ 4.7": they appear below a name and are not names.
 */
const cardFacts = /\s[·•|]\s|^[★⭐\d.,()\s/]+$/u;
const cardFact =
  /(?:^|[\s(·•|])[0-5][.,]\d(?!\d|["”″'’-])|\d\s?(?:reviews?|bewertungen|avis|resenas|reseñas|recensioni|avaliações|yorum|opinii)|\b(?:open|closed|opens|closes|geöffnet|geschlossen|ouvert|fermé|abierto|cerrado|aperto|chiuso|aberto|fechado|açık|kapalı)\b|[$€£]{1,4}(?:\s|$)/iu;
const shortAnswer =
  /^(?:yes|no|sure|absolutely|of course|great|certainly|ja|nein|klar|oui|non|bien sûr|sí|si|claro|sì|certo|sim|não|nee|evet|hayır|tak|nie|да|нет|はい|いいえ|是的?|有的?|不|네|아니요|نعم|لا|כן|לא|हाँ|हां|नहीं|ใช่|มี|ไม่)$/iu;

/** Returns true for the facts on a card, which explain nothing: a price, a rating, opening hours. */
export function isCardFact(text: string): boolean {
  if (text.length > 120) return false;
  return (cardFacts.test(text) && cardFact.test(text)) || /^[^\p{L}]{0,20}[$€£¥₹][^\p{L}]*$/u.test(text);
}

/** Returns true for words of a script without capitals that form a sentence or a clause, not a name. */
function isCaselessSentence(name: string): boolean {
  if (
    /[。！？、，；।]|\p{Lo},\p{Lo}|\p{Lo}[.!?]$|[A-Za-z0-9](?:が|は|を|に|へ|で|から|より)\p{Lo}|(?:です|ます|する|した|ください|場合|こと|니다|세요|하기|하는|的话|的話)$/u.test(
      name,
    )
  )
    return true;
  const letters = name.replace(/[^\p{L}\p{M}]/gu, '').length;
  const words = name.trim().split(/\s+/).length;
  const spaced = /[\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}]/u.test(name);
  return spaced ? words > 7 : letters > 32;
}

/**
 * Scores how much a text looks like the name of a thing, from 0 (a sentence, a label, a category, a price) to 1: the
 * share of its words that are capitalised or carry figures, function words left out.
 */
export function nameLikeness(name: string): number {
  if (name.length > 160) return 0;
  const knownCount = likeness.get(name);
  if (knownCount !== undefined) return knownCount;
  if (likeness.size > maxKeptNames) likeness.clear();
  const fresh = judgeLikeness(name);
  likeness.set(name, fresh);
  return fresh;
}

/** A reading judges the same names many times, and a judgement never changes. */
const likeness = new Map<string, number>();
const maxKeptNames = 3000;

function judgeLikeness(name: string): number {
  if (name.length < 2 || name.length > 160 || /\?$|^https?:|\svs\.?\s(?!code\b)/i.test(name)) return 0;
  if (/^[~≈]?[$€£¥₹]?\s?[\d.,\s%/:+–-]+$/.test(name) || /^(?:price|rating)\b.*(?:\d|available)/i.test(name)) return 0;
  const all = words(name.replace(/\([^()]{0,160}\)/g, ' '));
  const first = (all[0] ?? '').toLowerCase().replace(/[’‘]/g, "'");
  if (all.length === 0 || all.length > 18) return 0;
  if (/(?:^|\s)\p{Ll}{3,}\.$/u.test(name) || /^[~≈\\]{0,3}[$€£¥₹]\s?\d/.test(name)) return 0;
  if (isDateOrAmount(name) || isCriterion(name)) return 0;
  if (shortAnswer.test(name) || (cardFacts.test(name) && cardFact.test(name))) return 0;
  const content = all.filter((word) => !isFunctionWord(word));
  if (content.length === 0) return 0;
  const caseless = hasCaselessLetters(name);
  if (caseless && isCaselessSentence(name)) return 0;
  const marked = content.filter(
    (word) =>
      /^[^\p{L}\p{N}]*[\p{Lu}\p{N}]|\p{Lu}|\d|\p{L}\.\p{L}{2}/u.test(word) || (caseless && hasCaselessLetters(word)),
  ).length;
  const share = marked / content.length;
  if (isAttributeLabel(name)) return 0;
  if (all.length > 1 && sentenceStart.test(first) && share < 0.75) return 0;
  if (isCategory(name) && !hasProperMark(name)) return 0.2;
  const kind = titleKind(name);
  if (kind !== 'other' && kind !== 'category' && !hasProperMark(name)) return 0;
  return share;
}
