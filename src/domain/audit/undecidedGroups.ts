import { nameForm } from '../identity/nameForm.ts';
import type { ListingStatus } from '../marks/listingDecision.ts';
import type { Interval } from '../statistics/interval.ts';
import { codeUnitOrder } from '../text/codeUnitOrder.ts';
import type { CauseOfAnswer, UndecidedCause } from './undecidedCause.ts';

export type UndecidedAnswer = CauseOfAnswer & { runId: string };

/** Undecided answers that share a cause, so that a person can decide them together. */
export type UndecidedGroup<Answer extends UndecidedAnswer = UndecidedAnswer> = {
  cause: UndecidedCause;
  /** Spelling of the name in the newest of these answers; null if the cause involves no name. */
  name: string | null;
  answers: readonly Answer[];
};

/** Groups undecided answers by cause, the most frequent first; answers keep their order. */
export function groupUndecided<Answer extends UndecidedAnswer>(answers: readonly Answer[]): UndecidedGroup<Answer>[] {
  // All spellings of the website count as one name. A name that may belong to the website is a separate group.
  const keyOf = ({ cause, name }: Answer) => `${cause} ${cause === 'possible_name' ? nameForm(name ?? '') : ''}`;
  return [...Map.groupBy(answers, keyOf)]
    .sort(([one, answers], [other, right]) => right.length - answers.length || codeUnitOrder(one, other))
    .map(([, ofCause]) => ({
      cause: (ofCause[0] as Answer).cause,
      name: ofCause[0]?.name ?? null,
      answers: ofCause,
    }));
}

/** Effect of deciding some of the undecided answers. The score is 0-100. */
export type EffectOfDeciding = {
  causes: number;
  answers: number;
  undecidedAfter: number;
  /** The score if all of them were decided no, and if all were decided yes; null if nothing would be known. */
  scoreBounds: Interval | null;
};

export function effectOfDeciding(
  statuses: readonly ListingStatus[],
  groups: readonly UndecidedGroup[],
): EffectOfDeciding {
  const count = (target: ListingStatus) => statuses.filter((status) => status === target).length;
  const decided = groups.reduce((sum, { answers }) => sum + answers.length, 0);
  const listed = count('listed');
  const knownCount = listed + count('not_listed') + decided;
  return {
    causes: groups.length,
    answers: decided,
    undecidedAfter: count('unknown') - decided,
    scoreBounds:
      knownCount === 0 ? null : { lower: (100 * listed) / knownCount, upper: (100 * (listed + decided)) / knownCount },
  };
}
