import type { FactBoard, FactQuote } from '../../api/sourceQueries.ts';
import { plainText } from '../answer/plainText.ts';

/** Equal sentences about one fact with one verdict and decision: one row, decided together. */
export type QuoteGroup = { key: string; sentence: string; first: FactQuote; quotes: readonly FactQuote[] };

const urgency = ['contradicts', 'matches_older', 'cannot_tell', 'agrees'];

/** Groups equal quotes. Undecided groups come first; among each, those against the facts. */
export function groupQuotes(quotes: FactBoard['quotes']): QuoteGroup[] {
  const bySentence = Map.groupBy(quotes, (quote) =>
    [quote.factId, quote.verdict, quote.decision?.decision ?? '', sentenceOf(quote)].join('\n'),
  );
  return [...bySentence]
    .flatMap(([key, group]) => {
      const [first] = group;
      return first === undefined ? [] : [{ key, sentence: sentenceOf(first), first, quotes: group }];
    })
    .toSorted(
      (a, b) =>
        Number(a.first.decision !== null) - Number(b.first.decision !== null) ||
        urgency.indexOf(a.first.verdict) - urgency.indexOf(b.first.verdict),
    );
}

/** Returns the sentence without its number in a list. */
const sentenceOf = ({ sentence }: FactQuote): string => plainText(sentence).replace(/^\d{1,3}[.)] /, '');
