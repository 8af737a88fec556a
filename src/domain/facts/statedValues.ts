import { textForm } from '../identity/nameForm.ts';
import type { Span } from '../support/sentences.ts';
import { deniesPlainly } from './boundValue.ts';
import { withoutPostcode } from './compareValues.ts';
import type { Fact, TypedValue } from './fact.ts';
import { factWords, findFactWords } from './factWords.ts';
import { readHours } from './hours.ts';
import { readMoney } from './money.ts';
import { numberedStreet, seatIn } from './namedPlace.ts';
import { readNumbers } from './numberWithUnit.ts';
import { startsAsItem, withoutNames } from './plainText.ts';
import { segmentsOf } from './segments.ts';
import { asserts, clauseAt, hasEnded, negates } from './sentenceSigns.ts';
import { readDates } from './writtenDate.ts';

/** Value that a sentence states, with its position. */
export type StatedValue = {
  value: TypedValue;
  text: string;
  start: number;
  end: number;
  /** True for an answer behind its label: "Towel rental: no". */
  isLabelled?: boolean;
};

/**
 * Finds all values of a fact's kind in a sentence, and those `near` the fact's word: in the same clause, or all of them
 * if that clause has none.
 * @param named names of the website in the sentence
 */
export function statedValues(
  sentence: string,
  fact: Pick<Fact, 'name' | 'words' | 'kind'>,
  current: TypedValue,
  named: readonly string[],
): { all: StatedValue[]; near: StatedValue[] } {
  const all = readValues(sentence, fact, current, named);
  const [word] = findFactWords(sentence, fact);
  if (word === undefined) return { all, near: all };
  const clause = clauseAt(sentence, word.start);
  const near = all.filter(({ start }) => start >= clause.start && start < clause.end);
  return { all, near: near.length > 0 ? near : all };
}

function readValues(
  sentence: string,
  fact: Pick<Fact, 'name' | 'words' | 'kind'>,
  current: TypedValue,
  named: readonly string[],
): StatedValue[] {
  const at = (place: Span, value: TypedValue): StatedValue => ({
    ...{ value, text: sentence.slice(place.start, place.end), start: place.start, end: place.end },
  });
  switch (current.type) {
    case 'money':
      return readMoney(sentence).map((one) => at(one, { type: 'money', ...one }));
    case 'number':
      return readNumbers(sentence, [current.unit, ...factWords(fact)]).map((one) =>
        at(one, { type: 'number', ...one }),
      );
    case 'date':
      return readDates(sentence).map((one) => at(one, { type: 'date', ...one }));
    case 'hours':
      return readHours(sentence).map((one) => at(one, { type: 'hours', ...one }));
    case 'phone':
      return readPhones(sentence).map((one) => at(one, { type: 'phone', digits: one.digits }));
    case 'place':
      return readPlace(sentence, current.parts, findFactWords(sentence, fact), named);
    case 'answer':
      return readAnswer(sentence, fact, named);
  }
}

