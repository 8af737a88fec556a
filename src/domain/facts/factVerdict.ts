import { isBound } from './boundValue.ts';
import { compareValues } from './compareValues.ts';
import { type Fact, type FactKind, typedValue } from './fact.ts';
import type { FactVerdict } from './factDecision.ts';
import { factWords, findFactWords, isAbout } from './factWords.ts';
import { withoutOtherLabels } from './otherLabels.ts';
import { withoutNames } from './plainText.ts';
import { isDenied, isHedged } from './sentenceSigns.ts';
import { boundAt, excludes, isOutdated, withoutCircumstances } from './statedBound.ts';
import { statesFeature } from './statedFeature.ts';
import { type StatedValue, statedValues } from './statedValues.ts';

export type FactReading = {
  verdict: FactVerdict;
  /** Value that the sentence states, as written; null if it has no readable value of the kind. */
  stated: string | null;
  /** Number of the version that it was compared with or matches. */
  version: number;
};

/**
 * Compares a sentence with a fact; null if the sentence is not about it. Agreement and contradiction use the same
 * comparison and conditions: the value is the website's, without bounds or negation, and the only one. Equal values are
 * rarely a coincidence, while different ones may belong to something else, so a contradiction also requires a sentence
 * that says nothing else.
 * @param names names of the website in the sentence
 * @param namesOthers true if the sentence names others too: a value may be theirs
 * @param isShared true if the sentence is about several facts of the kind: a different value may belong to another fact
 */
export function readFact(
  full: string,
  fact: Fact,
  names: readonly string[],
  { namesOthers, isShared }: { namesOthers: boolean; isShared: boolean },
): FactReading | null {
  const newest = fact.versions[0];
  if (newest === undefined || !isAbout(full, fact)) return null;
  const current = typedValue(fact.kind, newest.value);
  const sentenceText = withoutCircumstances(full, fact.kind, current, newest.madeAt);
  const values = statedValues(sentenceText, fact, current, names);
  const alone =
    values.all.length > 1
      ? withoutOtherLabels(sentenceText, values.all, findFactWords(sentenceText, fact), names)
      : null;
  const whole = alone ?? sentenceText;
  const { all, near: stated } = alone === null ? values : statedValues(whole, fact, current, names);
  const [only] = all;
  const bound = only === undefined || all.length > 1 ? null : boundAt(whole, only);
  const sentence = bound === null ? whole : blank(whole, bound);
  if (stated.length === 0 && fact.kind === 'place') return null;
  const text = stated.length === 0 ? null : stated.map((one) => one.text).join(', ');
  const reading = (verdict: FactVerdict, version = newest.version): FactReading => ({ verdict, stated: text, version });
  const isUnclear = namesOthers || isOutdated(full, newest.madeAt);
  if (isUnclear) return reading('cannot_tell');
  const isPlainlyMeant = isMeant(sentence, fact.kind, stated, [...names, ...factWords(fact)]);
  for (const { version, value } of fact.versions) {
    const compared = new Set(stated.map((one) => compareValues(one.value, typedValue(fact.kind, value))));
    if (!compared.has('same') || compared.has('other')) continue;
    if (!isPlainlyMeant) return reading('cannot_tell');
    if (version === newest.version) return reading('agrees');
    if (stated.length === 1) return reading('matches_older', version);
  }
  if (only === undefined || all.length > 1 || (isShared && alone === null)) return reading('cannot_tell');
  const isOther =
    compareValues(only.value, current) === 'other' && (bound === null || excludes(bound.bound, only.value, current));
  if (!isOther) return reading('cannot_tell');
  if (only.value.type === 'answer') {
    const words = factWords(fact);
    const states =
      !only.value.yes ||
      only.isLabelled === true ||
      findFactWords(sentence, fact).some((word) => statesFeature(sentence, word, names, words, fact.kind));
    return reading(states ? 'contradicts' : 'cannot_tell');
  }
  const [word = only] = findFactWords(sentence, fact, only.start);
  const ownWords = [...factWords(fact), ...(current.type === 'place' ? current.parts : [])];
  const isBoundHere = isBound(sentence, { kind: fact.kind, value: only, word, names, words: ownWords });
  return reading(isBoundHere ? 'contradicts' : 'cannot_tell');
}

const blank = (text: string, { start, end }: { start: number; end: number }): string =>
  `${text.slice(0, start)}${' '.repeat(end - start)}${text.slice(end)}`;

/** Kinds whose values can be qualified by a bound or an earlier date. */
const sized: ReadonlySet<FactKind> = new Set(['price', 'number', 'date', 'hours']);

/**
 * Returns true if the sentence states its values without qualification; the reading of a feature has already weighed
 * such signs.
 */
function isMeant(sentence: string, kind: FactKind, stated: readonly StatedValue[], names: readonly string[]): boolean {
  const first = stated[0];
  if (first === undefined || first.value.type === 'answer') return true;
  const rest = stated.reduceRight((text, one) => `${text.slice(0, one.start)} ${text.slice(one.end)}`, sentence);
  return !isDenied(sentence, first.start) && !(sized.has(kind) && isHedged(withoutNames(rest, names)));
}

/** Kinds whose values may be mixed up in a sentence about several facts. */
export const ambiguousKinds: ReadonlySet<FactKind> = new Set(['price', 'number', 'date', 'phone', 'hours']);
