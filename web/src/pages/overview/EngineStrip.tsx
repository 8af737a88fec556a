import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { comparisonQuery } from '../../api/engineQueries.ts';
import type { FirstQuestions } from '../../api/queries.ts';
import { IntervalTrack } from '../../charts/IntervalTrack.tsx';
import { countWithNoun, integer, percent, percentRange, share, shareRange } from '../../format/numbers.ts';
import { canSay } from '../../shell/answerSearch.ts';
import { ReadNote } from '../../shell/CutNote.tsx';
import { filtersOf } from '../../shell/reportSearch.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Section.tsx';

type Coverage = { attemptsRead: number; attemptsConsidered: number };

/** The score of each engine that is asked about the website, one line each; nothing where there is one engine only. */
export function EngineStrip({ siteId, first }: { siteId: string; first: FirstQuestions | undefined }) {
  const { startDate, endDate, tag, branded } = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const asked = new Set(first?.questions.flatMap(({ engines }) => engines.map(({ engine }) => engine))).size;
  const compared = useQuery({
    ...comparisonQuery(siteId, { startDate, endDate, tag, branded }, 1),
    enabled: asked > 1 || first?.isWhole === false,
  });
  if (asked < 2 && (compared.data?.engines.length ?? 0) < 2) return null;
  const { data } = compared;
  const different = data?.pairs.filter(({ verdict }) => /listed_more$/.test(verdict)).length ?? 0;
  return (
    <Section
      title="Engine by engine"
      note={
        different > 0
          ? `${countWithNoun(different, 'pair')} of engines ${different === 1 ? 'differs' : 'differ'} by a test on the same questions. Several engines are never added up.`
          : 'Each by itself, over its latest answer to each question; never added up.'
      }
      actions={
        <Link
          to="/sites/$siteId/engines"
          params={{ siteId }}
          search={(now) => now}
          className={buttonLook('plain', true)}
        >
          Compare the engines
        </Link>
      }
    >
      {compared.isError && data === undefined && (
        <Failure error={compared.error} retry={() => void compared.refetch()} />
      )}
      {data === undefined ? (
        !compared.isError && <Skeleton className="h-32" />
      ) : (
        <>
          <ul className="divide-y divide-line">
            {data.engines.map(({ engine, label, visibilityScore: score, steadiness }) => (
              <li
                key={engine}
                className="grid min-h-10 items-center gap-x-6 py-1.5 sm:grid-cols-[minmax(0,13rem)_minmax(0,1fr)_minmax(0,15rem)] lg:grid-cols-[minmax(0,13rem)_minmax(0,1fr)_minmax(0,26rem)]"
              >
                <Link
                  to="/sites/$siteId"
                  params={{ siteId }}
                  search={({ model: _model, ...now }) => ({ ...now, engine })}
                  className="link w-fit max-w-full"
                >
                  {label}
                </Link>
                <IntervalTrack
                  bare
                  label={label}
                  value={score.value}
                  interval={score.interval95}
                  bounds={score.excludedUnknown > 0 ? score.worstCaseBounds : null}
                />
                <span className="text-small sm:text-right">
                  {score.value === null ? (
                    <span className="text-soft">No answer in this period says so</span>
                  ) : (
                    <>
                      <AnswersLink
                        find={{ engine, listing: canSay }}
                        count={score.denominator}
                        className="font-medium hover:underline"
                      >
                        {percent(score.value)}
                      </AnswersLink>
                      <span className="text-soft">
                        :{' '}
                        <AnswersLink
                          find={{ engine, listing: 'listed' }}
                          count={score.numerator}
                          className="hover:underline"
                        >
                          {integer(score.numerator)} of {countWithNoun(score.denominator, 'answer')}
                        </AnswersLink>
                        ; {percentRange(score.interval95)}
                      </span>
                      {steadiness.meanJaccard !== null && steadiness.interval95 !== null && (
                        <span className="block text-soft">
                          steady by {share(steadiness.meanJaccard)} ({shareRange(steadiness.interval95)}), over{' '}
                          {countWithNoun(steadiness.questionsRepeated, 'repeated question')}
                        </span>
                      )}
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
          <ReadNote what="Steadiness of each rests" coverage={fullest(data.engines)} />
        </>
      )}
    </Section>
  );
}

/** The coverage that leaves the most unread: what is read of the others is at least as much of what they have. */
function fullest(engines: readonly { coverage: Coverage }[]): Coverage {
  const unread = ({ attemptsConsidered, attemptsRead }: Coverage) => attemptsConsidered - attemptsRead;
  const none = { attemptsRead: 0, attemptsConsidered: 0 };
  return engines.reduce<Coverage>((most, { coverage }) => (unread(coverage) > unread(most) ? coverage : most), none);
}