const phone = /(?<![\d.,])\+?\(?\d[\d\s()/.-]{5,22}\d/g;

function readPhones(sentence: string): (Span & { digits: string })[] {
  return [...sentence.matchAll(phone)].flatMap(({ 0: text, index }) => {
    const digits = text.replaceAll('(0)', '').replace(/\D/g, '');
    return digits.length < 7 || digits.length > 15 ? [] : { digits, start: index, end: index + text.length };
  });
}

/** Reads a place: the sentence's postcode, a street, the city of its seat, or a part of the owner's address in the sentence. */
function readPlace(
  sentence: string,
  parts: readonly string[],
  words: readonly Span[],
  named: readonly string[],
): StatedValue[] {
  const code = /(?<![\d+-])(?:\d{4}-\d{3}|\d{5})(?![\d-])/.exec(sentence);
  const form = ` ${textForm(sentence)} `;
  const names = parts.filter((part) => form.includes(` ${textForm(withoutPostcode(part))} `));
  const matches = code ?? numberedStreet.exec(sentence);
  const seat = code === null ? seatIn(sentence, words, named) : null;
  const at = words[0]?.start ?? 0;
  if (matches === null && names.length === 0 && seat === null) return [];
  const [start, end] =
    matches !== null ? [matches.index, matches.index + matches[0].length] : [seat?.start ?? at, seat?.end ?? at];
  const value: TypedValue = { type: 'place', parts: [sentence], postcode: code?.[0] ?? null, seat: seat?.key ?? null };
  const text = code?.[0] ?? (seat === null ? names.join(', ') || matches?.[0] : seat.name);
  return [{ value, text: text ?? '', start, end }];
}

/** "Towel rental: not available": nothing but the answer follows the label. */
const labelled =
  /^\s?[:：]\s?(?:(?<no>no|none|not (?:available|offered|supported)|unavailable|nein|nicht (?:verfügbar|vorhanden|möglich|angeboten)|non(?: disponible| disponibile)?|no disponible|no dispone de este servicio|indisponible|não(?: disponível)?|indisponível|nee|niet (?:beschikbaar|mogelijk)|nie|niedostępn[eay]|brak|なし|不可|非対応|✗|✘|❌)|(?<yes>yes|available|ja|verfügbar|vorhanden|oui|disponible|sí|sì|disponibile|sim|disponível|beschikbaar|tak|dostępn[eay]|あり|対応|✓|✔|✅))(?=\s*(?:[.,;|(–—、。]|$))/iu;

/** "Acme: boards, chat and time tracking": a noun of an enumeration, with one other word at most. */
function isListed(sentence: string, word: Span, words: readonly string[]): boolean {
  const start = Math.max(
    ...[...sentence.slice(0, word.start).matchAll(enumerated)].map((one) => one.index + one[0].length),
  );
  const [after = ''] = sentence.slice(word.end).split(listEnd);
  const own = `${sentence.slice(start, word.start)} ${after}`;
  const count = [...sentence.matchAll(enumerated)].length;
  return (
    start >= 0 &&
    count >= 2 &&
    (withoutNames(own, words).match(/\p{L}+/gu) ?? []).length <= 1 &&
    !/[\d?]/.test(own) &&
    !negates(own) &&
    !hasEnded(sentence)
  );
}
const enumerated = /[,:–—;]\s|\s(?:and|und|et|y|ed?|en|i|plus)\s/giu;
const listEnd =
  /[,;.(]|\s(?:and|und|et|y|ed?|en|i|plus|in|that|which|qui|que|che|dat|à|para|per|for|für|pour|voor|with|mit|avec|con|com|met)\s/iu;

function readAnswer(
  sentence: string,
  fact: Pick<Fact, 'name' | 'words' | 'kind'>,
  named: readonly string[],
): StatedValue[] {
  const words = factWords(fact);
  const segments = segmentsOf(sentence);
  const matches = findFactWords(sentence, fact);
  const isOurs = named.some((name) => sentence.trimStart().startsWith(name));
  for (const word of isOurs ? matches : []) {
    const { yes, no } = labelled.exec(sentence.slice(word.end))?.groups ?? {};
    if (yes ?? no)
      return [{ value: { type: 'answer', yes: no === undefined }, text: yes ?? no ?? '', ...word, isLabelled: true }];
  }
  const listed = startsAsItem(sentence, named) ? matches.find((word) => isListed(sentence, word, words)) : undefined;
  if (listed !== undefined) return [{ value: { type: 'answer', yes: true }, text: 'yes', ...listed, isLabelled: true }];
  const denied = matches.find((word) => {
    const segment = segments.findLast(({ start }) => start <= word.start);
    return (
      negates(withoutNames(sentence.slice(segment?.start, segment?.end), words)) &&
      deniesPlainly(sentence, fact.kind, word, named, words)
    );
  });
  const [word] = denied === undefined ? matches : [denied];
  if (word === undefined || (denied === undefined && !asserts(sentence, matches, words))) return [];
  const yes = denied === undefined;
  return [{ value: { type: 'answer', yes }, text: yes ? 'yes' : 'no', ...word }];
}
