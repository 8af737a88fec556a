import type { Interval } from '../../domain/statistics/interval.ts';
import type { Csv, Field } from '../../domain/text/csv.ts';
import { positionMetric, scoreMetric, shareMetric } from '../../domain/visibility/metrics.ts';
import type { Reports } from '../../domain/visibility/runReport.ts';

/** Tables of reports as CSV. Missing figures are empty fields; lists inside a field are joined by a space. */

function ends(interval: Interval | null): [Field, Field] {
  return [interval?.lower ?? null, interval?.upper ?? null];
}

/** Converts an id to the column name that files of version 1 use. */
const snakeCase = (id: string): string => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function ratioRow(
  metric: typeof scoreMetric | typeof shareMetric,
  report: Reports['current'],
  runIds: readonly string[],
): Field[] {
  const { value, interval, part, whole } = metric.read(report);
  return [snakeCase(metric.id), value, metric.unit, part, whole, ...ends(interval), runIds.join(' ')];
}

function currentCsv(report: Reports['current']): Csv {
  const { visibilityScore: score, shareOfVoice: share, averagePosition: place, counts } = report;
  const count = (name: string, value: number): Field[] => [name, value, 'answers', null, null, null, null, null];
  return {
    columns: ['measure', 'value', 'unit', 'numerator', 'denominator', 'lower', 'upper', 'run_ids'],
    rows: [
      ratioRow(scoreMetric, report, score.runIds),
      ['visibility_score_worst_case', null, 'percent', null, null, ...ends(score.worstCaseBounds), null],
      ['visibility_score_open_names', null, 'percent', null, null, ...ends(score.openNameBounds), null],
      ...Object.entries(score.noBases).map(([basis, answers]) => count(`answers_not_listed_${basis}`, answers)),
      ratioRow(shareMetric, report, share.runIds),
      [
        snakeCase(positionMetric.id),
        place.value,
        positionMetric.unit,
        null,
        place.listed,
        place.min,
        place.max,
        place.runIds.join(' '),
      ],
      ['median_position', place.median, 'position', null, place.listed, place.min, place.max, null],
      count('answers', counts.answers),
      count('answers_known', counts.known),
      count('answers_unknown', counts.unknown),
      count('answers_listed', counts.listed),
      count('answers_not_listed', counts.notListed),
    ],
  };
}

function citationsCsv(report: Reports['citations']): Csv {
  const row =
    (list: string) =>
    (citedUrl: Reports['citations']['citations']['rows'][number]): Field[] => [
      list,
      citedUrl.url,
      citedUrl.title,
      citedUrl.domain,
      citedUrl.owned,
      citedUrl.answers,
      citedUrl.questions,
      citedUrl.retrievedOnly,
      citedUrl.runIds.join(' '),
    ];
  return {
    columns: ['list', 'url', 'title', 'domain', 'owned', 'answers', 'questions', 'retrieved_only', 'run_ids'],
    rows: [...report.citations.rows.map(row('cited')), ...report.retrievedOnly.rows.map(row('retrieved_only'))],
  };
}

function promptsCsv(report: Reports['prompts']): Csv {
  return {
    columns: [
      ...[
        'case_id',
        'question',
        'latest_status',
        'target_status',
        'position',
        'observed_at',
        'model',
        'harness_version',
      ],
      ...['run_id', 'attempts', 'completed', 'listed', 'known', 'unknown', 'listed_rate', 'lower', 'upper'],
      ...['repeats', 'mean_jaccard', 'mean_rank_biased_overlap', 'failed_attempts_since', 'target_basis', 'candidates'],
    ],
    rows: report.questions.rows.map((row) => [
      ...[row.caseId, row.question, row.latestStatus, row.targetStatus, row.position, row.observedAt, row.model],
      ...[row.harnessVersion, row.runId, row.attempts, row.completed, row.listed, row.known, row.unknown],
      ...[row.listedRate, ...ends(row.interval95), row.stability?.answers ?? null, row.stability?.meanJaccard ?? null],
      ...[row.stability?.meanRankBiasedOverlap ?? null, row.failedAttemptsSince],
      ...[row.targetBasis, row.candidates.join(' | ')],
    ]),
  };
}

function recommendationsCsv(report: Reports['recommendations']): Csv {
  return {
    columns: [
      'rule_id',
      'rule_version',
      'priority',
      'severity',
      'text',
      'question_ids',
      'run_ids',
      'total_runs',
      'numbers',
    ],
    rows: report.recommendations.rows.map((row) => [
      ...[row.ruleId, row.ruleVersion, row.priority, row.severity, row.text, row.questionIds.join(' ')],
      ...[row.runIds.join(' '), row.totalRunIds, JSON.stringify(row.numbers)],
    ]),
  };
}

/** Writes the overview, which has many tables, as one figure per line: table, name and value. */
function overviewCsv(report: Reports['overview']): Csv {
  const rows: Field[][] = [];
  const walk = (value: unknown, path: readonly string[]): void => {
    if (Array.isArray(value)) {
      if (value.every((item) => typeof item === 'string')) rows.push([...placed(path), value.join(' ')]);
      else value.forEach((item, index) => void walk(item, [...path, formatName(item, index)]));
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) walk(inner, [...path, name]);
    } else rows.push([...placed(path), value as Field]);
  };
  walk(report, []);
  return { columns: ['section', 'measure', 'value'], rows };
}

function placed([section = '', ...rest]: readonly string[]): [string, string] {
  return [section, rest.join('.')];
}

/** Names rows by their subject, so that two exports can be compared line by line. */
function formatName(item: unknown, index: number): string {
  const row = item as { [name: string]: unknown };
  for (const name of ['date', 'domain', 'caseId', 'name', 'model']) {
    if (typeof row[name] === 'string') return row[name];
  }
  return String(index);
}

export const csvOf: { [name in keyof Reports]: (report: Reports[name]) => Csv } = {
  current: currentCsv,
  overview: overviewCsv,
  citations: citationsCsv,
  prompts: promptsCsv,
  recommendations: recommendationsCsv,
};
