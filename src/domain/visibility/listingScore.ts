import { decideStatus, type Listing } from '../marks/listing.ts';
import { type NoBasis, noBases } from '../marks/listingDecision.ts';
import type { Interval } from '../statistics/interval.ts';
import { mean, median } from '../statistics/median.ts';
import { codeUnitOrder } from '../text/codeUnitOrder.ts';
import { countStatuses } from './attemptWindow.ts';
import {
  countNamed,
  deriveShare,
  type ShareOfVoice,
  type StatusCounts,
  scoreInterval,
  scoreOf,
} from './scoreOfCounts.ts';

export type VisibilityScore = {
  /** 0-100. */
  value: number | null;
  numerator: number;
  denominator: number;
  excludedUnknown: number;
  /** Number of answers in the denominator that are a "no" only because of the owner's statements about names. */
  knownByOwnerWord: number;
  /** Basis of the answers in the denominator that do not list the website; the sum equals its "no" answers. */
  noBases: { [basis in NoBasis]: number };
  interval95: Interval | null;
  worstCaseBounds: Interval | null;
  /** The same bounds with every "no" by name alone counted as undecided: an unregistered name may be the website's. */
  openNameBounds: Interval | null;
  runIds: string[];
};

/**
 * Computes 100 x listed / decided, with its Wilson interval and its values if every undecided answer were a "no", or a
 * "yes". The domain is the owner's: the bases of other domains are unknown.
 */
export function visibilityScore(answers: readonly Listing[], domain: string): VisibilityScore {
  const counts = countStatuses(answers, domain);
  const listings = answers.filter((answer) => decideStatus(answer, domain) !== 'unknown');
  const bases = countNoBases(answers);
  const open = counts.unknown + bases.by_name;
  return {
    value: scoreOf(counts),
    numerator: counts.listed,
    denominator: counts.known,
    excludedUnknown: counts.unknown,
    knownByOwnerWord: bases.by_owner_word,
    noBases: bases,
    interval95: scoreInterval(counts),
    worstCaseBounds: worstCaseBounds(counts),
    openNameBounds: worstCaseBounds({ ...counts, known: counts.known - bases.by_name, unknown: open }),
    runIds: runIdsOf(listings),
  };
}

/** Counts answers that do not list the website, by basis. */
function countNoBases(answers: readonly Listing[]): { [basis in NoBasis]: number } {
  const count = (basis: NoBasis) => answers.filter(({ own }) => own.basis === basis).length;
  return Object.fromEntries(noBases.map((basis) => [basis, count(basis)])) as { [basis in NoBasis]: number };
}

function worstCaseBounds({ listed, known, unknown }: StatusCounts): Interval | null {
  const all = known + unknown;
  return all === 0 ? null : { lower: (100 * listed) / all, upper: (100 * (listed + unknown)) / all };
}

export function shareOfVoice(
  answers: readonly Listing[],
  domain: string,
  among: readonly string[] | null = null,
): ShareOfVoice {
  const runIds = runIdsOf(answers.filter((answer) => countNamed(answer, among) > 0));
  return { ...deriveShare(answers, domain, among), runIds };
}

export type AveragePosition = {
  value: number | null;
  median: number | null;
  min: number | null;
  max: number | null;
  listed: number;
  runIds: string[];
  note: string;
};

/** Computes the mean of the first one-based position over the answers that list the domain. */
export function averagePosition(answers: readonly Listing[], domain: string): AveragePosition {
  const listing = answers.filter(({ positions }) => positions.has(domain));
  const places = listing.flatMap(({ positions }) => positions.get(domain) ?? []);
  return {
    value: mean(places),
    median: median(places),
    min: places.length === 0 ? null : Math.min(...places),
    max: places.length === 0 ? null : Math.max(...places),
    listed: listing.length,
    runIds: runIdsOf(listing),
    note: 'conditional on being listed',
  };
}

/** Returns run ids in code-unit order. */
export function runIdsOf(answers: readonly Listing[]): string[] {
  return answers.map((answer) => answer.attempt.runId).sort(codeUnitOrder);
}
