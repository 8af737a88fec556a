import { rankOf } from './answerOutline.ts';
import type { Candidate } from './candidate.ts';
import { isCommand } from './emptyRecommendation.ts';
import { isFunctionWord } from './names.ts';
import { languageOf } from './textLanguage.ts';
import stems from './titleNouns.json' with { type: 'json' };
import { titleVocabulary } from './titleVocabulary.ts';
import { foldTitle } from './titleWords.ts';

/** Evidence from the text itself of which words are common and which are names. */
export type WordsOfText = {
  /** The text without its addresses. */
  text: string;
  /** Words that it writes in lower case. */
  lower: ReadonlySet<string>;
  /** Beginnings of words that its language uses in headings and labels. */
  stems: ReadonlySet<string>;
};

const stemsByLanguage = new Map(
  Object.entries(stems).map(([language, words]) => [language, new Set(words.map(foldTitle))]),
);
const noStems: ReadonlySet<string> = new Set();
const maxEnding = 3;
const minStem = 4;

/** Returns true for a word that consists of a stem and at most an ending; a short stem counts only alone. */
function hasStem(word: string, stemsOfText: ReadonlySet<string>): boolean {
  if (stemsOfText.has(word)) return true;
  for (let size = Math.max(minStem, word.length - maxEnding); size < word.length; size += 1)
    if (stemsOfText.has(word.slice(0, size))) return true;
  return false;
}

