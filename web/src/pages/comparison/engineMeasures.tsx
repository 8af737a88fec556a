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
import { bounds, countWithNoun, integer, percent, position, share, shareBounds } from '../../format/numbers.ts';
import { canSay, showsAnswer } from '../../shell/answerSearch.ts';
import { ReadAs } from '../../ui/ReadAs.tsx';
import { Answers, Figure, Some, searchAt, Unknown } from './engineCells.tsx';
import { ofOne } from './figures.ts';

/** Rows of the comparison: each measure of one engine with a link to its answers. */
export const engineMeasures: readonly {
  name: string;
  of: string;
  cell(column: EngineColumn, data: EngineComparison): ReactNode;
}[] = [
  {
    name: 'Visibility',
    of: 'score',
    cell: ({ engine, label, visibilityScore: score }) =>
      score.value === null ? (
        <Figure
          figure={<Unknown why={scoreMetric.missing} />}
          picture={<IntervalTrack bare label={`${label}, visibility score`} value={null} interval={null} />}
          told={
            score.excludedUnknown > 0 ? (
              <Some engine={engine} find={{ listing: 'unknown' }} count={score.excludedUnknown}>
                {countWithNoun(score.excludedUnknown, 'answer')} undecided
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
              {bounds(score.interval95)}{' '}
              <Some engine={engine} find={{ listing: 'listed' }} count={score.numerator}>
                <ReadAs text={ofOne(score.numerator, score.denominator, 'answer')}>
                  {`${integer(score.numerator)}/${integer(score.denominator)}`}
                </ReadAs>
              </Some>
              {score.excludedUnknown > 0 && (
                <>
                  {' · '}
                  <Some engine={engine} find={{ listing: 'unknown' }} count={score.excludedUnknown}>
                    {integer(score.excludedUnknown)} undecided
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
    cell: ({ engine, shareOfVoice: voice }, { website }) =>
      voice.value === null ? (
        <Figure figure={<Unknown why={shareMetric.missing} />} told="No identified domain" />
      ) : (
        <Figure
          figure={
            <Answers engine={engine} find={{ names: website.domain }} count={voice.numerator}>
              {share(voice.value)}
            </Answers>
          }
          told={
            <>
              {voice.interval95 !== null && `${shareBounds(voice.interval95)} `}
              <ReadAs text={ofOne(voice.numerator, voice.denominator, 'recommendation')}>
                {`${integer(voice.numerator)}/${integer(voice.denominator)}`}
              </ReadAs>
            </>
          }
        />
      ),
  },
  {
    name: 'Position',
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
          told={`${integer(place.min)}–${integer(place.max)} · ${integer(place.listed)} listed`}
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
          told={
            <>
              {`${interval95 === null ? '' : `${shareBounds(interval95)} · `}${integer(questionsRepeated)} repeated`}
              {meanSameFirstShare !== null && ` · ${share(meanSameFirstShare)} same first`}
            </>
          }
        />
      ),
  },
  {
    name: 'No answer',
    of: 'noAnswer',
    cell: ({ engine, coverage: { noAnswer } }) =>
      noAnswer.rate === null ? (
        <Figure figure={<Unknown why={noAnswerMetric.missing} />} told={noAnswerMetric.missing} />
      ) : (
        <Figure
          figure={
            <Answers engine={engine} find={{ listing: 'no_answer' }} count={noAnswer.questions}>
              {percent(noAnswer.rate)}
            </Answers>
          }
          told={
            <>
              {bounds(noAnswer.interval95)}{' '}
              <ReadAs text={ofOne(noAnswer.questions, noAnswer.of, 'question')}>
                {`${integer(noAnswer.questions)}/${integer(noAnswer.of)}`}
              </ReadAs>
            </>
          }
        />
      ),
  },
  {
    name: 'Domains cited',
    of: 'sources',
    cell: ({ engine, sources }, { filters }) => {
      const own = sources.rows.find(({ owned }) => owned);
      const isTold = filters.sourceType !== 'external' && (own !== undefined || sources.total <= sources.rows.length);
      const yours =
        own === undefined ? (
          'none yours'
        ) : (
          <Some engine={engine} find={{ cites: own.domain }} count={own.answers}>
            yours {integer(own.answers)}
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
              {integer(sources.total)}
            </Link>
          }
          told={
            <>
              {countWithNoun(sources.pages, 'page')}
              {isTold && <> · {yours}</>}
            </>
          }
        />
      );
    },
  },
  {
    name: 'Answered',
    of: 'answers',
    cell: ({ engine, coverage }) => (
      <Figure
        figure={
          <Answers engine={engine} find={{ listing: showsAnswer }} count={coverage.questionsAnswered}>
            <ReadAs text={ofOne(coverage.questionsAnswered, coverage.questions, 'question')}>
              {`${integer(coverage.questionsAnswered)}/${integer(coverage.questions)}`}
            </ReadAs>
          </Answers>
        }
        told={
          <>
            <Some engine={engine} find={{}} every count={coverage.attemptsConsidered}>
              {countWithNoun(coverage.attemptsConsidered, 'attempt')}
            </Some>
            {coverage.failed > 0 && (
              <>
                {' · '}
                <Some engine={engine} find={{ ended: 'failed' }} every count={coverage.failed}>
                  {integer(coverage.failed)} failed
                </Some>
              </>
            )}
          </>
        }
      />
    ),
  },
  {
    name: 'Model',
    of: 'model',
    cell: ({ comparability: { models, mixed } }) => (
      <span title={models.join(', ')} className={`one-line text-small ${mixed ? 'text-caution' : 'text-soft'}`}>
        {models.join(', ') || 'no model named'}
      </span>
    ),
  },
];
