import type { NameSpan } from './names.ts';
import { cleanName, isFunctionWord, nameLikeness } from './names.ts';
import { isCategory, isTrailingLabel } from './titles.ts';

type Word = { text: string; start: number; end: number };

const maxRunLength = 260;

/** Returns the words of a stretch, bracketed remarks as one word. */
function readWords(text: string, start: number, end: number): Word[] {
  const window = text.slice(start, Math.min(end, start + maxRunLength));
  return [...window.matchAll(/\([^()]{0,120}\)[,;:]?|\S+/g)].map((match) => ({
    text: match[0],
    start: start + match.index,
    end: start + match.index + match[0].length,
  }));
}

const isLower = (word: string): boolean => /^[^\p{L}\p{N}(]*\p{Ll}(?!-)/u.test(word) && !/\p{Lu}|[\d®™]/u.test(word);

/**
 * Finds the end of a name that runs on into its description because the line break between them is lost: "Acme Pad 3
 * Great screen with" ends before the capitalised word that leads into the first lower-case words.
 */
function endBeforeSentence(words: readonly Word[]): number {
  for (const [index, word] of words.entries()) {
    if (index === 0) continue;
    if (word.text.length > 2 && word.text === words[0]?.text) return index;
    const bare = word.text.replace(/[^\p{L}\p{N}'’&-]/gu, '');
    if (/[,;]$/.test(word.text) && index > 1 && isLower(words[index + 1]?.text ?? 'X')) return index;
    if (/(?:\p{L}{4}|\d|\))[.!?]$/u.test(words[index - 1]?.text ?? '')) return index;
    if (!isLower(word.text) || isFunctionWord(bare)) continue;
    let last = index - 1;
    while (last > 0 && isLower(words[last]?.text ?? '') && isFunctionWord(words[last]?.text ?? '')) last -= 1;
    return last;
  }
  return words.length;
}

/**
 * Counts words at the end that label the next text ("Price", "Welcome Bonus"): known ones, otherwise the most repeated.
 */
function labelWords(words: readonly Word[], countOf: (label: string) => number): number {
  const tail = (size: number): string =>
    words
      .slice(-size)
      .map((word) => word.text)
      .join(' ')
      .replace(/:$/, '');
  for (let size = Math.min(4, words.length - 1); size > 0; size -= 1) {
    if (/^\p{L}/u.test(tail(size)) && isTrailingLabel(tail(size))) return size;
  }
  let best = 0;
  let most = 1;
  for (let size = 1; size <= Math.min(4, words.length - 1); size += 1) {
    const count = countOf(tail(size));
    if (count > 1 && count >= most) {
      most = count;
      best = size;
    }
  }
  return best;
}

function withoutCategory(words: readonly Word[]): readonly Word[] {
  for (let size = 1; size <= 5 && size < words.length; size += 1) {
    const tail = words
      .slice(-size)
      .map((word) => word.text)
      .join(' ');
    if (/^(?:best|most|top|budget|great|ideal|perfect)\b/i.test(tail) && isCategory(tail)) return words.slice(0, -size);
  }
  const pair = words
    .slice(-1)
    .map((word) => word.text)
    .join(' ');
  return words.length > 2 && /^\p{L}+-friendly$/iu.test(pair) ? words.slice(0, -1) : words;
}

function leadsOn(word: string): boolean {
  return (
    isFunctionWord(word) ||
    /^(?:priced?|starting|starts|usually|around|about|approximately|under|this|these|known|it)$/i.test(word)
  );
}

export type RunOnName = NameSpan & { labelled: boolean };

/**
 * Reads the name at the start of a stretch whose line breaks are lost. `colon` says that a colon ends the stretch, so
 * that its last words label the next text; `countOf` counts how often a label occurs in the answer. The caller must
 * judge the likeness of the result.
 */
export function readRunOnName(
  text: string,
  start: number,
  end: number,
  colon: boolean,
  countOf: (label: string) => number,
): RunOnName {
  const words = readWords(text, start, end);
  const cut = endBeforeSentence(words);
  if (cut === 0) return { name: '', start, end: start, labelled: false };
  let keptItems: readonly Word[] = words.slice(0, cut);
  let labelled = false;
  const whole = words.map((word) => word.text).join(' ');
  if (colon && keptItems.length === words.length && words.length > 1 && !isCategory(whole)) {
    const size = labelWords(words, countOf);
    if (size > 0) {
      keptItems = words.slice(0, -size);
      labelled = true;
    }
  }
  keptItems = withoutCategory(keptItems);
  while (keptItems.length > 1 && leadsOn(keptItems.at(-1)?.text ?? '')) keptItems = keptItems.slice(0, -1);
  const last = keptItems.at(-1)?.end ?? end;
  const closed = keptItems.length > 1 && /\p{L}{4}\.$/u.test(keptItems.at(-1)?.text ?? '') ? last - 1 : last;
  const span = cleanName(text, start, closed);
  if (nameLikeness(span.name) === 0 && labelled) return { ...cleanName(text, start, end), labelled: false };
  return { ...span, labelled };
}

/** Last words of headings right before the first name of their list, if the break between them is lost. */
const headingEnd =
  /^(?:options?|tools?|services?|voices?|picks?|alternatives?|platforms?|apps?|applications|choices?|software|solutions?|brands?|programs?|overall|value|budget|use|users?|recommendations?|favou?rites?|products?|models?|providers?|specialists?|contractors?|workflows?|meetings?|friendly|simplicity|industries|teams?|case|beginners?|business(?:es)?|families|students|professionals|lösungen|optionen|werkzeuge|anbieter|programme|empfehlungen|outils|logiciels|applications|choix|opciones|herramientas|aplicaciones|programas|opzioni|strumenti|applicazioni|programmi|opções|ferramentas|aplicativos|opties|programma's|araçlar|araçları|uygulamalar|uygulamaları|seçenekleri|seçenekler|platformlar|odaklı|narzędzia|aplikacje|opcje|dubbing|features?|level)[)):]?$/iu;

/**
 * Finds the start of the name in a head that begins with the heading above it, because the break between them is lost:
 * after the bracket or the noun that ends the heading, or at words that the text names again.
 */
export function startBehindHeading(text: string, start: number, end: number): number {
  const words = readWords(text, start, end);
  if (words.length < 2) return start;
  for (let index = words.length - 2; index >= 0; index -= 1) {
    const word = words[index]?.text ?? '';
    const closes = word.endsWith(')') && index > 0;
    if (!closes && !headingEnd.test(word)) continue;
    const next = words[index + 1];
    if (next === undefined || (index === 0 && !closes)) continue;
    const rest = cleanName(text, next.start, end);
    if (rest.name.split(' ').length <= 6 && nameLikeness(rest.name) >= 0.5 && !isTrailingLabel(rest.name))
      return next.start;
  }
  const head = text.slice(start, end);
  if (!/\s[&/]\s/.test(head)) return start;
  for (let index = 2; index < words.length; index += 1) {
    const from = words[index]?.start ?? end;
    const suffix = text.slice(from, end).trim();
    if (suffix.length > 3 && nameLikeness(suffix) >= 0.5 && text.indexOf(suffix, end) >= 0) return from;
  }
  return start;
}
