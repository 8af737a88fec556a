import { useRef } from 'react';
import type { VisibilityOverview } from '../../../../src/contract/wireTypes.ts';
import { pngOf } from '../../charts/exportPicture.ts';
import { IntervalTrack } from '../../charts/IntervalTrack.tsx';
import { PositionRange } from '../../charts/PositionRange.tsx';
import { noBasesOf } from '../../format/bases.ts';
import { countWithNoun, integer, percent, percentRange, position, share } from '../../format/numbers.ts';
import { canSay, showsAnswer } from '../../shell/answerSearch.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { HowComputed } from '../../ui/HowComputed.tsx';
import { SaveCsv, SavePng } from '../../ui/Save.tsx';
import { Metric } from './Metric.tsx';
import { numbersHead, numbersOf } from './numbersFile.ts';

const times100 = (interval: { lower: number; upper: number } | null) =>
  interval === null ? null : { lower: interval.lower * 100, upper: interval.upper * 100 };

/** The three numbers of the first screen, each with its certainty and its counts. */
export function Metrics({ report, note }: { report: VisibilityOverview; note: string }) {
  const { visibilityScore: score, shareOfVoice: voice, shareAmongRivals: among, averagePosition: place } = report;
  const tracks = useRef<HTMLDivElement>(null);
  const draw = async () => {
    const captions = [
      `Visibility score ${percent(score.value)}: ${integer(score.numerator)} of ${countWithNoun(score.denominator, 'answer')}`,
      `Share of voice ${share(voice.value)}: ${integer(voice.numerator)} of ${countWithNoun(voice.denominator, 'recommendation')}`,
      `Average position ${position(place.value)}: over ${countWithNoun(place.listed, 'answer')}`,
    ];
    const drawings = [...(tracks.current?.querySelectorAll<SVGSVGElement>('svg[role=img]') ?? [])];
    return pngOf(
      drawings.map((svg, index) => ({ svg, caption: captions[index] ?? '' })),
      `How visible is ${report.website.domain}?`,
      note,
    );
  };
  return (
    <div className="mb-10">
      <div ref={tracks} className="grid md:grid-cols-3">
        <Metric
          name="Visibility score"
          find={{ listing: canSay }}
          count={score.denominator}
          figure={percent(score.value)}
          reason={score.value === null ? 'No answer in this period says whether you are listed.' : undefined}
          told={
            <>
              {score.value === null ? (
                'No answer says yet whether you are listed.'
              ) : (
                <>
                  Listed in{' '}
                  <AnswersLink find={{ listing: 'listed' }} count={score.numerator}>
                    {integer(score.numerator)}
                  </AnswersLink>{' '}
                  of {countWithNoun(score.denominator, 'answer')}; {percentRange(score.interval95)} at 95 %.
                </>
              )}
              {score.excludedUnknown > 0 && (
                <>
                  {' '}
                  <AnswersLink find={{ listing: 'unknown' }}>
                    {countWithNoun(score.excludedUnknown, 'answer')}
                  </AnswersLink>{' '}
                  left out: cannot tell (hollow).
                </>
              )}
            </>
          }
          picture={
            <IntervalTrack
              label="Visibility score"
              value={score.value}
              interval={score.interval95}
              bounds={score.excludedUnknown > 0 ? score.worstCaseBounds : null}
            />
          }
          how={
            <HowComputed
              formula="100 × answers that list you ÷ answers that can say whether they do, over the latest completed answer of each question."
              counts={`100 × ${integer(score.numerator)} ÷ ${integer(score.denominator)} = ${percent(score.value)}`}
              notes={[
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
                      `A product of yours under a name that you have not registered hides among those ${countWithNoun(score.noBases.by_name, 'answer')} with names that are not matched. If all of them, and all that cannot tell, listed you, the score would be ${percent(score.openNameBounds?.upper ?? null)}. Settings, Names shows these names.`,
                    ]
                  : []),
                score.excludedUnknown === 0
                  ? 'No answer is left out.'
                  : `${countWithNoun(score.excludedUnknown, 'answer')} cannot tell, and ${score.excludedUnknown === 1 ? 'is' : 'are'} left out: your name stands there without being recommended, a name may be yours, or the answer cannot be read. If all were a no, or all a yes, the score would lie at ${percentRange(score.worstCaseBounds)}.`,
              ]}
              answers={score.denominator}
              find={{ listing: canSay }}
            />
          }
        />
        <Metric
          name="Share of voice"
          find={{ names: report.website.domain }}
          count={voice.numerator}
          figure={share(voice.value)}
          reason={voice.value === null ? 'No answer names a domain that could be identified.' : undefined}
          told={
            voice.value === null ? (
              'No answer names an identified domain yet.'
            ) : (
              <>
                {rankText(report.domains)}
                {integer(voice.numerator)} of {countWithNoun(voice.denominator, 'recommendation')} in{' '}
                <AnswersLink find={{ listing: showsAnswer }} count={report.counts.answers}>
                  {countWithNoun(report.counts.answers, 'answer')}
                </AnswersLink>{' '}
                are yours
                {voice.interval95 === null ? '.' : `; ${percentRange(times100(voice.interval95))} at 95 %.`}
                {amongText(among)}
              </>
            )
          }
          picture={
            <IntervalTrack
              label="Share of voice"
              value={voice.value === null ? null : voice.value * 100}
              interval={times100(voice.interval95)}
              {...leaderEnd(report)}
            />
          }
          how={
            <HowComputed
              formula="Appearances of your domain ÷ appearances of all identified domains, each domain once per answer."
              counts={`${integer(voice.numerator)} ÷ ${integer(voice.denominator)} = ${share(voice.value)}`}
              notes={[
                'Every identified domain counts, so it reads lower than in tools that count tracked rivals only.',
                'The interval comes from ratio linearisation over answers, at 95 %.',
              ]}
              answers={report.counts.answers}
              find={{ listing: showsAnswer }}
            />
          }
        />
        <Metric
          name="Average position"
          find={{ listing: 'listed' }}
          count={place.listed}
          figure={position(place.value)}
          reason={place.value === null ? 'No answer in this period lists you.' : undefined}
          told={
            place.value === null ? (
              'Absent: no answer lists you.'
            ) : (
              <>
                Over the{' '}
                <AnswersLink find={{ listing: 'listed' }} count={place.listed}>
                  {countWithNoun(place.listed, 'answer')}
                </AnswersLink>{' '}
                that list you; median {position(place.median)}, from {integer(place.min)} to {integer(place.max)}. Lower
                is better.
              </>
            )
          }
          picture={<PositionRange {...place} />}
          how={
            <HowComputed
              formula="Mean of your first place in each answer that lists you. Answers that do not list you have no place and are not counted."
              counts={`mean over ${countWithNoun(place.listed, 'answer')} = ${position(place.value)}`}
              notes={[
                'One is the first name of a list. It describes these saved answers; it is not a search-engine rank.',
                ...(place.listed < 10 ? ['Below ten listed answers, positions say little.'] : []),
              ]}
              answers={place.listed}
              find={{ listing: 'listed' }}
            />
          }
        />
      </div>
      <div className="screen-only mt-2 flex justify-end gap-1">
        <SaveCsv name={`${report.website.domain}-numbers`} head={numbersHead} rows={() => numbersOf(report)} />
        <SavePng name={`${report.website.domain}-numbers`} draw={draw} />
      </div>
    </div>
  );
}

