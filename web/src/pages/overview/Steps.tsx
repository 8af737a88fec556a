import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Recommendation, Website } from '../../../../src/contract/wireTypes.ts';
import { call } from '../../api/http.ts';
import { queryClient, sitesQuery } from '../../api/queries.ts';
import { rivalsChanged } from '../../api/rivalQueries.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { behindSuggestion } from '../../shell/answerSearch.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { Clamped } from '../../ui/Clamped.tsx';
import { Sentence } from '../../ui/Foreign.tsx';
import { Failure } from '../../ui/Notice.tsx';
import { stepWords } from './stepWords.ts';

const severities: Record<Recommendation['severity'], string> = {
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  info: 'Note',
};
const bars: Record<Recommendation['severity'], number> = { high: 3, medium: 2, low: 1, info: 0 };

function Severity({ of }: { of: Recommendation['severity'] }) {
  return (
    <span className="inline-flex items-center gap-1.5 self-start pt-0.5 text-small text-soft">
      <svg aria-hidden="true" viewBox="0 0 14 12" className="h-3 w-3.5">
        {[0, 1, 2].map((index) => (
          <rect
            key={index}
            x={index * 5}
            y={8 - index * 4}
            width="3"
            height={4 + index * 4}
            rx="1"
            fill={index < bars[of] ? 'var(--ink)' : 'var(--other)'}
            fillOpacity={index < bars[of] ? 1 : 0.5}
          />
        ))}
      </svg>
      {severities[of]}
    </span>
  );
}

/** The gravest first; among equals, the order of the report. */
export function bySeverity(rows: readonly Recommendation[]): readonly Recommendation[] {
  return [...rows].sort((a, b) => bars[b.severity] - bars[a.severity]);
}

/** Observations with a suggested action, each linked to the answers that show it. */
export function Steps({ rows, site }: { rows: readonly Recommendation[]; site: Website }) {
  return (
    <ol className="divide-y divide-line">
      {rows.map((row) => (
        <li
          key={`${row.ruleId} ${row.questionIds.join(' ')} ${row.text}`}
          className="grid gap-1 py-3 first:pt-0 sm:grid-cols-[5.5rem_1fr] sm:gap-4"
        >
          <Severity of={row.severity} />
          <div className="min-w-0">
            <Question row={row} siteId={site.id} />
            <p className="measure break-words">
              <Sentence text={stepWords(row)} />
            </p>
            <Capture row={row} siteId={site.id} />
            {row.ruleId === 'VR21' && typeof row.numbers.domain === 'string' && (
              <SettleDomain domain={row.numbers.domain} site={site} />
            )}
            {row.totalRunIds > 0 && (
              <p className="mt-1 text-small text-soft">
                <AnswersLink find={behindSuggestion(row)} every className="link">
                  Seen in {countWithNoun(answersOf(row), 'answer')}
                </AnswersLink>
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** A website run, which some rules also name, is not an answer. */
const answersOf = ({ totalRunIds, numbers }: Recommendation): number =>
  totalRunIds - (typeof numbers.websiteRunId === 'string' ? 1 : 0);

/** Link to the capture that a suggestion is based on, at its check. */
function Capture({ row, siteId }: { row: Recommendation; siteId: string }) {
  const { websiteRunId: run, checkId } = row.numbers;
  if (typeof run !== 'string' || typeof checkId !== 'string') return null;
  return (
    <p className="mt-1 text-small">
      <Link to="/sites/$siteId/website" params={{ siteId }} search={{ run }} hash={checkId} className="link">
        See what the capture found
      </Link>
    </p>
  );
}

function Question({ row, siteId }: { row: Recommendation; siteId: string }) {
  const questionId = row.questionIds[0];
  if (row.question === null || questionId === undefined) return null;
  return (
    <Link to="/sites/$siteId/questions/$questionId" params={{ siteId, questionId }} className="link font-medium">
      <Clamped text={row.question} />
    </Link>
  );
}

/** A recurring domain is settled with one click: it is a rival, or it is none; either way it is not suggested again. */
function SettleDomain({ domain, site }: { domain: string; site: Website }) {
  const settle = useMutation({
    mutationFn: async (isRival: boolean) => {
      if (isRival) await call('declareRival', { id: site.id, domain });
      else await call('changeSite', { id: site.id, settledDomains: [...(site.settledDomains ?? []), domain] });
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sitesQuery.queryKey });
      await rivalsChanged(site.id);
    },
  });
  return (
    <span className="screen-only mt-1 flex flex-wrap gap-2">
      <Button forMembers small busy={settle.isPending} onClick={() => settle.mutate(true)}>
        Add {domain} as a rival
      </Button>
      <Button forMembers small kind="quiet" disabled={settle.isPending} onClick={() => settle.mutate(false)}>
        Dismiss {domain}
      </Button>
      {settle.isError && <Failure error={settle.error} />}
    </span>
  );
}
