import { countStatuses, type StatusCounts } from './attemptWindow.ts';
import { codeUnitOrder } from './codeUnitOrder.ts';
import { type Listing, statusOf } from './listing.ts';
import type { Interval } from './statistics/interval.ts';
import { mean, median } from './statistics/median.ts';
import { type PartOfWhole, shareInterval } from './statistics/shareInterval.ts';
import { wilson } from './statistics/wilson.ts';

export type VisibilityScore = {
  /** 0-100. */
  value: number | null;
  numerator: number;
  denominator: number;
  excludedUnknown: number;
  /** Of the denominator: answers known not to list the website only because the owner said whose the names are. */
  knownByOwnerWord: number;
  interval95: Interval | null;
  worstCaseBounds: Interval | null;
  runIds: string[];
};

/** 100 x listed / known, with its Wilson interval and what it could be if every unknown answer were a no, or a yes. */
export function visibilityScore(answers: readonly Listing[], domain: string): VisibilityScore {
  const counts = countStatuses(answers, domain);
  const known = answers.filter((answer) => statusOf(answer, domain) !== 'unknown');
  return {
    value: scoreOf(counts),
    numerator: counts.listed,
    denominator: counts.known,
    excludedUnknown: counts.unknown,
    knownByOwnerWord: known.filter((answer) => restsOnOwnerWord(answer, domain)).length,
    interval95: scoreInterval(counts),
    worstCaseBounds: worstCaseBounds(counts),
    runIds: runIdsOf(known),
  };
}

/** A listed answer proves itself; an unlisted one does so only when proofs of its own identify every name. */
function restsOnOwnerWord(answer: Listing, domain: string): boolean {
  return !answer.positions.has(domain) && answer.identities.some(({ basis }) => basis === 'owner_word');
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

export function worstCaseBounds({ listed, known, unknown }: StatusCounts): Interval | null {
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

/** The domain's appearances over all identified domains' appearances, each domain once per answer. */
export function shareOfVoice(answers: readonly Listing[], domain: string): ShareOfVoice {
  const parts: PartOfWhole[] = answers.map(({ positions }) => ({
    part: positions.has(domain) ? 1 : 0,
    whole: positions.size,
  }));
  const numerator = parts.reduce((sum, { part }) => sum + part, 0);
  const denominator = parts.reduce((sum, { whole }) => sum + whole, 0);
  return {
    value: denominator === 0 ? null : numerator / denominator,
    numerator,
    denominator,
    interval95: shareInterval(parts),
    runIds: runIdsOf(answers.filter(({ positions }) => positions.size > 0)),
  };
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
