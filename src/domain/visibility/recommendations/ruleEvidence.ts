import type { Listing, UsedSource } from '../../marks/listing.ts';
import { codeUnitOrder } from '../../text/codeUnitOrder.ts';

/** Run and question ids of the answers a finding rests on. */
export function idsOf(answers: readonly Listing[]): { questionIds: string[]; runIds: string[] } {
  return {
    questionIds: answers.map((answer) => answer.attempt.caseId),
    runIds: answers.map((answer) => answer.attempt.runId),
  };
}

/** The other domains that most of the answers list, most first, at most `most`. */
export function otherDomains(answers: readonly Listing[], ownDomain: string, most: number): string[] {
  return rankByFrequency(
    answers.flatMap((answer) => [...answer.positions.keys()].filter((domain) => domain !== ownDomain)),
    most,
  );
}

/** Most frequent first, then code-unit order. */
export function rankByFrequency(values: readonly string[], most: number): string[] {
  return [...Map.groupBy(values, (value) => value)]
    .sort(([a, as], [b, bs]) => bs.length - as.length || codeUnitOrder(a, b))
    .slice(0, most)
    .map(([value]) => value);
}

/** The answers that cite each page that `wanted` accepts; most answers first, then the URL. */
export function answersByUrl(
  answers: readonly Listing[],
  isWanted: (source: UsedSource) => boolean,
): [string, Listing[]][] {
  const uses = answers.flatMap((answer) => answer.cited.filter(isWanted).map(({ url }) => ({ url, answer })));
  return [...Map.groupBy(uses, ({ url }) => url)]
    .map(([url, ofUrl]): [string, Listing[]] => [url, ofUrl.map(({ answer }) => answer)])
    .sort(([a, as], [b, bs]) => bs.length - as.length || codeUnitOrder(a, b));
}

/** One decimal, always with a point. */
export function oneDecimal(value: number): string {
  return value.toFixed(1);
}
