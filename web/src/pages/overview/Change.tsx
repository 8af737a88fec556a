import type { ReactNode } from 'react';
import type { VisibilityOverview } from '../../../../src/contract/wireTypes.ts';
import { changeVerdicts } from '../../format/changes.ts';
import { countWithNoun, decimal, integer } from '../../format/numbers.ts';
import { powerWords } from '../../format/power.ts';
import { pWords, signed, threePlaces } from '../../format/tests.ts';
import { day } from '../../format/times.tsx';
import { showsAnswer } from '../../shell/answerSearch.ts';
import { ReadNote } from '../../shell/CutNote.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { HowComputed } from '../../ui/HowComputed.tsx';

const droppedWords: Record<keyof NonNullable<VisibilityOverview['comparison']>['dropped'], string> = {
  model_changed: 'the model changed',
  harness_changed: 'other settings',
  search_changed: 'the search settings changed',
  locale_changed: 'the location or language changed',
  unknown_identity: 'a name could not be identified',
};

/** Shows the previous period, compared question by question, with its verdict as text. */
export function Change({ report }: { report: VisibilityOverview }) {
  const { comparison, comparisonMissing } = report;
  if (comparison === null) {
    return (
      <Long>
        <p className="text-soft">{comparisonMissing}</p>
        <Power report={report} />
      </Long>
    );
  }
  const { previousWindow: before, gained, lost, difference, interval95, p, compared, repeated } = comparison;
  const dropped = Object.entries(comparison.dropped).filter(([, count]) => count > 0);
  return (
    <Long>
      <p className="font-medium">{changeVerdicts[comparison.verdict]}.</p>
      <p className="text-soft">
        Against {day(before.startDate)} – {day(before.endDate)}, the previous period of equal length.
      </p>
      <p className="measure text-soft">{comparison.reason}</p>
      {difference !== null && interval95 !== null && (
        <p className="mt-2">
          {signed(difference)} points on average of {countWithNoun(compared, 'question')} ({signed(interval95.lower)} to{' '}
          {signed(interval95.upper)} at 95 %, {pWords(p)}).
        </p>
      )}
      <Power report={report} />
      <Disclosure summary="Paired and unpaired answers" className="mt-3">
        <ul className="grid gap-1 border-line border-l-2 pl-3 text-small text-soft">
          <li>
            {countWithNoun(comparison.paired, 'question')} answered in both periods with the same model, settings and
            locale; {integer(comparison.unpaired)} answered in only one.
          </li>
          {gained !== null && lost !== null && comparison.paired > 0 && (
            <li>
              In their latest answers {integer(gained)} of {countWithNoun(comparison.paired, 'paired question')} started
              listing you and {integer(lost)} stopped.
            </li>
          )}
          {dropped.map(([reason, count]) => (
            <li key={reason}>
              {countWithNoun(count, 'question')} left out: {droppedWords[reason as keyof typeof droppedWords]}.
            </li>
          ))}
          <li>
            {comparison.noiseFloor.repeatPairs === 0
              ? 'No question was repeated inside a period, so the noise between reruns is not known.'
              : `Between reruns inside a period ${integer(comparison.noiseFloor.flips)} of ${integer(comparison.noiseFloor.repeatPairs)} pairs differ${comparison.noiseFloor.percentagePoints === null ? '.' : `; two such panels differ by about ${decimal(comparison.noiseFloor.percentagePoints)} points.`}`}
          </li>
          {comparison.looks > 1 && (
            <li>
              The saved answers allow {integer(comparison.looks)} such comparisons so far. Each is tested at p below{' '}
              {threePlaces(comparison.level)}, which keeps false reports to at most one in twenty overall.
            </li>
          )}
          {report.detectableChange.percentagePoints !== null && (
            <li>
              With these questions, a change below {decimal(report.detectableChange.percentagePoints)} points cannot be
              distinguished from chance.
            </li>
          )}
        </ul>
      </Disclosure>
      {difference !== null && (
        <div className="mt-1">
          <HowComputed
            formula={
              repeated > 0
                ? 'For each question, the share of its answers in this period that list you, minus that share in the period before, averaged over the questions, in points. Model, settings and locale are the same in both.'
                : '100 × (questions that list you now and did not before − questions that did and do not now) ÷ questions decided in both periods, each with the same model, settings and locale.'
            }
            counts={
              repeated > 0
                ? `Sum of the differences ÷ ${integer(compared)} = ${signed(difference)}`
                : `100 × (${integer(gained)} − ${integer(lost)}) ÷ ${integer(compared)} = ${signed(difference)}`
            }
            notes={[
              repeated > 0
                ? `${countWithNoun(repeated, 'question has', 'questions have')} several answers in a period, so all answers count. p comes from a sign-flip test; the interval contains the differences that this test would not reject.`
                : 'p is McNemar’s exact test; the interval is Tango’s for paired shares, at 95 %, and includes zero where the test finds no change. With fewer than six questions that changed, no such test can distinguish a change from chance.',
            ]}
            answers={report.counts.answers}
            find={{ listing: showsAnswer }}
            behind="Paired answers of this period"
          />
        </div>
      )}
    </Long>
  );
}

/** States the smallest change that these questions can show. */
function Power({ report }: { report: VisibilityOverview }) {
  return (
    <p className="measure mt-2">
      {powerWords(report.panelPower)}
      <ReadNote coverage={report.coverage} />
    </p>
  );
}

/** Shows the details of the first screen's one-line summary. */
function Long({ children }: { children: ReactNode }) {
  return (
    <Disclosure summary="What changed">
      <section aria-label="What changed" className="pb-3 pl-4 text-small">
        {children}
      </section>
    </Disclosure>
  );
}
