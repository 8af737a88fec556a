import { findOccurrences } from '../identity/occurrences.ts';
import type { Owner } from '../identity/owner.ts';
import { lineSpans, type Span, sentenceSpans } from '../support/sentences.ts';
import { codeUnitOrder } from '../text/codeUnitOrder.ts';
import type { Fact } from './fact.ts';
import { ambiguousKinds, type FactReading, readFact } from './factVerdict.ts';
import { factWords, isAbout } from './factWords.ts';
import { withoutContrast } from './sentenceSigns.ts';
import signs from './signs.json' with { type: 'json' };

/** A sentence about a fact of the website, with its position in the text. */
export type FactQuote = FactReading & Span & { factId: string; sentence: string };

const item = /^[ \t>]*(?:[*•‣◦▪●+-]|\d{1,3}[.)])[ \t]+/;

/** A crossed-out price is an outdated one. */
const withoutStruck = (sentence: string): string => sentence.replace(/~~[^~]{1,200}~~\s?/g, '');

/** Words that stand for the website at the beginning of the next sentence: "It", "Its office", "Das Unternehmen". */
const anaphor = new RegExp(`^(?:${signs.anaphor.join('|')})(?![\\p{Lu}\\p{Ll}])|^(?:${signs.anaphorJa})`, 'u');

/** A sentence about the website, with a word that stands for its name if it does not name it. */
type Ours = Span & { pronoun?: string };

/**
 * Returns the sentences that name the website, those after them that begin with a word for it, all sentences of a list item whose
 * first one names it, and the rows of a table with a column of its name.
 */
function sentencesAboutUs(text: string, owner: Owner, rivals: readonly string[]): Ours[] {
  const places = findOccurrences(text, owner.names, owner.othersAround);
  const names = ({ start, end }: Span) => places.some((place) => place.start >= start && place.start < end);
  return lineSpans(text).flatMap((line) => {
    const spans = sentenceSpans(text, line.start, line.end);
    const isOurItem = item.test(text.slice(line.start, line.end)) && spans.slice(0, 1).some(names);
    let isOurs = false;
    return spans.flatMap((span): Ours[] => {
      if (names(span)) {
        isOurs = !rivals.some((name) => text.slice(span.start, span.end).includes(name));
        return [span];
      }
      const [pronoun] = (isOurs ? anaphor.exec(text.slice(span.start, span.end)) : null) ?? [];
      isOurs &&= pronoun !== undefined;
      if (pronoun !== undefined) return [{ ...span, pronoun }];
      return isOurItem ? [span] : [];
    });
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
  return sentencesAboutUs(text, owner, rivals)
    .flatMap(({ pronoun, ...span }) => {
      const sentence = text.slice(span.start, span.end).replace(/\*\*|__|`/g, '');
      const names = findOccurrences(sentence, owner.names, owner.othersAround).map((one) =>
        sentence.slice(one.start, one.end),
      );
      if (pronoun !== undefined) names.push(pronoun);
      const readings = [...cellsWithHeaders(text, span), sentence];
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
  const header = above[above.findLastIndex((line) => !line.trimStart().startsWith('|')) + 1] ?? '';
  const [headers, [name = '', ...cells]] = [cellsOf(header), cellsOf(text.slice(start, end))];
  // Without a header row, a cell without a figure names what the next one states.
  const behind = (at: number) =>
    /:\s/.test(cells[at] ?? '') ? '' : (headers[at + 1] ?? (/\d/.test(cells[at] ?? '') ? '' : (cells[at + 1] ?? '')));
  return cells.map((cell, at) => `${name} ${cell} ${behind(at)}`.trim());
}
