import type { OutputOf } from '../../../src/contract/callTypes.ts';
import { countWithNoun, integer } from '../format/numbers.ts';

type Coverage = OutputOf<'engineOverview'>['coverage'];

/** Shows how much of the selected period a number covers, if it is limited. */
export function CutNote({ coverage: { attemptsConsidered, attemptsMatched, truncated } }: CutNoteProps) {
  if (!truncated) return null;
  return (
    <span className="block text-caution">
      Counts the newest {integer(attemptsConsidered)}
      {attemptsMatched === null ? ' attempts' : ` of ${countWithNoun(attemptsMatched, 'attempt')}`} of this period.
      Narrow the dates to count older ones.
    </span>
  );
}

type CutNoteProps = { coverage: Pick<Coverage, 'attemptsConsidered' | 'attemptsMatched' | 'truncated'> };

type ReadNoteProps = { coverage: Pick<Coverage, 'attemptsRead' | 'attemptsConsidered'> };

/** Shows how many of the newest answers an estimate from repeats covers. */
export function ReadNote({ coverage: { attemptsRead, attemptsConsidered } }: ReadNoteProps) {
  if (attemptsRead >= attemptsConsidered) return null;
  return (
    <span className="block text-small text-soft">
      This estimate is based on the newest {integer(attemptsRead)} of {countWithNoun(attemptsConsidered, 'attempt')}.
    </span>
  );
}
