import { Link } from '@tanstack/react-router';
import type { VisibilityOverview } from '../../../../src/contract/wireTypes.ts';
import { accuracyForEngine, isWeak } from '../../../../src/domain/audit/readingAccuracy.ts';
import { positionMetric, scoreMetric, shareMetric } from '../../../../src/domain/visibility/metrics.ts';
import { IntervalDrawing } from '../../charts/IntervalDrawing.tsx';
import { pngOfDrawing } from '../../charts/pngOfDrawing.ts';
import { noBasesOf } from '../../format/bases.ts';
import { bounds, countWithNoun, integer, percent, percentRange, position, share } from '../../format/numbers.ts';
import { canSay, showsAnswer } from '../../shell/answerSearch.ts';
import { CutNote } from '../../shell/CutNote.tsx';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { Difference } from '../../ui/Difference.tsx';
import { HowComputed } from '../../ui/HowComputed.tsx';
import { Info } from '../../ui/Info.tsx';
import { ReadAs } from '../../ui/ReadAs.tsx';
import { SaveCsv, SavePng } from '../../ui/Save.tsx';
import { WeaklyRead } from '../../ui/WeaklyRead.tsx';
import { Metric } from './Metric.tsx';
import { numbersHead, numbersOf } from './numbersFile.ts';

const times100 = (interval: { lower: number; upper: number } | null) =>
  interval === null ? null : { lower: interval.lower * 100, upper: interval.upper * 100 };

/** Shows the three numbers of the first screen, each with its interval, counts and difference. */
export function Metrics({ report, period }: { report: VisibilityOverview; period: string }) {
  const { visibilityScore: score, shareOfVoice: voice, averagePosition: place, comparison } = report;
  const accuracy = report.simulated ? null : accuracyForEngine(report.engine);
  const isFound = comparison?.verdict === 'increase' || comparison?.verdict === 'decrease';
  return (
    <>
      <Metric
        name={scoreMetric.label}
        title="Visibility"
        info="visibility"
        find={{ listing: canSay }}
        count={score.denominator}
        figure={percent(score.value)}
        reason={score.value === null ? scoreMetric.missing : undefined}
        warns={report.coverage.truncated}
        rest={
          score.value === null ? (
            'No decided answer yet'
          ) : (
            <>
              {bounds(score.interval95)} ·{' '}
              <AnswersLink find={{ listing: 'listed' }} count={score.numerator} className="hover:underline">
                <ReadAs
                  text={`Listed in ${integer(score.numerator)} of ${countWithNoun(score.denominator, 'answer')}`}
                >{`${integer(score.numerator)}/${integer(score.denominator)}`}</ReadAs>
              </AnswersLink>
              {score.excludedUnknown > 0 && (
                <>
                  {' · '}
                  <UndecidedLink siteId={report.website.id} score={score} />
                </>
              )}
              {isWeak(accuracy) && (
                <>
                  {' · '}
                  <WeaklyRead accuracy={accuracy} of="This engine" />
                </>
              )}
            </>
          )
        }
        change={
          <>
            {comparison !== null && (
              <Difference value={comparison.difference} interval={comparison.interval95} isFound={isFound} />
            )}
            <PeriodRate rate={report.periodRate} period={period} />
          </>
        }
        how={
          <HowComputed
            formula={scoreMetric.formula}
            counts={`100 × ${integer(score.numerator)} ÷ ${integer(score.denominator)} = ${percent(score.value)}`}
            notes={[
              ...(report.comparability.mixed
                ? ['Models or settings are mixed. Filter by one before you compare.']
                : []),
              ...(report.coverage.noAnswer.questions > 0
                ? [
                    `For ${countWithNoun(report.coverage.noAnswer.questions, 'further question')} the page showed no answer.`,
                  ]
                : []),
              ...(report.coverage.truncated ? [<CutNote key="cut" coverage={report.coverage} />] : []),
              'The interval is Wilson’s, at 95 %, for questions like these.',
              ...noBasesOf(score.noBases).map(({ basis, answers, text }) => (
                <span key={basis}>
                  Not listed:{' '}
                  <AnswersLink find={{ listing: 'not_listed', basis }} count={answers}>
                    {countWithNoun(answers, 'answer')}
                  </AnswersLink>
                  , because {text}.
                </span>
              )),
              ...(score.noBases.by_name > 0
                ? [
                    `A product of yours with an unregistered name may be among the unidentified names in ${countWithNoun(score.noBases.by_name, 'answer')}. If all of them, and all undecided answers, listed you, the score would be ${percent(score.openNameBounds?.upper ?? null)}. Settings, Names shows these names.`,
                  ]
                : []),
              score.excludedUnknown === 0
                ? 'No answer is left out.'
                : `${countWithNoun(score.excludedUnknown, 'answer is', 'answers are')} undecided and left out: your name appears without being recommended, a name may be yours, or the answer cannot be read. Counting all of them as no, or all as yes, puts the score at ${percentRange(score.worstCaseBounds)}.`,
            ]}
            answers={score.denominator}
            find={{ listing: canSay }}
          />
        }
      />
      <Metric
        name={shareMetric.label}
        title={shareMetric.label}
        info="shareOfVoice"
        find={{ names: report.website.domain }}
        count={voice.numerator}
        figure={share(voice.value)}
        reason={voice.value === null ? 'No answer names a domain that could be identified.' : undefined}
        rest={
          voice.value === null ? (
            'No identified domain yet'
          ) : (
            <>
              {bounds(times100(voice.interval95))} · {rankText(report.domains)}
            </>
          )
        }
        change={<span className="text-soft">{amongText(report.shareAmongRivals)}</span>}
        how={
          <HowComputed
            formula={shareMetric.formula}
            counts={`${integer(voice.numerator)} ÷ ${integer(voice.denominator)} = ${share(voice.value)}`}
            notes={[
              ...(voice.value === null
                ? []
                : [`${integer(voice.numerator)} of ${countWithNoun(voice.denominator, 'recommendation')} are yours.`]),
              'Every identified domain counts, so it reads lower than in tools that count tracked rivals only.',
              'The interval comes from ratio linearisation over answers, at 95 %.',
            ]}
            answers={report.counts.answers}
            find={{ listing: showsAnswer }}
          />
        }
      />
      <Metric
        name={positionMetric.label}
        title="Position"
        info="position"
        find={{ listing: 'listed' }}
        count={place.listed}
        figure={position(place.value)}
        reason={place.value === null ? 'No answer in this period lists you.' : undefined}
        rest={
          place.value === null
            ? positionMetric.missing
            : `${integer(place.min)}–${integer(place.max)} · median ${position(place.median)}`
        }
        change={
          place.value === null ? null : (
            <AnswersLink find={{ listing: 'listed' }} count={place.listed} className="text-soft hover:underline">
              {integer(place.listed)} listed
            </AnswersLink>
          )
        }
        how={
          <HowComputed
            formula={positionMetric.formula}
            counts={`mean over ${countWithNoun(place.listed, 'answer')} = ${position(place.value)}`}
            notes={[
              'Lower is better: one is the first name of a list. It describes these saved answers; it is not a search-engine rank.',
              ...(place.listed < 10 ? ['With fewer than ten listed answers, positions say little.'] : []),
            ]}
            answers={place.listed}
            find={{ listing: 'listed' }}
          />
        }
      />
    </>
  );
}

