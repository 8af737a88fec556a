import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  noAnswerMetric,
  positionMetric,
  scoreMetric,
  shareMetric,
  steadinessMetric,
} from '../../../../src/domain/visibility/metrics.ts';
import type { EngineColumn, EngineComparison } from '../../api/engineQueries.ts';
import { IntervalTrack } from '../../charts/IntervalTrack.tsx';
import {
  countWithNoun,
  integer,
  percent,
  percentRange,
  position,
  share,
  shareRange,
  unknownMark,
} from '../../format/numbers.ts';
import { type AnswerSearch, canSay, showsAnswer } from '../../shell/answerSearch.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { ofOne } from './figures.ts';

/** The filters of the report in view, with this engine chosen. */
export function searchAt(
  engine: string,
  { q: _q, sort: _sort, domains: _domains, model: _model, ...filters }: PageSearch,
) {
  return { ...filters, engine };
}

type PageSearch = { q?: string; sort?: string; domains?: string; model?: string } & Record<string, unknown>;

/** A number, and the way to the answers that it counts. */
function Answers({ engine, find = {}, every = false, count, children }: AnswersProps) {
  return (
    <AnswersLink
      find={{ ...find, engine }}
      every={every}
      className="font-semibold hover:underline"
      {...(count === undefined ? {} : { count })}
    >
      {children}
    </AnswersLink>
  );
}

type AnswersProps = { engine: string; find?: AnswerSearch; every?: boolean; count?: number; children: ReactNode };

/** Some of the answers behind a number. */
function Some({ engine, find, every = false, count, children }: AnswersProps & { find: AnswerSearch }) {
  return (
    <AnswersLink
      find={{ ...find, engine }}
      every={every}
      className="hover:underline"
      {...(count === undefined ? {} : { count })}
    >
      {children}
    </AnswersLink>
  );
}

function Figure({ figure, told, picture }: { figure: ReactNode; told: ReactNode; picture?: ReactNode }) {
  return (
    <div className="min-w-0">
      <div className="flex items-baseline gap-2">
        <span className="shrink-0">{figure}</span>
        <span className="one-line min-w-0 text-small text-soft">{told}</span>
      </div>
      {picture}
    </div>
  );
}

const Unknown = ({ why }: { why: string }) => (
  <span title={why} className="font-semibold">
    {unknownMark}
    <span className="sr-only">{why}</span>
  </span>
);

