import type { Interval } from '../statistics/interval.ts';
import { mean } from '../statistics/median.ts';
import type { ReportRow, Target } from './query/reportRow.ts';
import { countOf, deriveShare, scoreInterval, scoreOf } from './scoreOfCounts.ts';

/** A number as displayed everywhere: in its unit, with its parts. Null: unmeasured, or the metric has no such part. */
export type MetricFigures = {
  value: number | null;
  interval: Interval | null;
  part: number | null;
  whole: number | null;
};

/**
 * A metric of a report, and the only place that defines its texts and reads its value. All tables, files and pages loop
 * over these values.
 */
type Metric<Report> = {
  /** Name of the report's member with its value. */
  id: string;
  label: string;
  unit: 'percent' | 'fraction' | 'position';
  /** The counted answers or names, in a few words. */
  of: string;
  formula: string;
  /** Method of the interval; null if it has none. */
  interval: string | null;
  /** Reason why the value may be missing. */
  missing: string;
  /** Column headers in a file; null for a part that the metric does not have. */
  heads: { value: string; ends: string | null; part: string | null; whole: string };
  read(report: Report): MetricFigures;
};

/** A metric that can be counted over any rows, which a report query requests by id. */
type Counted = { count(rows: readonly ReportRow[], target: Target): MetricFigures };

const defineMetric = <Report>(metric: Metric<Report>): Metric<Report> => metric;
const defineCounted = <Report>(metric: Metric<Report> & Counted): Metric<Report> & Counted => metric;

/** Returns the statements of rows whose pages showed an answer. */
const statementsOf = (rows: readonly ReportRow[]) => rows.flatMap(({ says }) => says ?? []);

const rateOf = (counts: { listed: number; known: number }): MetricFigures => ({
  value: scoreOf(counts),
  interval: scoreInterval(counts),
  part: counts.listed,
  whole: counts.known,
});

type Ratio = { value: number | null; numerator: number; denominator: number; interval95: Interval | null };

const figuresOf = ({ value, numerator, denominator, interval95 }: Ratio): MetricFigures => ({
  value,
  interval: interval95,
  part: numerator,
  whole: denominator,
});

export const scoreMetric = defineCounted<{ visibilityScore: Ratio }>({
  id: 'visibilityScore',
  label: 'Visibility score',
  unit: 'percent',
  of: 'latest answers that list the website',
  formula:
    '100 × answers that list you ÷ answers that can say whether they do, over the latest completed answer to each question',
  interval: 'The interval is Wilson’s. The hollow part shows what undecided answers could still change.',
  missing: 'No answer in this period says whether you are listed.',
  heads: {
    value: 'Visibility score',
    ends: 'Score',
    part: 'Answers that list you',
    whole: 'Answers that can say',
  },
  read: (report) => figuresOf(report.visibilityScore),
  count(rows, { domain, own }) {
    const says = statementsOf(rows);
    // For a rival only mentions are known, so every answer counts and the rate is a lower bound.
    const listed = says.filter(({ positions }) => positions.has(domain)).length;
    return rateOf(own ? countOf(says.map(({ status }) => status)) : { listed, known: says.length });
  },
});

export const shareMetric = defineCounted<{ shareOfVoice: Ratio }>({
  id: 'shareOfVoice',
  label: 'Share of voice',
  unit: 'fraction',
  of: 'of the appearances of all identified domains',
  formula: 'appearances of your domain ÷ appearances of all identified domains, each once per answer',
  interval: 'The interval comes from ratio linearisation over answers.',
  missing: 'No answer names an identified domain.',
  heads: {
    value: 'Share of voice, fraction of 1',
    ends: 'Share',
    part: 'Recommendations of you',
    whole: 'Recommendations',
  },
  read: (report) => figuresOf(report.shareOfVoice),
  count: (rows, { domain }) => figuresOf(deriveShare(statementsOf(rows), domain)),
});

export const positionMetric = defineCounted<{ averagePosition: { value: number | null; listed: number } }>({
  id: 'averagePosition',
  label: 'Average position',
  unit: 'position',
  of: 'where listed only',
  formula:
    'mean of your first position in the answers that list you; other answers do not count. It describes saved answers; it is not a search-engine rank',
  interval: null,
  missing: 'No answer lists you.',
  heads: { value: 'Average position', ends: null, part: null, whole: 'Answers with a position' },
  read: ({ averagePosition: { value, listed } }) => ({ value, interval: null, part: null, whole: listed }),
  count(rows, { domain }) {
    const places = statementsOf(rows).flatMap(({ positions }) => positions.get(domain) ?? []);
    return { value: mean(places), interval: null, part: null, whole: places.length };
  },
});

export const steadinessMetric = defineMetric<{
  steadiness: { meanJaccard: number | null; interval95: Interval | null; questionsRepeated: number };
}>({
  id: 'steadiness',
  label: 'Steadiness',
  unit: 'fraction',
  of: 'questions asked again with one setup',
  formula:
    'mean overlap (Jaccard) of the recommended domains over all pairs of answers to one question with one setup, then over questions',
  interval:
    'Its interval (Wilson’s, of the mean) treats repeated questions as units. Engines without repeats have none.',
  missing: 'No question was asked twice with one setup.',
  heads: { value: 'Steadiness (mean Jaccard)', ends: 'Steadiness', part: null, whole: 'Questions repeated' },
  read: ({ steadiness: { meanJaccard, interval95, questionsRepeated } }) => ({
    value: meanJaccard,
    interval: interval95,
    part: null,
    whole: questionsRepeated,
  }),
});

export const noAnswerMetric = defineCounted<{
  coverage: {
    noAnswer: { rate: number | null; interval95: Interval | null; questions: number; of: number };
  };
}>({
  id: 'noAnswer',
  label: 'No answer shown',
  unit: 'percent',
  of: 'questions with a completed attempt',
  formula:
    'questions whose newest completed attempt found a page without an answer ÷ questions with a completed attempt. They are in no score',
  interval: 'The interval is Wilson’s.',
  missing: 'No completed attempt.',
  heads: {
    value: 'No answer shown %',
    ends: null,
    part: 'Questions without an answer',
    whole: 'Questions with a completed attempt',
  },
  read: ({ coverage: { noAnswer } }) => ({
    value: noAnswer.rate,
    interval: noAnswer.interval95,
    part: noAnswer.questions,
    whole: noAnswer.of,
  }),
  count: (rows) => rateOf({ listed: rows.filter(({ says }) => says === null).length, known: rows.length }),
});

/** Metrics of every report about one website at one engine. */
export const reportMetrics = [scoreMetric, shareMetric, positionMetric] as const;

/** Metrics that compare one engine and others. */
export const columnMetrics = [...reportMetrics, steadinessMetric, noAnswerMetric] as const;

/** Metrics of a report query. */
export const countedMetrics = [...reportMetrics, noAnswerMetric] as const;
export const countedMetricIds: readonly string[] = countedMetrics.map(({ id }) => id);

/** Describes formula and interval of a metric in one note. */
export function describeMetric({
  label,
  formula,
  interval,
}: Pick<Metric<never>, 'label' | 'formula' | 'interval'>): string {
  return `${label}: ${formula}.${interval === null ? '' : ` ${interval}`}`;
}
