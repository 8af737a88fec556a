import { compareValues } from './compareValues.ts';
import { type Fact, type FactKind, typedValue } from './fact.ts';
import { factWords, isAbout } from './factWords.ts';
import { isPlain, withoutNames } from './plainSentence.ts';
import { isDenied, isHedged } from './sentenceSigns.ts';
import { type StatedValue, statedValues } from './statedValues.ts';

/** Verdicts on a sentence about a fact. `matches_older`: it states what an earlier version said. */
export const factVerdicts = ['agrees', 'contradicts', 'matches_older', 'cannot_tell'] as const;
export type FactVerdict = (typeof factVerdicts)[number];

export type FactReading = {
  verdict: FactVerdict;
  /** Value that the sentence states, as it writes it; null if no value of the kind can be read. */
  stated: string | null;
  /** Number of the version that it was compared with, or that it matches. */
  version: number;
};

/**
 * Compares a sentence with a fact, or null if the sentence is not about it. Agreement and contradiction take the same
 * comparison and the same conditions: the value is the website's, not bounded, not denied, and the only one. Equal values
 * are hardly chance, different ones may be of something else: a contradiction also needs a sentence that says nothing else.
 * @param names names of the website in the sentence
 * @param namesOthers the sentence names others too: a value may be theirs
 * @param isShared the sentence is about several facts of the kind: a different value may be another fact's
 */
export function readFact(
  sentence: string,
  fact: Fact,
  names: readonly string[],
  { namesOthers, isShared }: { namesOthers: boolean; isShared: boolean },
): FactReading | null {
  const newest = fact.versions[0];
  if (newest === undefined || !isAbout(sentence, fact)) return null;
  const current = typedValue(fact.kind, newest.value);
  const { all, near: stated } = statedValues(sentence, fact, current, names);
  if (stated.length === 0 && fact.kind === 'place') return null;
  const text = stated.length === 0 ? null : stated.map((one) => one.text).join(', ');
  const reading = (verdict: FactVerdict, version = newest.version): FactReading => ({ verdict, stated: text, version });
  if (namesOthers || !isMeant(sentence, fact.kind, stated, names)) return reading('cannot_tell');
  for (const { version, value } of fact.versions) {
    const compared = new Set(stated.map((one) => compareValues(one.value, typedValue(fact.kind, value))));
    if (!compared.has('same') || compared.has('other')) continue;
    if (version === newest.version) return reading('agrees');
    if (stated.length === 1) return reading('matches_older', version);
  }
  const [only] = all;
  if (only === undefined || all.length > 1 || isShared) return reading('cannot_tell');
  const isOther = compareValues(only.value, current) === 'other';
  const ownWords = [...names, ...factWords(fact), ...(current.type === 'place' ? current.parts : [])];
  return reading(isOther && isPlain(sentence, fact.kind, only, ownWords) ? 'contradicts' : 'cannot_tell');
}

/** Kinds whose values have a size that words may bound or date back. */
const sized: ReadonlySet<FactKind> = new Set(['price', 'number', 'date', 'hours']);

/** True if the sentence means the values as it writes them; a feature's own reading has weighed the signs already. */
function isMeant(sentence: string, kind: FactKind, stated: readonly StatedValue[], names: readonly string[]): boolean {
  const first = stated[0];
  if (first === undefined || first.value.type === 'answer') return true;
  const rest = stated.reduceRight((text, one) => `${text.slice(0, one.start)} ${text.slice(one.end)}`, sentence);
  return !isDenied(sentence, first.start) && !(sized.has(kind) && isHedged(withoutNames(rest, names)));
}

/** Kinds whose values may be mixed up in a sentence about several facts. */
export const oftenShared: ReadonlySet<FactKind> = new Set(['price', 'number', 'date', 'phone', 'hours']);