/** The rows of the comparison: what each measure says of one engine, and the door to its answers. */
export const engineMeasures: readonly {
  name: string;
  of: string;
  cell(column: EngineColumn, data: EngineComparison): ReactNode;
}[] = [
  {
    name: scoreMetric.label,
    of: 'score',
    cell: ({ engine, label, visibilityScore: score }) =>
      score.value === null ? (
        <Figure
          figure={<Unknown why={scoreMetric.missing} />}
          picture={<IntervalTrack bare label={`${label}, visibility score`} value={null} interval={null} />}
          told={
            score.excludedUnknown > 0 ? (
              <Some engine={engine} find={{ listing: 'unknown' }} count={score.excludedUnknown}>
                {countWithNoun(score.excludedUnknown, 'answer')} cannot tell
              </Some>
            ) : (
              'No answer'
            )
          }
        />
      ) : (
        <Figure
          figure={
            <Answers engine={engine} find={{ listing: canSay }} count={score.denominator}>
              {percent(score.value)}
            </Answers>
          }
          picture={
            <IntervalTrack
              bare
              label={`${label}, visibility score`}
              value={score.value}
              interval={score.interval95}
              bounds={score.excludedUnknown > 0 ? score.worstCaseBounds : null}
            />
          }
          told={
            <>
              <Some engine={engine} find={{ listing: 'listed' }} count={score.numerator}>
                {ofOne(score.numerator, score.denominator, 'answer')}
              </Some>
              ; {percentRange(score.interval95)} at 95 %
              {score.excludedUnknown > 0 && (
                <>
                  {'; '}
                  <Some engine={engine} find={{ listing: 'unknown' }} count={score.excludedUnknown}>
                    {integer(score.excludedUnknown)} cannot tell
                  </Some>
                </>
              )}
            </>
          }
        />
      ),
  },
  {
    name: shareMetric.label,
    of: 'share',
    cell: ({ engine, shareOfVoice: voice, counts }, { website }) =>
      voice.value === null ? (
        <Figure figure={<Unknown why={shareMetric.missing} />} told="No identified domain" />
      ) : (
        <Figure
          figure={
            <Answers engine={engine} find={{ names: website.domain }} count={voice.numerator}>
              {share(voice.value)}
            </Answers>
          }
          told={`${ofOne(voice.numerator, voice.denominator, 'recommendation')} in ${countWithNoun(counts.answers, 'answer')}${voice.interval95 === null ? '' : `; ${shareRange(voice.interval95)} at 95 %`}`}
        />
      ),
  },
  {
    name: positionMetric.label,
    of: 'position',
    cell: ({ engine, averagePosition: place }) =>
      place.value === null ? (
        <Figure figure={<Unknown why={positionMetric.missing} />} told="Absent: no answer lists you" />
      ) : (
        <Figure
          figure={
            <Answers engine={engine} find={{ listing: 'listed' }} count={place.listed}>
              {position(place.value)}
            </Answers>
          }
          told={`${integer(place.min)}–${integer(place.max)}, ${integer(place.listed)} listed`}
        />
      ),
  },
  {
    name: steadinessMetric.label,
    of: 'steadiness',
    cell: ({ engine, steadiness: { questionsRepeated, meanJaccard, interval95, meanSameFirstShare } }) =>
      meanJaccard === null ? (
        <Figure figure={<Unknown why={steadinessMetric.missing} />} told="No repeated question" />
      ) : (
        <Figure
          figure={
            <Answers engine={engine} every>
              {share(meanJaccard)}
            </Answers>
          }
          told={`${countWithNoun(questionsRepeated, 'repeated question')}${interval95 === null ? '' : `; ${shareRange(interval95)} at 95 %`}${meanSameFirstShare === null ? '' : `; the first name stays in ${share(meanSameFirstShare)}`}`}
        />
      ),
  },
  {
    name: noAnswerMetric.label,
    of: 'noAnswer',
    cell: ({ engine, coverage: { noAnswer } }) =>
      noAnswer.rate === null ? (
        <Figure figure={<Unknown why={noAnswerMetric.missing} />} told="No completed attempt" />
      ) : (
        <Figure
          figure={
            <Answers engine={engine} find={{ listing: 'no_answer' }} count={noAnswer.questions}>
              {percent(noAnswer.rate)}
            </Answers>
          }
          told={`${ofOne(noAnswer.questions, noAnswer.of, 'question')}; ${percentRange(noAnswer.interval95)} at 95 %`}
        />
      ),
  },
  {
    name: 'Sources',
    of: 'sources',
    cell: ({ engine, sources }, { filters }) => {
      const own = sources.rows.find(({ owned }) => owned);
      const isTold = filters.sourceType !== 'external' && (own !== undefined || sources.total <= sources.rows.length);
      const yours =
        own === undefined ? (
          'none yours'
        ) : (
          <Some engine={engine} find={{ cites: own.domain }} count={own.answers}>
            yours in {countWithNoun(own.answers, 'answer')}
          </Some>
        );
      return (
        <Figure
          figure={
            <Link
              from="/sites/$siteId/engines"
              to="/sites/$siteId/sources"
              params={(now) => ({ siteId: now.siteId ?? '' })}
              search={(now) => searchAt(engine, now)}
              className="font-semibold hover:underline"
            >
              {countWithNoun(sources.total, 'domain')}
            </Link>
          }
          told={
            <>
              {countWithNoun(sources.citations, 'citation')} of {countWithNoun(sources.pages, 'page')}
              {isTold && <>; {yours}</>}
            </>
          }
        />
      );
    },
  },
  {
    name: 'Answers',
    of: 'answers',
    cell: ({ engine, coverage, comparability: { models, mixed } }) => (
      <Figure
        figure={
          <Answers engine={engine} find={{ listing: showsAnswer }} count={coverage.questionsAnswered}>
            {integer(coverage.questionsAnswered)} of {countWithNoun(coverage.questions, 'question')}
          </Answers>
        }
        told={
          <>
            <Some engine={engine} find={{}} every count={coverage.attemptsConsidered}>
              {countWithNoun(coverage.attemptsConsidered, 'attempt')}
            </Some>
            {coverage.failed > 0 && (
              <>
                {', '}
                <Some engine={engine} find={{ ended: 'failed' }} every count={coverage.failed}>
                  {integer(coverage.failed)} failed
                </Some>
              </>
            )}
            {', '}
            <span className={mixed ? 'text-caution' : ''}>{models.join(', ') || 'The vendor names no model'}</span>
          </>
        }
      />
    ),
  },
];
