import type { ReactNode } from 'react';
import { inSentence } from '../../format/language.ts';
import type { AnswerSearch } from '../../shell/answerSearch.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { Info } from '../../ui/Info.tsx';
import type { Notion } from '../../words/notions.ts';

type Props = {
  /** Full name, for screen readers and files. */
  name: string;
  title: string;
  info: Notion;
  figure: string;
  reason: string | undefined;
  /** Interval and counts, in one line. */
  rest: ReactNode;
  /** Difference from the previous period, and the value of the whole period. */
  change?: ReactNode;
  how: ReactNode;
  find?: AnswerSearch;
  /** Number of answers that the figure counts. */
  count: number;
  warns?: boolean;
};

/** Shows one number of the first screen: the figure opens its answers, the ⓘ explains how it is computed. */
export function Metric({ name, title, info, figure, reason, rest, change, how, find = {}, count, warns }: Props) {
  return (
    <section aria-label={name} data-datum className="min-w-0">
      <h2 className="flex items-center gap-1.5 font-medium text-small text-soft">
        <span className="truncate">{title}</span>
        <Info of={info} label={inSentence(title)} warns={warns === true}>
          {how}
        </Info>
      </h2>
      <p className="whitespace-nowrap font-semibold text-figure leading-9 tracking-tight" title={reason}>
        <AnswersLink
          find={find}
          count={count}
          label={`${name} ${figure}: its answers`}
          className="rounded-small underline-offset-8 hover:underline"
        >
          {figure}
        </AnswersLink>
      </p>
      <p className="truncate text-small text-soft">{rest}</p>
      <p className="min-h-5 text-small sm:truncate">{change}</p>
    </section>
  );
}
