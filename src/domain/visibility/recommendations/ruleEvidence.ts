import type { Listing, UsedSource } from '../../marks/listing.ts';
import { codeUnitOrder } from '../../text/codeUnitOrder.ts';

/** Returns run and question ids of the answers that a finding is based on. */
export function idsOf(answers: readonly Listing[]): { questionIds: string[]; runIds: string[] } {
  return {
    questionIds: answers.map((answer) => answer.attempt.caseId),
    runIds: answers.map((answer) => answer.attempt.runId),
  };
}

/** Returns other domains by the number of answers that list them, at most `most`. */
export function otherDomains(answers: readonly Listing[], ownDomain: string, most: number): string[] {
  return rankByFrequency(
    answers.flatMap((answer) => [...answer.positions.keys()].filter((domain) => domain !== ownDomain)),
    most,
  );
}

/** Sorts by frequency, then code-unit order. */
export function rankByFrequency(values: readonly string[], most: number): string[] {
  return [...Map.groupBy(values, (value) => value)]
    .sort(([a, as], [b, bs]) => bs.length - as.length || codeUnitOrder(a, b))
    .slice(0, most)
    .map(([value]) => value);
}

/** Groups answers by the pages they cite that `wanted` accepts; most answers first, then by URL. */
export function answersByUrl(
  answers: readonly Listing[],
  isWanted: (source: UsedSource) => boolean,
): [string, Listing[]][] {
  const uses = answers.flatMap((answer) => answer.cited.filter(isWanted).map(({ url }) => ({ url, answer })));
  return [...Map.groupBy(uses, ({ url }) => url)]
    .map(([url, ofUrl]): [string, Listing[]] => [url, ofUrl.map(({ answer }) => answer)])
    .sort(([a, as], [b, bs]) => bs.length - as.length || codeUnitOrder(a, b));
}

/** Formats one decimal, always with a point. */
export function oneDecimal(value: number): string {
  return value.toFixed(1);
}
