import type { ReactNode } from 'react';
import type { AnswerSearch } from '../../shell/answerSearch.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';

/** One number of the first screen, which opens its answers, with its picture and how it is computed. */
export function Metric({
  name,
  figure,
  reason,
  told,
  picture,
  how,
  find = {},
  count,
}: {
  name: string;
  figure: string;
  reason: string | undefined;
  told: ReactNode;
  picture: ReactNode;
  how: ReactNode;
  find?: AnswerSearch;
  /** Answers behind the figure. */
  count: number;
}) {
  return (
    <section
      aria-label={name}
      className="grid grid-cols-1 content-start gap-2 max-md:border-line max-md:border-t max-md:py-5 md:border-line md:px-6 md:first:pl-0 md:last:pr-0 md:[&:not(:first-child)]:border-l"
    >
      <h2 className="font-medium text-small text-soft">{name}</h2>
      <p className="font-semibold text-figure tracking-tight" title={reason}>
        <AnswersLink
          find={find}
          count={count}
          label={`${name} ${figure}: its answers`}
          className="rounded-small underline-offset-8 hover:underline"
        >
          {figure}
        </AnswersLink>
      </p>
      {picture}
      <p className="text-small text-soft">{told}</p>
      {how}
    </section>
  );
}
