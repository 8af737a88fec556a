import { decideStatus, type Listing } from '../../marks/listing.ts';
import { benjaminiHochberg } from '../../statistics/benjaminiHochberg.ts';
import { minChangedPairs } from '../../statistics/detectableChange.ts';
import { type Interval, inPoints } from '../../statistics/interval.ts';
import { mcnemar } from '../../statistics/mcnemar.ts';
import { pairedDifference } from '../../statistics/pairedDifference.ts';
import { codeUnitOrder } from '../../text/codeUnitOrder.ts';
import { singleLevel } from '../comparison/significanceLevel.ts';
import { averagePosition, shareOfVoice } from '../listingScore.ts';
import type { OpenReport } from '../reportData.ts';
import { deriveShare, type ShareOfVoice, scoreInterval, scoreOf } from '../scoreOfCounts.ts';
import { domainLeaderboard } from './domainLeaderboard.ts';

/** A company that the owner declared as a rival. Its names are those that the owner assigned to its domain. */
export type Rival = { domain: string; name: string };

export const maxRivals = 50;

/** Shares of the voice among only the website and its declared rivals. */
export type ShareAmongRivals = ShareOfVoice & { rivals: number };

export function shareAmongRivals(
  answers: readonly Listing[],
  own: string,
  rivals: readonly Rival[],
): ShareAmongRivals | null {
  if (rivals.length === 0) return null;
  return { ...shareOfVoice(answers, own, [own, ...rivals.map(({ domain }) => domain)]), rivals: rivals.length };
}

const rivalVerdicts = [
  'rival_listed_more',
  'own_listed_more',
  'no_detectable_difference',
  'insufficient_data',
] as const;
type RivalVerdict = (typeof rivalVerdicts)[number];

export type RivalStanding = Rival & {
  /** Number of answers that recommend it, of all answers: a lower bound, because not every name can be matched. */
  appearances: number;
  answers: number;
  rate: number | null;
  interval95: Interval | null;
  /** Share of the appearances of all identified domains, and of only the website and its declared rivals. */
  share: number | null;
  shareAmongRivals: number | null;
  averagePosition: number | null;
  /** Number of answers that decide about both, and of those that recommend only one of the two. */
  paired: number;
  onlyRival: number;
  onlyOwn: number;
  /** The website's rate minus the rival's over the paired answers, in percentage points, with its interval (Tango). */
  difference: number | null;
  differenceInterval95: Interval | null;
  /** Exact McNemar test, corrected for all tested rivals (Benjamini-Hochberg); null: too few answers differ. */
  adjustedP: number | null;
  verdict: RivalVerdict;
};

export type RivalVisibility = {
  shareOfVoice: ShareOfVoice;
  /** Null: no rival is declared. */
  shareAmongRivals: ShareAmongRivals | null;
  /** Most appearances first. */
  rivals: RivalStanding[];
  /** Other recommended domains that the owner has neither declared nor dismissed, most frequent first. */
  suggestions: { domain: string; appearances: number; answers: number; averagePosition: number }[];
};

const maxSuggestions = 20;

/** Compares declared rivals with the website, over the latest answer of each question. */
export function rivalVisibility({ data: { website }, answers, domain: own }: OpenReport): RivalVisibility {
  const declared = website.rivals ?? [];
  const settled = new Set(website.settledDomains);
  return {
    shareOfVoice: shareOfVoice(answers, own),
    shareAmongRivals: shareAmongRivals(answers, own, declared),
    rivals: listStandings(answers, own, declared),
    suggestions: domainLeaderboard(answers, own)
      .filter((one) => !one.own && !settled.has(one.domain))
      .slice(0, maxSuggestions)
      .map(({ domain, appearances, averagePosition: place }) => ({
        domain,
        appearances,
        answers: answers.length,
        averagePosition: place,
      })),
  };
}

type Tested = Omit<RivalStanding, 'adjustedP' | 'verdict'>;

function listStandings(answers: readonly Listing[], own: string, rivals: readonly Rival[]): RivalStanding[] {
  const among = [own, ...rivals.map(({ domain }) => domain)];
  const rows = rivals.map((rival) => testRival(answers, own, rival, among));
  // With fewer differing answers an exact test cannot be significant, so testing them would only weaken the others.
  const tested = rows.filter(({ onlyOwn, onlyRival }) => onlyOwn + onlyRival >= minChangedPairs);
  const adjusted = benjaminiHochberg(tested.map(({ onlyOwn, onlyRival }) => mcnemar(onlyOwn, onlyRival)));
  const adjustedOf = new Map(tested.map((row, index) => [row, adjusted[index] ?? 1]));
  return rows
    .map((row): RivalStanding => {
      const adjustedP = adjustedOf.get(row) ?? null;
      return { ...row, adjustedP, verdict: deriveVerdict(row, adjustedP) };
    })
    .sort((a, b) => b.appearances - a.appearances || codeUnitOrder(a.domain, b.domain));
}

function testRival(answers: readonly Listing[], own: string, rival: Rival, among: readonly string[]): Tested {
  const { domain, name } = rival;
  const appearances = answers.filter(({ positions }) => positions.has(domain)).length;
  const counts = { listed: appearances, known: answers.length };
  const both = answers.flatMap((answer) => {
    const [ours, theirs] = [decideStatus(answer, own), decideStatus(answer, domain)];
    return ours === 'unknown' || theirs === 'unknown' ? [] : [{ ours, theirs }];
  });
  const onlyOwn = both.filter(({ ours, theirs }) => ours === 'listed' && theirs === 'not_listed').length;
  const onlyRival = both.filter(({ ours, theirs }) => ours === 'not_listed' && theirs === 'listed').length;
  const moves = [...Array<number>(onlyOwn).fill(1), ...Array<number>(onlyRival).fill(-1)];
  const still = Array<number>(both.length - moves.length).fill(0);
  const groups = [...moves, ...still].map((sum) => ({ sum, size: 1 }));
  const outcome = pairedDifference(groups, '', mcnemar(onlyOwn, onlyRival));
  return {
    ...{ domain, name, appearances, answers: answers.length },
    rate: scoreOf(counts),
    interval95: scoreInterval(counts),
    share: deriveShare(answers, domain).value,
    shareAmongRivals: deriveShare(answers, domain, among).value,
    averagePosition: averagePosition(answers, domain).value,
    ...{ paired: both.length, onlyRival, onlyOwn },
    difference: outcome === null ? null : 100 * outcome.mean,
    differenceInterval95: outcome === null ? null : inPoints(outcome.interval95),
  };
}

function deriveVerdict({ onlyOwn, onlyRival }: Tested, adjustedP: number | null): RivalVerdict {
  if (adjustedP === null) return 'insufficient_data';
  if (adjustedP >= singleLevel) return 'no_detectable_difference';
  return onlyOwn > onlyRival ? 'own_listed_more' : 'rival_listed_more';
}
