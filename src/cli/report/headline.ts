import { positionMetric, scoreMetric, shareMetric } from '../../domain/visibility/metrics.ts';
import type { ReportHead } from '../../domain/visibility/reportHead.ts';
import type { Reports } from '../../domain/visibility/runReport.ts';
import { decimal, formatPercent, missing, plural, range, rangeBar } from './figures.ts';
import type { Section } from './view.ts';

/** First lines that several reports share. */

const barWidth = 14;

/** Formats the head of every report: its website, its question and its number of answers. */
export function formatHead(title: string, report: ReportHead, relation = 'of'): string[] {
  const { coverage, window, filters, website } = report;
  const dates =
    window.startDate === null && window.endDate === null
      ? 'all dates'
      : `${window.startDate ?? 'the start'} to ${window.endDate ?? 'today'} (UTC)`;
  const more = coverage.truncated ? ', and more history beyond the newest 100' : '';
  return [
    `${title} ${relation} ${website.domain}${'engine' in report ? ` at ${report.engine}` : ''}, ${dates}${filters.model === null ? '' : `, ${filters.model}`}`,
    ...(report.simulated ? ['SIMULATED: the bundled simulator answered. These are not measurements.'] : []),
    ...ruleOf(report),
    ...questionKindsOf(report),
    `${plural(coverage.attemptsConsidered, 'attempt')} considered${more}: ${coverage.completed} completed, ${coverage.failed} failed, ${coverage.cancelled} cancelled, ${coverage.active} active. ${coverage.questionsAnswered} of ${plural(coverage.questions, 'question')} answered.`,
  ];
}

/** Names the scope of the report, unless it is v2's default; reports of v1 have none. */
function ruleOf({ coverage }: ReportHead): string[] {
  return 'scope' in coverage
    ? []
    : ['Rule of v1: the newest 100 attempts of the period, including questions that name the website.'];
}

/** Describes which questions are counted; v1 counts all of them. */
function questionKindsOf({ coverage }: ReportHead): string[] {
  const kinds = coverage.questionKinds ?? null;
  if (kinds === null) return [];
  const { tag, choice, branded, others } = kinds;
  const named = plural(branded, 'branded question');
  const rest = plural(others, 'unbranded question');
  const counted = {
    exclude:
      branded === 0
        ? `${plural(others, 'question')} counted, none of them branded`
        : `${rest} counted, ${named} left out`,
    include: `${named} and ${rest} counted`,
    only: `${named} counted, ${rest} left out`,
  };
  return [`${tag === null ? '' : `Questions tagged ${tag}: `}${counted[choice]}.`];
}

type Measured = Pick<Reports['current'], 'visibilityScore' | 'shareOfVoice'>;

/** Formats a part of a whole as 0 to 100. */
function ratioRow(
  metric: typeof scoreMetric | typeof shareMetric,
  report: Measured,
  label: string = metric.label,
): string[] {
  const { value, interval, part, whole } = metric.read(report);
  const scale = metric.unit === 'fraction' ? 100 : 1;
  const percentage = value === null ? null : scale * value;
  const ends = interval === null ? null : { lower: scale * interval.lower, upper: scale * interval.upper };
  return [
    label,
    formatPercent(percentage, part ?? 0, whole ?? 0),
    rangeBar(percentage, ends, barWidth),
    range(ends),
    metric.of,
  ];
}

export function metricsSection(
  report: Pick<Reports['current'], 'window' | 'visibilityScore' | 'shareOfVoice' | 'averagePosition'> & {
    periodRate?: Reports['overview']['periodRate'];
  },
): Section {
  const { averagePosition: place, periodRate: rate = null } = report;
  // In a closed period the latest answers are those at its end, so "now" would be wrong.
  const score = report.window.endDate === null ? `${scoreMetric.label} now` : 'Visibility at the end';
  return {
    title: 'Metrics',
    columns: [
      'metric',
      'value',
      { name: '0 to 100 %', drawn: true },
      '95 % interval',
      { name: 'note', flexible: true, wide: true },
    ],
    rows: [
      ratioRow(scoreMetric, report, score),
      ...(rate === null
        ? []
        : [
            [
              'In this period',
              formatPercent(rate.value, rate.listed, rate.known),
              rangeBar(rate.value, rate.interval95, barWidth),
              range(rate.interval95),
              'the latest answer of each question on each day',
            ],
          ]),
      ratioRow(shareMetric, report),
      [
        positionMetric.label,
        place.value === null ? missing : `${decimal(place.value)} (${plural(place.listed, 'answer')})`,
        '',
        place.value === null ? missing : `median ${decimal(place.median)}, ${place.min} to ${place.max}`,
        positionMetric.of,
      ],
    ],
    empty: '',
  };
}

export function unknownNote(score: Reports['current']['visibilityScore']): string[] {
  const { excludedUnknown, knownByOwnerWord, noBases, openNameBounds, worstCaseBounds } = score;
  const notes: string[] = [];
  if (excludedUnknown > 0) {
    notes.push(
      `${plural(excludedUnknown, 'answer')} are undecided and excluded from the score. Counting all as no, or all as yes, would give ${range(worstCaseBounds)} %.`,
    );
  }
  if (knownByOwnerWord > 0) {
    notes.push(`${plural(knownByOwnerWord, 'answer')} decided only by the owner's statement about names.`);
  }
  if (noBases.by_name > 0) {
    notes.push(
      `${plural(noBases.by_name, 'answer')} counted as a no only by name, so an unregistered name of yours could be among them. With these undecided too: ${range(openNameBounds)} %.`,
    );
  }
  return notes;
}

/** Formats `Cited pages (50 of 132)`, so that a list that was cut off never looks complete. */
export function withTitle(title: string, list: { total: number; rows: readonly unknown[] }): string {
  return list.rows.length === list.total
    ? `${title} (${list.total})`
    : `${title} (${list.rows.length} of ${list.total})`;
}
