import type { Place, Role } from './nameRoles.ts';
import { type CueKind, cues, cueWords, foldedWords, isTitle, joiners } from './phrases.ts';
import { languageOf } from './textLanguage.ts';
import { foldTitle, hasCaselessLetters } from './titleWords.ts';

const clauseEnd = /[.!?;。！？；](?=[\s*_"”)\]]|$|\p{Lo})|\n|(?<=\s)[–—](?=\s)/gu;

/** Returns the words of the sentence around a place: those before it and those after. */
export function sentenceAround(text: string, place: Place, from: number, to: number): [string, string] {
  const start = Math.max(from, place.start - 260);
  const end = Math.min(to, place.end + 260);
  const ahead = text.slice(start, place.start);
  let cut = 0;
  for (const match of ahead.matchAll(clauseEnd)) {
    if (
      /(?:^|\s)(?:e\.?g|z\.?\s?B|vs|bzw|np|i\.?e|p\.?\s?ej|ca|Dr|St|Nr|No)\.?$/i.test(ahead.slice(0, match.index + 1))
    )
      continue;
    cut = match.index + match[0].length;
  }
  const behind = text.slice(place.end, end);
  clauseEnd.lastIndex = 0;
  const stop = [...behind.matchAll(clauseEnd)][0]?.index ?? behind.length;
  return [ahead.slice(cut), behind.slice(0, stop)];
}

/** Returns the words of a stretch without marks, folded. */
export function plainWords(text: string): string {
  return foldTitle(text.replace(marks, ' ')).replace(/\s+/g, ' ');
}

const marks = /[*_`~"“”„«»「」『』()[\]{}]+/g;
const gapWords = 3;
/** Maximum number of words of the next name in an enumeration; a longer stretch before a comma is a clause. */
const nextNameWords = 3;

/**
 * Judgement of the words around a name. `distance` in characters; `strong`: close to it, or only an enumeration is in
 * between.
 */
export type Cue = { role: Role; distance: number; by: string; strong: boolean };

/** A word such as "from", "von" or "od" refers only to what follows immediately. */
function isPreposition(cue: string): boolean {
  return /^\p{L}{2,4}$/u.test(cue) && !hasCaselessLetters(cue);
}

const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

/** Returns true if only a few words or other names of one enumeration are between a cue and the name. */
function reaches(between: string, language: string): boolean {
  const words = between.trim() === '' ? 0 : between.trim().split(/\s+/).length;
  if (words <= gapWords && between.length <= 40 && !/[,:、，：]/.test(between)) return true;
  return isEnumeration(between, language);
}

/** Returns true for other names of one enumeration and the words between them. */
function isEnumeration(between: string, language: string, most = 4): boolean {
  if (between.length > 180 || /[^\s:：][:：]/.test(between)) return false;
  const pieces = between.split(joiners(language));
  return (
    pieces.length > 1 &&
    (pieces.at(-1) ?? '').trim().split(/\s+/).length <= 2 &&
    pieces.every((piece) => piece.trim().split(/\s+/).length <= most)
  );
}

/** Returns true for an enumeration that has a word for "and" or "or", not commas alone. */
function isCommonList(between: string, language: string): boolean {
  return (
    between.split(/[,，、]/).length > 2 || cueWords('joiners', language).some((word) => between.includes(` ${word} `))
  );
}

const beforeKinds: readonly (readonly [CueKind, Role])[] = [
  ['againstBefore', 'advised_against'],
  ['sourceBefore', 'source'],
  ['integrateBefore', 'integration'],
  ['compareBefore', 'compared'],
  ['recommendBefore', 'recommended'],
];
const afterKinds: readonly (readonly [CueKind, Role])[] = [
  ['againstAfter', 'advised_against'],
  ['sourceAfter', 'source'],
  ['integrateAfter', 'integration'],
  ['compareAfter', 'compared'],
  ['recommendAfter', 'recommended'],
];

/** "According to A, B …": at the start of a sentence, such words reach up to the comma. */
function closesClause(role: Role, ahead: string, between: string): boolean {
  return (
    (role === 'source' || role === 'compared') && !/\p{L}/u.test(ahead) && /^[^,，、]{2,60}[,，、]\s?$/.test(between)
  );
}

/** "Neither X nor Y": one of the two words is next to the name, and the sentence has both. */
function neitherCue(before: string, after: string, language: string): Cue | null {
  const halves = neitherHalves(language);
  if (halves === null) return null;
  const [first = '', second = '', slip = null] = cueWords('neither', language);
  const halvesOf = (text: string) => [...text.matchAll(halves)].filter(([word]) => word !== slip);
  const ahead = halvesOf(before);
  const last = ahead.at(-1);
  if (last === undefined) return null;
  const between = before.slice(last.index + last[0].length);
  if (!reaches(between, language)) return null;
  const holds = [...ahead, ...halvesOf(after)].map(([word]) => word);
  if (slip !== null && last[0] === first && joinsPair(between.trim(), after.trim(), slip)) holds.push(second);
  if (first === second ? holds.length < 2 : !holds.includes(first) || !holds.includes(second)) return null;
  return { role: 'advised_against', distance: 0, by: holds.slice(0, 2).join(' … '), strong: true };
}

/** "Neither X or Y": the wrong word joins two names that follow each other. */
function joinsPair(between: string, after: string, slip: string): boolean {
  if (between === '') return after.startsWith(`${slip} `);
  const words = between.split(/\s+/);
  return words.length <= 3 && words.at(-1) === slip && !/[,:]/.test(between);
}

function neitherHalves(language: string): RegExp | null {
  return cueWords('neither', language).length === 0 ? null : cues('neither', language);
}

/** "Use it with Acme": the advice is about something else. */
export function endsInPreposition(text: string, language: string): boolean {
  const words = text.trim().split(/\s+/);
  const last = words.at(-1) ?? '';
  const articles = foldedWords('articles', language);
  return foldedWords('behind', language).has(articles.has(last) ? (words.at(-2) ?? '') : last);
}

/** Returns the words nearest to a name that decide its role; advice against it has priority. */
export function nearestCue(before: string, after: string, language: string): Cue | null {
  const neither = neitherCue(before, after, language);
  if (neither !== null) return neither;
  const hits: Cue[] = [];
  for (const [kind, role] of beforeKinds) {
    let last: RegExpExecArray | null = null;
    for (const match of before.matchAll(cues(kind, language))) last = match;
    if (last === null) continue;
    const stretch = before.slice(last.index + last[0].length);
    // "Best avoided: Acme" names it after the colon.
    const between = role === 'advised_against' ? stretch.replace(/^\s?[:：]\s?/, ' ') : stretch;
    if (!reaches(between, language) || closesClause(role, before.slice(0, last.index), between)) continue;
    if (role === 'compared' && isPreposition(last[0]) && wordsIn(between) > 1 && !isEnumeration(between, language))
      continue;
    if (role === 'recommended' && endsInPreposition(between, language)) continue;
    // "In a test by A, B came first": what follows the comma is the subject, not another source.
    if (role === 'source' && /[,，、]/.test(between) && !isCommonList(between, language)) continue;
    const short = last[0].length < 5 ? 3 : 0;
    hits.push({
      role,
      distance: between.length + short - last[0].length / 4,
      by: last[0],
      strong: between.length < 16 || isEnumeration(between, language),
    });
  }
  const late = verbLast.has(language);
  for (const [kind, role] of afterKinds) {
    const pattern = cues(kind, language);
    pattern.lastIndex = 0;
    const match = pattern.exec(after);
    // "-based" belongs to the word before it.
    if (match === null || match.index > (match[0].startsWith('-') ? 1 : late ? 60 : 34)) continue;
    const between = after.slice(0, match.index);
    if (match.index > 12 && !late && !reaches(between, language)) continue;
    if (
      role === 'recommended' &&
      (possessive.test(after) || (/[,，、]/.test(between) && !isEnumeration(between, language, nextNameWords)))
    )
      continue;
    hits.push({
      role,
      distance: match.index - match[0].length / 4,
      by: match[0],
      strong: match.index < 16 || isEnumeration(between, language),
    });
  }
  const against = hits.find(({ role, distance }) => role === 'advised_against' && distance < 40);
  if (against !== undefined) return against;
  return hits.sort((one, other) => one.distance - other.distance)[0] ?? null;
}

/** "Acme's export is better" is about the export. */
const possessive = /^['’]s\s/u;

const verbLast: ReadonlySet<string> = new Set(['ja', 'ko', 'tr', 'hi', 'hu', 'de', 'nl']);

/** Returns true if any words of a text recommend something, or a label such as "Recommended?" judges. */
export function recommendsAnything(text: string): boolean {
  const folded = foldTitle(text);
  const language = languageOf(text);
  const kinds = ['recommendBefore', 'recommendAfter'] as const;
  if (kinds.some((kind) => [language, 'en'].some((one) => folded.search(cues(kind, one)) >= 0))) return true;
  return [...text.matchAll(labels)].some(([, label = '']) => isTitle('verdictColumn', label));
}

const labels = /(?:^|\n|\|)[ \t*_]{0,6}([^|\n:：]{2,60})(?=[:：|])/g;
