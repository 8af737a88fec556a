import { findOccurrences } from '../identity/occurrences.ts';
import type { Owner } from '../identity/owner.ts';
import { lineSpans, type Span, sentenceSpans } from '../support/sentences.ts';
import { codeUnitOrder } from '../text/codeUnitOrder.ts';
import type { Fact } from './fact.ts';
import { ambiguousKinds, type FactReading, readFact } from './factVerdict.ts';
import { factWords, isAbout } from './factWords.ts';
import { withoutContrast } from './sentenceSigns.ts';

/** A sentence about a fact of the website, with its position in the text. */
export type FactQuote = FactReading & Span & { factId: string; sentence: string };

const item = /^[ \t>]*(?:[*•‣◦▪●+-]|\d{1,3}[.)])[ \t]+/;

/** A crossed-out price is an outdated one. */
const withoutStruck = (sentence: string): string => sentence.replace(/~~[^~]{1,200}~~\s?/g, '');

/** Returns the sentences that name the website; if the beginning of a list item names it, all sentences of the item. */
function sentencesAboutUs(text: string, owner: Owner): Span[] {
  const places = findOccurrences(text, owner.names, owner.othersAround);
  return lineSpans(text).flatMap((line) => {
    const spans = sentenceSpans(text, line.start, line.end);
    const names = (span: Span | undefined) =>
      span !== undefined && places.some(({ start }) => start >= span.start && start < span.end);
    const isOurItem = item.test(text.slice(line.start, line.end)) && names(spans[0]);
    return isOurItem ? spans : spans.filter(names);
  });
}

/**
 * Finds quotes about the facts in a text, in text order.
 * @param others names of other companies in the text: if one appears in a sentence with the website, a value may be
 * theirs
 */
export function factQuotes(text: string, owner: Owner, facts: readonly Fact[], others: readonly string[]): FactQuote[] {
  if (facts.length === 0) return [];
  const rivals = others.filter((name) => name.length > 1);
  return sentencesAboutUs(text, owner)
    .flatMap((span) => {
      const sentence = text.slice(span.start, span.end).replace(/\*\*|__|`/g, '');
      const names = findOccurrences(sentence, owner.names, owner.othersAround).map((one) =>
        sentence.slice(one.start, one.end),
      );
      const readings = [sentence, ...cellsWithHeaders(text, span)];
      const about = facts.flatMap((fact) => {
        const reading = readings.find((one) => isAbout(one, fact));
        return reading === undefined ? [] : { fact, reading };
      });
      return about.flatMap(({ fact, reading: of }) => {
        const ofKind = about.filter(({ fact: { kind }, reading }) => kind === fact.kind && reading === of).length;
        const isShared = ofKind > 1 && ambiguousKinds.has(fact.kind);
        const ours = withoutContrast(withoutStruck(of), rivals, names, factWords(fact));
        const namesOthers = rivals.some((name) => ours.includes(name));
        const reading = readFact(ours, fact, names, { namesOthers, isShared });
        return reading === null ? [] : { ...reading, ...span, factId: fact.id, sentence };
      });
    })
    .toSorted((a, b) => a.start - b.start || codeUnitOrder(a.factId, b.factId));
}

const cellsOf = (row: string): string[] =>
  row
    .replaceAll(/^\s*\||\|\s*$|\*\*/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** Returns each cell of a table row after its first, with the row's first cell and its column's header: "Acme 18 € E-bike per day". */
function cellsWithHeaders(text: string, { start, end }: Span): string[] {
  if (text[start] !== '|') return [];
  const above = text.slice(0, start).split('\n').slice(0, -1);
  const header = above[above.findLastIndex((line) => !line.trimStart().startsWith('|')) + 1];
  if (header === undefined) return [];
  const [headers, [name = '', ...cells]] = [cellsOf(header), cellsOf(text.slice(start, end))];
  return cells.map((cell, at) => `${name} ${cell} ${headers[at + 1] ?? ''}`.trim());
}
