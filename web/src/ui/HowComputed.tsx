import { countWithNoun } from '../format/numbers.ts';
import type { AnswerSearch } from '../shell/answerSearch.ts';
import type { ReportSearch } from '../shell/reportSearch.ts';
import { AnswersLink } from './AnswersLink.tsx';
import { Disclosure } from './Disclosure.tsx';

type Props = {
  formula: string;
  counts: string;
  notes: readonly string[];
  runIds: readonly string[];
  /** Which answers stand behind the number, where it is not all that the report counts. */
  find?: AnswerSearch & ReportSearch;
  every?: boolean;
  /** Names those answers, where they are not just the ones that are counted. */
  behind?: string;
};

/** Where a number comes from: its formula with the present counts, what it leaves out, and the answers behind it. */
export function HowComputed({ formula, counts, notes, runIds, find = {}, every = false, behind }: Props) {
  return (
    <Disclosure summary="How is this computed?">
      <div className="grid gap-2 border-line border-l-2 pl-3 text-small text-soft">
        <p className="text-ink">{formula}</p>
        <p className="font-mono">{counts}</p>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {runIds.length > 0 && (
          <p className="screen-only">
            <AnswersLink find={find} every={every}>
              {behind ?? `The ${countWithNoun(runIds.length, 'answer')} behind it`}
            </AnswersLink>
          </p>
        )}
      </div>
    </Disclosure>
  );
}
