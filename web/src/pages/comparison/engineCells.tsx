import type { ReactNode } from 'react';
import { unknownMark } from '../../format/numbers.ts';
import type { AnswerSearch } from '../../shell/answerSearch.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';

/** Returns the filters of the current report, with this engine selected. */
export function searchAt(
  engine: string,
  { q: _q, sort: _sort, domains: _domains, model: _model, ...filters }: PageSearch,
) {
  return { ...filters, engine };
}

type PageSearch = { q?: string; sort?: string; domains?: string; model?: string } & Record<string, unknown>;

type AnswersProps = { engine: string; find?: AnswerSearch; every?: boolean; count?: number; children: ReactNode };

const linkIn =
  (className: string) =>
  ({ engine, find = {}, every = false, count, children }: AnswersProps) => (
    <AnswersLink
      find={{ ...find, engine }}
      every={every}
      className={className}
      {...(count === undefined ? {} : { count })}
    >
      {children}
    </AnswersLink>
  );

/** Links a figure to the answers that it counts. */
export const Answers = linkIn('font-semibold hover:underline');

/** Links a number of a figure's details to some of the answers. */
export const Some = linkIn('hover:underline');

export function Figure({ figure, told, picture }: { figure: ReactNode; told: ReactNode; picture?: ReactNode }) {
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-baseline gap-x-2 sm:flex-nowrap">
        <span className="shrink-0">{figure}</span>
        <span className="min-w-0 truncate text-small text-soft max-sm:hidden">{told}</span>
      </div>
      {picture}
    </div>
  );
}

export const Unknown = ({ why }: { why: string }) => (
  <span title={why} className="font-semibold">
    {unknownMark}
    <span className="sr-only">{why}</span>
  </span>
);