/** Among hundreds of domains a share is small: it is drawn against the leader's, and its place is told. */
function leaderEnd({ domains, shareOfVoice }: VisibilityOverview): { end?: { value: number; word: string } } {
  const [leader] = domains.rows;
  if (leader === undefined) return {};
  const value = 100 * Math.max(leader.share, shareOfVoice.interval95?.upper ?? 0);
  const isLeader = value === 100 * leader.share;
  return {
    end: { value, word: isLeader ? `${share(leader.share)}, ${leader.own ? 'you' : 'the leader'}` : percent(value) },
  };
}

/** `Rank 3 of 40 domains; ` where the place is known: domains with the same share have the same place. */
function rankText({ rows, total }: VisibilityOverview['domains']): string {
  const own = rows.find((row) => row.own);
  if (own === undefined) return '';
  const rank = 1 + rows.filter((row) => row.share > own.share).length;
  return `Rank ${integer(rank)} of ${countWithNoun(total, 'domain')}; `;
}

/** The second share of voice, with what it is over. */
function amongText(among: VisibilityOverview['shareAmongRivals']): string {
  if (among === null) return '';
  const over = `you and ${countWithNoun(among.rivals, 'declared rival')}`;
  if (among.value === null) return ` Among ${over}: none is recommended.`;
  const ends = among.interval95 === null ? '' : `; ${percentRange(times100(among.interval95))}`;
  return ` Among ${over}: ${share(among.value)} (${integer(among.numerator)} of ${integer(among.denominator)}${ends}).`;
}
