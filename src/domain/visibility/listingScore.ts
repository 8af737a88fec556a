import { decideStatus, type Listing } from '../marks/listing.ts';
import { type NoBasis, noBases } from '../marks/listingDecision.ts';
import type { Interval } from '../statistics/interval.ts';
import { mean, median } from '../statistics/median.ts';
import { type PartOfWhole, shareInterval } from '../statistics/shareInterval.ts';
import { wilson } from '../statistics/wilson.ts';
import { codeUnitOrder } from '../text/codeUnitOrder.ts';
import { countStatuses, type StatusCounts } from './attemptWindow.ts';

export type VisibilityScore = {
  /** 0-100. */
  value: number | null;
  numerator: number;
  denominator: number;
  excludedUnknown: number;
  /** Answers in the denominator that are a no only through the owner's statements about names. */
  knownByOwnerWord: number;
  /** Basis of the answers of the denominator that do not list the website; they add up to its noes. */
  noBases: { [basis in NoBasis]: number };
  interval95: Interval | null;
  worstCaseBounds: Interval | null;
  /** The same bounds with every no by name alone counted as open too: an unregistered name may be the website's. */
  openNameBounds: Interval | null;
  runIds: string[];
};

/**
 * 100 x listed / known, with its Wilson interval and what it could be if every unknown answer were a no, or a yes. The
 * domain is the owner's: bases are known of no other.
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

/** Over the answers that do not list the website of their owner. */
function countNoBases(answers: readonly Listing[]): { [basis in NoBasis]: number } {
  const count = (basis: NoBasis) => answers.filter(({ own }) => own.basis === basis).length;
  return Object.fromEntries(noBases.map((basis) => [basis, count(basis)])) as { [basis in NoBasis]: number };
}

export function scoreOf({ listed, known }: Pick<StatusCounts, 'listed' | 'known'>): number | null {
  return known === 0 ? null : (100 * listed) / known;
}

/** Wilson 95 % in the score's unit, 0-100. */
export function scoreInterval({ listed, known }: Pick<StatusCounts, 'listed' | 'known'>): Interval | null {
  if (known === 0) return null;
  const { lower, upper } = wilson(listed, known);
  return { lower: 100 * lower, upper: 100 * upper };
}

function worstCaseBounds({ listed, known, unknown }: StatusCounts): Interval | null {
  const all = known + unknown;
  return all === 0 ? null : { lower: (100 * listed) / all, upper: (100 * (listed + unknown)) / all };
}

export type ShareOfVoice = {
  /** Fraction of 1. */
  value: number | null;
  numerator: number;
  denominator: number;
  interval95: Interval | null;
  runIds: string[];
};

type Named = Pick<Listing, 'positions'>;

/** Domains that an answer lists, or those of them that are counted. */
const countNamed = ({ positions }: Named, among: readonly string[] | null): number =>
  among === null ? positions.size : among.filter((domain) => positions.has(domain)).length;

/** The domain's appearances over those of all identified domains, each once per answer. @param among null: all of them */
export function deriveShare(
  answers: readonly Named[],
  domain: string,
  among: readonly string[] | null = null,
): Omit<ShareOfVoice, 'runIds'> {
  const parts: PartOfWhole[] = answers.map((answer) => ({
    part: answer.positions.has(domain) ? 1 : 0,
    whole: countNamed(answer, among),
  }));
  const numerator = parts.reduce((sum, { part }) => sum + part, 0);
  const denominator = parts.reduce((sum, { whole }) => sum + whole, 0);
  const value = denominator === 0 ? null : numerator / denominator;
  return { value, numerator, denominator, interval95: shareInterval(parts) };
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

/** Mean of the first one-based position over the answers that list the domain. */
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

/** In code-unit order. */
export function runIdsOf(answers: readonly Listing[]): string[] {
  return answers.map((answer) => answer.attempt.runId).sort(codeUnitOrder);
}