/** Shows the share of undecided answers, with a link to decide them. */
function UndecidedLink({ siteId, score }: { siteId: string; score: VisibilityOverview['visibilityScore'] }) {
  const { excludedUnknown: open, denominator } = score;
  return (
    <Link
      to="/sites/$siteId/check"
      params={{ siteId }}
      search={(now) => now}
      aria-label={countWithNoun(open, 'answer undecided: decide it', 'answers undecided: decide them')}
      className="hover:underline"
    >
      {percent((100 * open) / (open + denominator))} undecided
    </Link>
  );
}

/** Formats the value of all answers in the period as a line: `28 days 48 % 45–51 688/1,434`. */
function PeriodRate({ rate, period }: { rate: VisibilityOverview['periodRate']; period: string }) {
  if (rate === null || rate.value === null) return null;
  return (
    <span className="text-soft max-sm:block sm:ml-2 sm:whitespace-nowrap">
      {period} <span className="text-ink">{percent(rate.value)}</span>{' '}
      {rate.interval95 !== null && `${bounds(rate.interval95)} `}
      <AnswersLink find={{ listing: canSay }} every className="hover:underline">
        <ReadAs
          text={`${period}: listed in ${integer(rate.listed)} of ${countWithNoun(rate.known, 'answer')}`}
        >{`${integer(rate.listed)}/${integer(rate.known)}`}</ReadAs>
      </AnswersLink>
      <Info of="period" label="now and the period" />
    </span>
  );
}

/** Exports the three numbers as files. */
export function SaveNumbers({ report, note }: { report: VisibilityOverview; note: string }) {
  const { visibilityScore: score, shareOfVoice: voice, averagePosition: place, website } = report;
  const draw = () =>
    pngOfDrawing(
      <IntervalDrawing
        rows={[
          {
            label: scoreMetric.label,
            value: score.value,
            interval: score.interval95,
            text: `${percent(score.value)}, ${integer(score.numerator)} of ${countWithNoun(score.denominator, 'answer')}`,
          },
          {
            label: shareMetric.label,
            value: voice.value === null ? null : voice.value * 100,
            interval: times100(voice.interval95),
            text: `${share(voice.value)}, ${integer(voice.numerator)} of ${countWithNoun(voice.denominator, 'recommendation')}`,
          },
        ]}
      />,
      `How visible is ${website.domain}?`,
      `${note}. Average position ${position(place.value)} over ${countWithNoun(place.listed, 'answer')}.`,
    );
  return (
    <>
      <SaveCsv name={`${website.domain}-numbers`} head={numbersHead} rows={() => numbersOf(report)} />
      <SavePng name={`${website.domain}-numbers`} draw={draw} />
    </>
  );
}

/** Formats `#3 of 40`: domains with the same share have the same rank. Empty if the own one is unknown. */
function rankText({ rows, total }: VisibilityOverview['domains']): string {
  const own = rows.find((row) => row.own);
  if (own === undefined) return countWithNoun(total, 'domain');
  return `#${integer(1 + rows.filter((row) => row.share > own.share).length)} of ${integer(total)}`;
}

/** Formats the share among declared rivals, if there are any. */
function amongText(among: VisibilityOverview['shareAmongRivals']): string {
  return among === null || among.value === null
    ? ''
    : `${share(among.value)} of ${countWithNoun(among.rivals, 'rival')} and you`;
}
