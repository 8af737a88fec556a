import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AnswerSearch } from '../shell/answerSearch.ts';
import { type ReportSearch, readReportSearch } from '../shell/reportSearch.ts';

type Props = {
  /** Filter within the current report: by default the answers that its numbers count. */
  find?: AnswerSearch & ReportSearch;
  /** True for all answers, not only those that the numbers count. */
  every?: boolean;
  label?: string;
  /** Number of answers that the list must show, if the visible number counts something else or is written out. */
  count?: number;
  className?: string;
  children?: ReactNode;
};

/** Links a number to its answers. Plain text without a current website. */
export function AnswersLink({ find = {}, every = false, label, count, className = 'link', children }: Props) {
  const { siteId } = useParams({ strict: false });
  if (siteId === undefined) return <span>{children}</span>;
  return (
    <Link
      to="/sites/$siteId/answers"
      params={{ siteId }}
      search={(now: Record<string, unknown>) => {
        const { source: _source, points: _points, beside: _beside, model, all, ...report } = readReportSearch(now);
        // A model belongs to one engine, so it is dropped for another.
        const isSameEngine = find.engine === undefined || find.engine === report.engine;
        const ofEngine = isSameEngine && model !== undefined ? { ...report, model } : report;
        const dated = all === undefined || find.from !== undefined ? ofEngine : { ...ofEngine, all };
        // A question named in the link is shown whatever its tags.
        const { tag: _tag, branded: _branded, ...plain } = dated;
        const choice = find.question === undefined || find.rule !== undefined ? dated : plain;
        return { ...choice, ...(every ? {} : { counted: true as const }), ...find };
      }}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(count === undefined ? {} : { 'data-answers': count })}
      className={className}
    >
      {children}
    </Link>
  );
}
