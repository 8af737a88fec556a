import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { comparisonQuery } from '../../api/engineQueries.ts';
import { enginesQuery, type FirstQuestions } from '../../api/queries.ts';
import { IntervalTrack } from '../../charts/IntervalTrack.tsx';
import { shortNames } from '../../engines/engineWords.ts';
import { countWithNoun, integer, percent, unknownMark } from '../../format/numbers.ts';
import { canSay } from '../../shell/answerSearch.ts';
import { filtersOf } from '../../shell/reportSearch.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { Info } from '../../ui/Info.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { ReadAs } from '../../ui/ReadAs.tsx';

/** Shows the score of each engine asked about the website, one line each; nothing with a single engine. */
export function EngineStrip({ siteId, first }: { siteId: string; first: FirstQuestions | undefined }) {
  const { startDate, endDate, tag, branded } = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const engines = useQuery(enginesQuery).data ?? [];
  const count = new Set(first?.questions.flatMap((question) => question.engines.map(({ engine }) => engine))).size;
  const compared = useQuery({
    ...comparisonQuery(siteId, { startDate, endDate, tag, branded }, 1),
    enabled: count > 1 || first?.isWhole === false,
  });
  const { data } = compared;
  if (count < 2 && (data?.engines.length ?? 0) < 2) return null;
  const names = shortNames(data?.engines.map(({ engine, label }) => ({ id: engine, label })) ?? engines);
  return (
    <section aria-label="Engine by engine" className="@container min-w-0">
      <h2 className="flex items-center gap-1.5 font-medium text-small text-soft">
        Engines <Info of="engines" label="engines" />
        <Link
          to="/sites/$siteId/engines"
          params={{ siteId }}
          search={(now) => now}
          aria-label="Compare the engines"
          className="screen-only ml-auto font-normal hover:text-ink hover:underline"
        >
          Compare
        </Link>
      </h2>
      {compared.isError && data === undefined && (
        <Failure error={compared.error} retry={() => void compared.refetch()} />
      )}
      {data === undefined ? (
        !compared.isError && <Skeleton className="mt-1 h-20" />
      ) : (
        <ul>
          {data.engines.map(({ engine, label, visibilityScore: score }) => (
            <li
              key={engine}
              className="flex min-h-7 items-center gap-3 text-small @max-[17rem]:flex-wrap @max-[17rem]:gap-y-0"
            >
              <Link
                to="/sites/$siteId"
                params={{ siteId }}
                search={({ model: _model, ...now }) => ({ ...now, engine })}
                title={label}
                aria-label={label}
                className="w-16 shrink-0 truncate hover:underline @max-[17rem]:grow"
              >
                {names.get(engine) ?? label}
              </Link>
              <span className="min-w-0 grow @max-[17rem]:hidden">
                <IntervalTrack
                  bare
                  label={label}
                  value={score.value}
                  interval={score.interval95}
                  bounds={score.excludedUnknown > 0 ? score.worstCaseBounds : null}
                />
              </span>
              <AnswersLink
                find={{ engine, listing: canSay }}
                count={score.denominator}
                className="w-14 shrink-0 text-right font-medium hover:underline"
              >
                {score.value === null ? unknownMark : percent(score.value)}
              </AnswersLink>
              <AnswersLink
                find={{ engine, listing: 'listed' }}
                count={score.numerator}
                className="w-12 shrink-0 text-right text-soft hover:underline"
              >
                <ReadAs
                  text={`${integer(score.numerator)} of ${countWithNoun(score.denominator, 'answer')}`}
                >{`${integer(score.numerator)}/${integer(score.denominator)}`}</ReadAs>
              </AnswersLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
