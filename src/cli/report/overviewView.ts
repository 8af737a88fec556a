import type { DecidedDifference } from '../../domain/visibility/comparison/pairedTest.ts';
import { decidedOfV1, type V1Comparison } from '../../domain/visibility/comparison/v1.ts';
import type { WindowComparison } from '../../domain/visibility/comparison/windows.ts';
import type { Reports } from '../../domain/visibility/runReport.ts';
import { decimal, formatPercent, missing, plural, range, rangeBar, shareBar } from './figures.ts';
import { formatHead, metricsSection, unknownNote, withTitle } from './headline.ts';
import type { ReportView, Section } from './view.ts';

type Overview = Reports['overview'];

export function overviewView(report: Overview): ReportView {
  return {
    head: [...formatHead('Visibility overview', report), comparisonLine(report)],
    sections: [
      metricsSection(report),
      daysSection(report),
      domainsSection(report),
      ...(report.models.length > 1 ? [modelsSection(report)] : []),
      factsSection(report),
      ...(report.unresolvedNames.total > 0 ? [namesSection(report)] : []),
    ],
    notes: [
      ...unknownNote(report.visibilityScore),
      'Days are samples that may differ in questions and models, so they are not a controlled trend.',
      report.reading,
    ],
  };
}

function comparisonLine({ comparison, comparisonMissing }: Overview): string {
  if (comparison === null) return `Not compared with the previous period. ${comparisonMissing ?? ''}`;
  const { verdict, reason } = comparison;
  return `Compared with the previous period: ${verdict.replaceAll('_', ' ')}${differenceWords(comparison)}. ${reason}`;
}

/** Formats the difference that the verdict is about. v1 has no interval for it if repeats decide. */
function differenceWords(comparison: WindowComparison | V1Comparison): string {
  const decided = 'mcnemarP' in comparison ? decidedOfV1(comparison) : comparison;
  const { difference, p, compared, interval95 = null } = decided as Partial<DecidedDifference>;
  if (difference == null || p == null) return '';
  const range = interval95 === null ? '' : `${signed(interval95.lower)} to ${signed(interval95.upper)} at 95 %, `;
  return `, ${signed(difference)} points over ${plural(compared ?? 0, 'question')} (${range}p ${decimal(p, 4)})`;
}

const signed = (points: number): string => `${points > 0 ? '+' : ''}${decimal(points)}`;

function daysSection(report: Overview): Section {
  return {
    title: 'Days',
    columns: [
      'day',
      'listed',
      { name: '0 to 100 %', drawn: true },
      '95 %',
      { name: 'differs in', flexible: true },
      { name: 'models', wide: true },
    ],
    rows: report.dailySamples.map((day) => [
      day.date,
      formatPercent(day.score, day.listed, day.known),
      rangeBar(day.score, day.interval95, 20),
      range(day.interval95),
      [day.questionsDiffer === true ? 'questions' : '', day.setupDiffers === true ? 'setup' : '']
        .filter(Boolean)
        .join(', '),
      day.models.join(' '),
    ]),
    empty: 'No day has a completed answer.',
  };
}

function domainsSection(report: Overview): Section {
  const all = report.shareOfVoice.denominator;
  return {
    title: withTitle('Listed domains', report.domains),
    columns: [
      { name: 'domain', flexible: true },
      '',
      'share',
      { name: '', drawn: true },
      { name: 'average place', right: true },
    ],
    rows: report.domains.rows.map((row) => [
      row.domain,
      row.own ? 'you' : '',
      formatPercent(100 * row.share, row.appearances, all),
      shareBar(row.appearances, all, 12),
      decimal(row.averagePosition),
    ]),
    empty: 'No answer lists a domain that could be identified.',
  };
}

function modelsSection(report: Overview): Section {
  return {
    title: 'Models',
    columns: [
      { name: 'model', flexible: true },
      'listed',
      { name: '0 to 100 %', drawn: true },
      '95 %',
      { name: 'average place', right: true },
    ],
    rows: report.models.map((row) => [
      row.model ?? 'not recorded',
      formatPercent(row.score, row.listed, row.known),
      rangeBar(row.score, row.interval95, 20),
      range(row.interval95),
      decimal(row.averagePosition),
    ]),
    empty: '',
  };
}

/** Formats single figures, each with the count it is based on. */
function factsSection(report: Overview): Section {
  const {
    questionCoverage: request,
    stability,
    sourceConcentration: sources,
    citationIntegrity: links,
    detectableChange,
    panelPower,
  } = report;
  const share = (value: number | null, whole: number, what: string) =>
    value === null
      ? `${missing} (of ${plural(whole, what)})`
      : formatPercent(100 * value, Math.round(value * whole), whole);
  const { answers } = report.counts;
  return {
    title: 'Evidence',
    columns: ['fact', 'value'],
    rows: [
      ['Saved questions answered', `${request.answered} of ${request.savedQuestions ?? missing}`],
      ['Decided answers', `${request.known} of ${request.answered}`],
      [
        'Median age of the answers',
        request.medianAgeSeconds === null ? missing : `${decimal(request.medianAgeSeconds / 3600)} h`,
      ],
      [
        'Agreement of repeats (Jaccard, RBO)',
        `${decimal(stability.meanJaccard, 2)}, ${decimal(stability.meanRankBiasedOverlap, 2)} (${plural(stability.questionsRepeated, 'repeated question')})`,
      ],
      ['Citations from the five most cited domains', share(sources.topFiveShare, sources.citations, 'citation')],
      ['Names with a citation', share(links.citedMentionShare, links.mentions, 'name')],
      ['Answers without a search', share(links.noSearchShare, answers, 'answer')],
      ['Change detected four times in five', powerWords(panelPower)],
      [
        'Smallest change a later period could detect',
        detectableChange.percentagePoints === null
          ? `${missing} (${plural(detectableChange.questions, 'known question')})`
          : `${decimal(detectableChange.percentagePoints)} points (${plural(detectableChange.questions, 'known question')})`,
      ],
    ],
    empty: '',
  };
}

/** Formats "±35.2 points (30 × 1); ±20.3 with 30 × 3": decided questions × repeats. */
function powerWords({ questions, repeats, percentagePoints, larger }: Overview['panelPower']): string {
  const here = percentagePoints === null ? missing : `±${decimal(percentagePoints)} points`;
  const bigger =
    larger === null ? '' : `; ±${decimal(larger.percentagePoints)} with ${larger.questions} × ${larger.repeats}`;
  return `${here} (${questions} × ${decimal(repeats)})${bigger}`;
}

function namesSection(report: Overview): Section {
  return {
    title: withTitle('Unidentified names', report.unresolvedNames),
    columns: [
      { name: 'name', flexible: true },
      { name: 'answers', right: true },
    ],
    rows: report.unresolvedNames.rows.map((row) => [row.name, String(row.answers)]),
    empty: '',
  };
}
