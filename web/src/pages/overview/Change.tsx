import type { VisibilityOverview } from '../../../../src/api/wireTypes.ts';
import { counted, decimal, integer } from '../../format/numbers.ts';
import { day } from '../../format/times.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { HowComputed } from '../../ui/HowComputed.tsx';
import { Section } from '../../ui/Section.tsx';

const verdicts = {
  increase: 'More answers list you than before',
  decrease: 'Fewer answers list you than before',
  no_detectable_change: 'No change that these answers could show',
  insufficient_data: 'Too few shared questions to tell',
  not_comparable: 'The two windows cannot be compared',
} as const;

/** The window before, compared question by question, with its verdict in words. */
export function Change({ report }: { report: VisibilityOverview }) {
  const { comparison, comparisonMissing } = report;
  if (comparison === null) {
    return (
      <Section title="What changed">
        <p className="text-soft">{comparisonMissing}</p>
      </Section>
    );
  }
  const { previousWindow: before, gained, lost, difference, interval95, mcnemarP } = comparison;
  const dropped = Object.entries(comparison.dropped).filter(([, count]) => count > 0);
  return (
    <Section
      title="What changed"
      note={`Against ${day(before.startDate)} – ${day(before.endDate)}, the window of equal length before.`}
    >
      <p className="font-medium">{verdicts[comparison.verdict]}.</p>
      <p className="measure text-soft">{comparison.reason}</p>
      {gained !== null && lost !== null && comparison.paired > 0 && (
        <p className="mt-2">
          {integer(gained)} gained and {integer(lost)} lost of {counted(comparison.paired, 'paired question')}
          {difference !== null &&
            interval95 !== null &&
            `: ${signed(difference)} points (${signed(interval95.lower)} to ${signed(interval95.upper)} at 95 %, ${pWords(mcnemarP)})`}
          .
        </p>
      )}
      <Disclosure summary="What was paired, and what was not" className="mt-3">
        <ul className="grid gap-1 border-line border-l-2 pl-3 text-small text-soft">
          <li>
            {counted(comparison.paired, 'question')} answered in both windows with the same model, harness and locale;{' '}
            {integer(comparison.unpaired)} answered in one only.
          </li>
          {dropped.map(([reason, count]) => (
            <li key={reason}>
              {counted(count, 'question')} left out: {reason.replaceAll('_', ' ')}.
            </li>
          ))}
          <li>
            {comparison.noiseFloor.repeatPairs === 0
              ? 'No question was repeated inside a window, so the noise between reruns is not known.'
              : `Between reruns inside a window ${integer(comparison.noiseFloor.flips)} of ${integer(comparison.noiseFloor.repeatPairs)} pairs differ${comparison.noiseFloor.percentagePoints === null ? '.' : `; two reruns of this panel differ by about ${decimal(comparison.noiseFloor.percentagePoints)} points.`}`}
          </li>
          {report.detectableChange.percentagePoints !== null && (
            <li>
              With these questions, a change below {decimal(report.detectableChange.percentagePoints)} points cannot be
              told from chance.
            </li>
          )}
        </ul>
      </Disclosure>
      {comparison.paired > 0 && (
        <div className="mt-1">
          <HowComputed
            formula="100 × (questions that list you now and did not before − questions that did and do not now) ÷ questions answered with known identity in both windows, each with the same model, harness and locale."
            counts={`100 × (${integer(gained)} − ${integer(lost)}) ÷ ${integer(comparison.paired)} = ${difference === null ? '–' : signed(difference)}`}
            notes={[
              'The interval is Tango’s for paired shares, at 95 %; p is McNemar’s exact test. With fewer than six questions that changed, no such test can tell a change from chance.',
            ]}
            runIds={[...comparison.runIds.current, ...comparison.runIds.previous]}
          />
        </div>
      )}
    </Section>
  );
}

const signed = (value: number): string => `${value > 0 ? '+' : value < 0 ? '−' : '±'}${decimal(Math.abs(value))}`;
const three = new Intl.NumberFormat(undefined, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
const pWords = (value: number | null): string =>
  value === null ? 'p unknown' : value < 0.001 ? `p < ${three.format(0.001)}` : `p = ${three.format(value)}`;
