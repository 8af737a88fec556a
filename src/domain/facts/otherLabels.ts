import type { Span } from '../support/sentences.ts';
import type { StatedValue } from './statedValues.ts';

/** Between two statements of one sentence: "Starter at €9 and Pro at €29", "Starterは9ユーロ、Proは29ユーロ". */
const between =
  /[,;]\s(?:(?:and|und|et|y|e|en|i|while|puis|then|dann|danach|luego|poi|depois)\s)?|\s(?:and|und|et|y|ed?|en|i)\s|[、；]/giu;
/** A name other than the website's: of another plan, mostly. */
const label = /(?<![\p{Lu}\p{Ll}\d])\p{Lu}[\p{L}\d]{1,30}/gu;
const valueEnd = /[,;:.()、。]\s?|$/u;

/**
 * Blanks the other values of a sentence with their labels, so that only the fact's value stays: each value has a part of its own, the
 * fact's words are in one of them, and each other part has a name of its own. Null if the parts are not that clear.
 * @param words places of the fact's words
 * @param names names of the website: no labels
 */
export function withoutOtherLabels(
  sentence: string,
  values: readonly StatedValue[],
  words: readonly Span[],
  names: readonly string[],
): string | null {
  const bounds = values.slice(1).map((value, at) => {
    const from = values[at]?.end ?? 0;
    const last = [...sentence.slice(from, value.start).matchAll(between)].at(-1);
    return last === undefined ? null : from + last.index + last[0].length;
  });
  const starts = bounds.filter((one) => one !== null);
  if (starts.length < bounds.length) return null;
  const parts = values.map((value, at) => ({ value, start: starts[at - 1] ?? 0, end: starts[at] ?? sentence.length }));
  const isIn = ({ start, end }: Span) => words.some((word) => word.start >= start && word.end <= end);
  const others = parts.filter((part) => !isIn(part));
  if (others.length !== parts.length - 1) return null;
  let text = sentence;
  for (const { value, start } of others) {
    const before = names.reduce(
      (rest, name) => rest.replaceAll(name, ' '.repeat(name.length)),
      sentence.slice(start, value.start),
    );
    const own = [...before.matchAll(label)].find(({ index }) => start + index > 0);
    if (own === undefined) return null;
    const end = value.end + (valueEnd.exec(sentence.slice(value.end))?.index ?? 0);
    const from = start === 0 ? own.index : start;
    const limit = Math.min(end, starts.find((one) => one > value.start) ?? end);
    text = text.slice(0, from) + ' '.repeat(limit - from) + text.slice(limit);
  }
  return text;
}
