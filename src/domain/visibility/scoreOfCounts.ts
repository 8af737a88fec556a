import type { Listing } from '../marks/listing.ts';
import type { ListingStatus } from '../marks/listingDecision.ts';
import type { Interval } from '../statistics/interval.ts';
import { type PartOfWhole, shareInterval } from '../statistics/shareInterval.ts';
import { wilson } from '../statistics/wilson.ts';

/**
 * Scores and shares computed from counts alone. The web app's first load includes this file, so it imports nothing that
 * reads names: the list of public suffixes alone is as large as the rest of that load.
 */

export type StatusCounts = { known: number; unknown: number; listed: number; notListed: number; answers: number };

export function countOf(statuses: readonly ListingStatus[]): StatusCounts {
  const listed = statuses.filter((status) => status === 'listed').length;
  const notListed = statuses.filter((status) => status === 'not_listed').length;
  const knownCount = listed + notListed;
  return { known: knownCount, unknown: statuses.length - knownCount, listed, notListed, answers: statuses.length };
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

export type ShareOfVoice = {
  /** Fraction of 1. */
  value: number | null;
  numerator: number;
  denominator: number;
  interval95: Interval | null;
  runIds: string[];
};

type Named = Pick<Listing, 'positions'>;

/** Counts the domains that an answer lists, or those of them in `among`. */
export const countNamed = ({ positions }: Named, among: readonly string[] | null): number =>
  among === null ? positions.size : among.filter((domain) => positions.has(domain)).length;

/**
 * Computes the domain's appearances over those of all identified domains, each once per answer. @param among null: all
 * of them
 */
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