const address = /(?:https?:\/\/|www\.)[^\s)\]]{1,2000}|\]\([^()\s]{0,2000}\)/g;
const lowerWord = /(?<![\p{L}\p{N}.@/_'’-])\p{Ll}[\p{Ll}'’-]{1,40}(?![\p{Ll}'’-]|\.\p{L})/gu;
/** A cited site on a line of its own, which writes a name in lower case. */
const aloneOnLine = /^\p{Ll}[\p{Ll}\d-]{1,40}$/gmu;
const maxReadLength = 60_000;

export function readWords(whole: string): WordsOfText {
  const text = whole.slice(0, maxReadLength).replace(address, ' ').replace(aloneOnLine, '');
  const lower = new Set<string>();
  for (const [word] of text.matchAll(lowerWord)) {
    for (const part of foldTitle(word).split('-')) {
      if (part.length < 3) continue;
      lower.add(part.replace(/'s?$/, ''));
      if (part.endsWith('s')) lower.add(part.slice(0, -1));
    }
  }
  return { text, lower, stems: stemsByLanguage.get(languageOf(whole)) ?? noStems };
}

/** Endings of abstract nouns, in the languages of the readers' word lists, folded. */
const abstract =
  /.{3}(?:tions?|sions?|ments?|ness|ility|ilities|ality|ivity|ances?|ences?|ancy|ency|isms?|ships?|ology|ologies|graphy|ically|ively|ously|ungen|ung|heit|heiten|keit|keiten|schaft|schaften|tionen|itat|itaten|kosten|preise?|zeit|zeiten|leistung|auswahl|ite|ites|cion|ciones|dad|dades|miento|mientos|zione|zioni|mento|mentos?|acao|coes|dade|dades|heid|lijkheid|encia|ancia|ezza|enza|anza|osc|anie|enie|acja|ost|ani|eni|itate|atie|ationale?|iune|het|hed|sag|seg|lik|luk|ность|ение|ание|ация|ство|ність|ення|ання|ація)$/;
const acronym = /^\p{Lu}{2,5}s?$/u;
/** "6kW", "200V", "24/7", "3rd": a measure or a count, which neither names nor describes. */
const measure = /^[^\p{L}]{0,8}\d[\d.,/–-]{0,12}\p{L}{0,3}[^\p{L}]{0,4}$/u;

function singulars(word: string): string[] {
  const forms = [word];
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`);
  if (word.endsWith('es')) forms.push(word.slice(0, -2));
  if (word.endsWith('s')) forms.push(word.slice(0, -1));
  else forms.push(`${word}s`);
  if (word.endsWith('ing')) forms.push(word.slice(0, -3), `${word.slice(0, -3)}e`);
  if (word.endsWith('ed')) forms.push(word.slice(0, -2), word.slice(0, -1));
  if (word.endsWith('ly')) forms.push(word.slice(0, -2));
  if (word.endsWith('able') && word.length > 7) forms.push(word.slice(0, -4), `${word.slice(0, -4)}e`);
  return forms;
}

/** Returns true for a common word of the language, not of a name. */
function isCommonWord(word: string, { lower, stems }: WordsOfText): boolean {
  if (singulars(word).some((form) => lower.has(form) || titleVocabulary.has(form))) return true;
  return abstract.test(word) || hasStem(word, stems);
}

/**
 * Returns the share of a title's words, among those that could be part of a name, that neither the text nor the
 * language uses as common words.
 */
export function shareOfUnknownWords(title: string, words: WordsOfText): number {
  const parts = title
    .replace(brackets, ' ')
    .split(/[\s/&–—-]+/)
    .filter((part) => /\p{L}/u.test(part) && !measure.test(part) && !isFunctionWord(part));
  if (parts.length === 0) return 0;
  const unknown = parts.filter((part) => {
    const folded = foldTitle(part).replace(/^[^\p{L}]{1,10}|(?:'s)?[^\p{L}]{0,10}$/gu, '');
    return folded.length > 1 && !isCommonWord(folded, words);
  });
  return unknown.length / parts.length;
}

type Kind = 'topic' | 'name' | 'open';

const ownSpelling = /[®™]|\p{Ll}\p{Lu}|\p{L}\.\p{L}{2}|\p{L}\d|\+$/u;
const ratedBehind = /^[^\n]{0,160}?(?:\b[0-5][.,]\d\s?(?:\/\s?5|\(|stars?|★)|★|\(\d{3}\)\s?\d{3}-\d{4})/u;
const brackets = /\s?\\?\(([^()]{0,120})\\?\)/g;

function decideKind(one: Candidate, words: WordsOfText, whole: string): Kind {
  const { name, start, end } = one.span;
  if (one.link !== null) return 'name';
  const bare = name
    .replace(brackets, ' ')
    .replace(/[“”"„«»]/g, '')
    .trim();
  const parts = bare.split(/[\s/&–—-]+/).filter((part) => /\p{L}/u.test(part) && !measure.test(part));
  const content = parts.filter((part) => !isFunctionWord(part) && !acronym.test(part));
  if (content.length === 0 || /^\p{Ll}/u.test(bare)) return 'open';
  if (content.some((part) => ownSpelling.test(part)) || ratedBehind.test(whole.slice(end, end + 240))) return 'name';
  if (content.length > 1 && standsInLowerCase(bare, words)) return 'topic';
  const folded = content.map((part) => foldTitle(part).replace(/^[^\p{L}]{1,10}|(?:'s)?[^\p{L}]{0,10}$/gu, ''));
  const unknown = folded.filter((part) => part.length > 1 && !isCommonWord(part, words));
  if (unknown.length === 0 && isAbbreviated(name, content)) return 'topic';
  if (content.length > 1 && standsInSentence(bare, start, whole)) return 'name';
  return unknown.length === 0 || isCommand(bare) || isAboutSomething(parts) ? 'topic' : 'name';
}

/** "Battery Electric Vehicle (BEV)": a term with its own initials. */
function isAbbreviated(name: string, content: readonly string[]): boolean {
  const initials = content.map((word) => word.charAt(0).toUpperCase()).join('');
  return [...name.matchAll(brackets)].some(([, inside]) => inside === initials || inside === `${initials}s`);
}

const about = /^(?:of|to|for|with|in|on|about|across|within|under|from)$/;
/** First words of organisations. */
const bodies = /^(?:associat|foundat|federat|organi[sz]at|institut|corporat|administrat|commission|administ|convent)/;

/** "Stackability with Other Funds": an abstract noun and its subject. */
function isAboutSomething(parts: readonly string[]): boolean {
  const [first = '', second = ''] = parts.map((part) => foldTitle(part));
  return about.test(second) && abstract.test(first) && !bodies.test(first);
}

/** "A series hybrid needs no plug": the whole phrase as common words, also in the singular. */
function standsInLowerCase(title: string, { text }: WordsOfText): boolean {
  const phrase = title.toLowerCase();
  if (phrase === title) return false;
  const forms = phrase.endsWith('s') ? [phrase, phrase.slice(0, -1)] : [phrase];
  return forms.some((form) => text.includes(form));
}

const maxPlaces = 50;

/**
 * Returns true if it is written with its capitals inside a sentence elsewhere: names keep them there, titles lose them.
 * "A Folding Bike" is one of many and not a name.
 */
function standsInSentence(name: string, own: number, whole: string): boolean {
  let at = whole.indexOf(name);
  for (let place = 0; at >= 0 && place < maxPlaces; place += 1) {
    const before = whole.slice(Math.max(0, at - 4), at);
    if (at !== own && /[\p{Ll},;]\s$/u.test(before) && !/(?:^|\s)[Aa]n?\s$/.test(before)) return true;
    at = whole.indexOf(name, at + name.length);
  }
  return false;
}

const judgedContexts: ReadonlySet<Candidate['context']> = new Set([
  'picks',
  'other',
  'category',
  'summary',
  'weak',
  'prose',
]);

/**
 * Returns true if there are more topics than names; in running text as many; in a list announced as picks, only topics.
 */
function holdsTopics(series: readonly Candidate[], topics: number, names: number): boolean {
  const { context } = series[0] ?? {};
  if (context === 'picks') return topics > 0 && names === 0;
  return topics > names || (context === 'prose' && topics > 0 && topics === names);
}

/**
 * Removes titles and labels of topics from the candidates: "Battery Life", "How Charging Works", "Series Hybrids".
 * Languages that write titles in capitals make them look like names. In a series with more topics than names, the
 * topics are left out; a series of names in which one happens to consist of common words keeps it. Running text must
 * have more names.
 */
export function withoutTopics(text: string, candidates: readonly Candidate[], words: () => WordsOfText): Candidate[] {
  const judged = candidates.filter((one) => judgedContexts.has(one.context));
  if (judged.length === 0) return [...candidates];
  const topics = new Set<Candidate>();
  for (const series of Map.groupBy(judged, ({ series }) => series).values()) {
    const kinds = series.map((one) => ({ one, kind: decideKind(one, words(), text) }));
    const matches = kinds.filter(({ kind }) => kind === 'topic');
    const named = kinds.filter(({ kind }) => kind === 'name');
    if (!holdsTopics(series, matches.length, named.length)) continue;
    // All rows, or all columns, of a table are of the same kind.
    const isTable = series.every(({ node }) => node.rank === rankOf.row);
    for (const { one, kind } of kinds) if (isTable || kind === 'topic') topics.add(one);
  }
  return candidates.filter((one) => !topics.has(one));
}
