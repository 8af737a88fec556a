import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { VisibilityOverview, Website } from '../../../../src/contract/wireTypes.ts';
import type { Plan } from '../../api/planQueries.ts';
import type { NextRound } from '../../asking/nextRound.ts';
import { Sparkline } from '../../charts/Sparkline.tsx';
import { aboutDollars, countWithNoun, integer, percent, percentRange, unknownMark } from '../../format/numbers.ts';
import { shortAgo, shortTime, Time, utc } from '../../format/times.tsx';
import { type AnswerSearch, canSay } from '../../shell/answerSearch.ts';
import type { ReportSearch } from '../../shell/reportSearch.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { Difference } from '../../ui/Difference.tsx';
import { ForMembers } from '../../ui/ForMembers.tsx';
import { ReadAs } from '../../ui/ReadAs.tsx';

export type SiteRow = {
  site: Website;
  /** Figures of the last 28 days; null until loaded. */
  report: VisibilityOverview | null;
  /** ISO 8601 time of the latest answer from any engine; null: never. */
  lastAnswer: string | null;
  /** Number of items that need a person. */
  waiting: number;
  next: NextRound | null;
  /** Plans that ask only about this website. */
  plans: readonly Plan[];
};

type SiteAnswersProps = {
  siteId: string;
  find: AnswerSearch & ReportSearch;
  count: number;
  children: ReactNode;
};

/** Links a number of one website to its answers, on pages without a current website. */
function SiteAnswers({ siteId, find, count, children }: SiteAnswersProps) {
  return (
    <Link
      to="/sites/$siteId/answers"
      params={{ siteId }}
      search={find}
      className="hover:underline"
      data-answers={count}
    >
      {children}
    </Link>
  );
}

function Now({ site, report }: SiteRow) {
  const score = report?.visibilityScore;
  if (score === undefined) return <span className="text-soft">…</span>;
  if (score.value === null) return unknownMark;
  return (
    <span className="flex items-baseline gap-2">
      <span className="w-14 shrink-0 text-right font-semibold text-body">
        <SiteAnswers siteId={site.id} find={{ counted: true, listing: canSay }} count={score.denominator}>
          {percent(score.value)}
        </SiteAnswers>
      </span>
      <span className="text-soft max-sm:hidden">
        {percentRange(score.interval95)}{' '}
        <SiteAnswers siteId={site.id} find={{ counted: true, listing: 'listed' }} count={score.numerator}>
          <ReadAs
            text={`${integer(score.numerator)} of ${countWithNoun(score.denominator, 'answer')}`}
          >{`${integer(score.numerator)}/${integer(score.denominator)}`}</ReadAs>
        </SiteAnswers>
      </span>
    </span>
  );
}

export const siteColumns: readonly Column<SiteRow>[] = [
  {
    id: 'site',
    name: 'Website',
    value: ({ site }) => site.name,
    file: { Website: ({ site }) => site.name, Domain: ({ site }) => site.domain },
    cell: ({ site, waiting }) => (
      <span className="flex items-center gap-2">
        <Link
          to="/sites/$siteId"
          params={{ siteId: site.id }}
          title={site.domain}
          className="one-line min-w-0 hover:underline sm:text-body"
        >
          <bdi>{site.name}</bdi>
        </Link>
        {waiting > 0 && (
          <Link
            to="/attention"
            aria-label={countWithNoun(waiting, 'thing needs attention', 'things need attention')}
            className="shrink-0 rounded-small bg-caution-wash px-1.5 font-medium text-caution"
          >
            ! {integer(waiting)}
          </Link>
        )}
      </span>
    ),
  },
  {
    id: 'now',
    name: 'Now',
    info: 'visibility',
    value: ({ report }) => report?.visibilityScore.value ?? null,
    file: {
      'Visibility %': ({ report }) => report?.visibilityScore.value ?? null,
      'Lower 95 %': ({ report }) => report?.visibilityScore.interval95?.lower ?? null,
      'Upper 95 %': ({ report }) => report?.visibilityScore.interval95?.upper ?? null,
      Listed: ({ report }) => report?.visibilityScore.numerator ?? null,
      Answers: ({ report }) => report?.visibilityScore.denominator ?? null,
    },
    cell: Now,
  },
  {
    id: 'days',
    name: '28 days',
    from: 'md',
    file: {},
    // Keeps its place while the report is read.
    cell: ({ site, report }) => (
      <span className="inline-flex h-5 w-21 items-center">
        {report !== null && (
          <Sparkline label={`${site.name}, day by day`} values={report.dailySamples.map(({ score }) => score)} />
        )}
      </span>
    ),
  },
  {
    id: 'change',
    name: 'Difference',
    info: 'pairedTest',
    value: ({ report }) => report?.comparison?.difference ?? null,
    file: {
      'Change, points': ({ report }) => report?.comparison?.difference ?? null,
      Verdict: ({ report }) => report?.comparison?.verdict ?? null,
    },
    cell: ({ report }) =>
      report?.comparison == null ? (
        <span className="text-soft">{unknownMark}</span>
      ) : (
        <Difference
          value={report.comparison.difference}
          isFound={report.comparison.verdict === 'increase' || report.comparison.verdict === 'decrease'}
        />
      ),
  },
  {
    id: 'asked',
    name: 'Asked',
    from: 'lg',
    value: ({ lastAnswer }) => lastAnswer,
    cell: ({ lastAnswer }) => (
      <span className="text-soft">
        {lastAnswer === null ? unknownMark : <Time iso={lastAnswer} shown={shortAgo(lastAnswer)} />}
      </span>
    ),
  },
  {
    id: 'next',
    name: 'Next',
    from: 'sm',
    value: ({ next }) => next?.nextDueAt ?? null,
    cell: ({ next, plans }) =>
      next !== null ? (
        <Link
          to="/plans/$planId"
          params={{ planId: next.id }}
          title={`${next.name}, ${utc(next.nextDueAt)}`}
          className="text-soft hover:underline"
        >
          {shortTime(next.nextDueAt)}
        </Link>
      ) : (
        <span className="text-soft">{plans.some(({ keyRevoked }) => keyRevoked) ? '– revoked' : unknownMark}</span>
      ),
  },
  {
    id: 'spend',
    name: 'Plan · spent',
    from: 'xl',
    value: ({ plans }) => plans.reduce((sum, { usedUsdThisMonth }) => sum + usedUsdThisMonth, 0),
    cell: ({ plans, site }) =>
      plans.length === 0 ? (
        <ForMembers>
          <Link to="/plans" search={{ make: site.id }} className="text-soft hover:underline">
            Plan rounds
          </Link>
        </ForMembers>
      ) : (
        <span className="text-soft">
          {plans.length === 1 ? <bdi>{plans[0]?.name.slice(0, 20)}</bdi> : countWithNoun(plans.length, 'plan')} ·{' '}
          {aboutDollars(plans.reduce((sum, { usedUsdThisMonth }) => sum + usedUsdThisMonth, 0))}
        </span>
      ),
  },
];
