import { nameForm } from '../identity/nameForm.ts';
import type { ListingStatus } from '../marks/listingDecision.ts';
import type { Interval } from '../statistics/interval.ts';
import { codeUnitOrder } from '../text/codeUnitOrder.ts';
import type { CauseOfAnswer, UndecidedCause } from './undecidedCause.ts';

export type UndecidedAnswer = CauseOfAnswer & { runId: string };

/** Undecided answers with one cause, which a person can decide together. */
export type UndecidedGroup<Answer extends UndecidedAnswer = UndecidedAnswer> = {
  cause: UndecidedCause;
  /** Spelling of the name in the newest of these answers; null if the cause is about no name. */
  name: string | null;
  answers: readonly Answer[];
};

/** The most frequent cause first; answers keep their order. */
export function groupUndecided<Answer extends UndecidedAnswer>(answers: readonly Answer[]): UndecidedGroup<Answer>[] {
  // Places are those of the website, however it is written there; a name that may be its own is a question of its own.
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
  /** The score if all of them turned out a no, and if all turned out a yes; null if nothing would be known. */
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
