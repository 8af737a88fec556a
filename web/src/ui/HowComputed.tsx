import { Children, type ReactNode } from 'react';
import { countWithNoun } from '../format/numbers.ts';
import type { AnswerSearch } from '../shell/answerSearch.ts';
import type { ReportSearch } from '../shell/reportSearch.ts';
import { AnswersLink } from './AnswersLink.tsx';
import { Disclosure } from './Disclosure.tsx';

type Props = {
  formula: string;
  counts: string;
  notes: readonly ReactNode[];
  /** Number of answers in the linked list. */
  answers: number;
  /** Answers that the number counts, if not all that the report counts. */
  find?: AnswerSearch & ReportSearch;
  every?: boolean;
  /** Name of those answers, if they are not just the counted ones. */
  behind?: string;
};

/** Explains a number: its formula with the current counts, its exclusions, and a link to its answers. */
export function HowComputed({ formula, counts, notes, answers, find = {}, every = false, behind }: Props) {
  return (
    <Disclosure summary="How is this computed?">
      <div className="grid gap-2 border-line border-l-2 pl-3 text-small text-soft">
        <p className="text-ink first-letter:uppercase">{formula}</p>
        <p className="font-mono">{counts}</p>
        {Children.map(notes, (note) => (
          <p>{note}</p>
        ))}
        {answers > 0 && (
          <p className="screen-only">
            <AnswersLink find={find} every={every} count={answers}>
              {behind ?? `The ${countWithNoun(answers, 'answer')} behind it`}
            </AnswersLink>
          </p>
        )}
      </div>
    </Disclosure>
  );
}
