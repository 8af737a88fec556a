import type { Reports } from '../../domain/visibility/runReport.ts';
import { formatPercent, missing, plural, range, rangeBar, shareBar, shortTime } from './figures.ts';
import { formatHead, metricsSection, unknownNote, withTitle } from './headline.ts';
import { overviewView } from './overviewView.ts';
import type { ReportView } from './view.ts';

function currentView(report: Reports['current']): ReportView {
  return {
    head: formatHead('Current visibility', report),
    sections: [metricsSection(report)],
    notes: [...unknownNote(report.visibilityScore), report.reading],
  };
}

function citationsView(report: Reports['citations']): ReportView {
  const { totals } = report;
  const top = report.citations.rows[0]?.answers ?? 0;
  const columns = [
    { name: 'page', flexible: true, middle: true },
    '',
    { name: 'answers', right: true },
    { name: '', drawn: true },
    { name: 'questions', right: true },
    { name: 'only found', right: true, wide: true },
  ] as const;
  const row = (citedUrl: Reports['citations']['citations']['rows'][number]) => [
    bare(citedUrl.url),
    whose(citedUrl),
    String(citedUrl.answers),
    shareBar(citedUrl.answers, top, 6),
    String(citedUrl.questions),
    String(citedUrl.retrievedOnly),
  ];
  return {
    head: [
      ...formatHead('Top cited pages', report),
      `${plural(totals.citations, 'citation')} of ${plural(totals.urls, 'page')} on ${plural(totals.domains, 'domain')}; ${totals.ownedCitations} of them yours.`,
    ],
    sections: [
      {
        title: withTitle('Cited pages', report.citations),
        columns,
        rows: report.citations.rows.map(row),
        empty: 'No page is cited.',
      },
      {
        title: withTitle('Domains', report.domains),
        columns: [
          { name: 'domain', flexible: true },
          '',
          'share of citations',
          { name: '', drawn: true },
          { name: 'pages', right: true },
          { name: 'answers', right: true },
        ],
        rows: report.domains.rows.map((citedDomain) => [
          citedDomain.domain,
          whose(citedDomain),
          formatPercent(100 * citedDomain.share, citedDomain.citations, totals.citations),
          shareBar(citedDomain.citations, totals.citations, 10),
          String(citedDomain.urls),
          String(citedDomain.answers),
        ]),
        empty: 'No domain is cited.',
      },
      {
        title: withTitle('Found by search but not cited', report.retrievedOnly),
        columns: [{ name: 'page', flexible: true, middle: true }, '', { name: 'answers', right: true }],
        rows: report.retrievedOnly.rows.map((match) => [bare(match.url), whose(match), String(match.retrievedOnly)]),
        empty: 'None.',
      },
    ],
    notes: ['A citation is what the provider returned, not proof that the page supports the answer.', report.reading],
  };
}

function whose({ owned }: { owned: boolean }): string {
  return owned ? 'yours' : '';
}

/** Removes https, which nearly every page has; any other scheme stays. */
function bare(url: string): string {
  return url.replace(/^https:\/\/(www\.)?/, '');
}

function promptsView(report: Reports['prompts']): ReportView {
  return {
    head: formatHead('Visibility by question', report),
    sections: [
      {
        title: withTitle('Questions', report.questions),
        columns: [
          { name: 'question', flexible: true },
          'now',
          { name: 'place', right: true },
          'listed',
          { name: '0 to 100 %', drawn: true },
          { name: '95 %', wide: true },
          { name: 'observed', wide: true },
          { name: 'model', wide: true },
        ],
        rows: report.questions.rows.map((row) => [
          row.question,
          row.targetStatus === null ? row.latestStatus : wordOf(row.targetStatus),
          row.position === null ? missing : String(row.position),
          formatPercent(row.listedRate, row.listed, row.known),
          rangeBar(row.listedRate, row.interval95, 10),
          range(row.interval95),
          shortTime(row.observedAt),
          row.model ?? missing,
        ]),
        empty: 'No questions were asked in this period.',
      },
    ],
    notes: [...failedNotes(report), report.reading],
  };
}

function failedNotes(report: Reports['prompts']): string[] {
  return report.questions.rows
    .filter((row) => row.failedAttemptsSince > 0)
    .map(
      (row) =>
        `${plural(row.failedAttemptsSince, 'later attempt')} failed; the answer shown is the latest completed one: ${row.question}`,
    );
}

const words = { listed: 'listed', not_listed: 'not listed', unknown: 'unknown' } as const;

function wordOf(status: keyof typeof words): string {
  return words[status];
}

function recommendationsView(report: Reports['recommendations']): ReportView {
  return {
    head: formatHead('Recommended next steps', report, 'for'),
    sections: report.recommendations.rows.map((row) => ({
      title: `${row.severity.toUpperCase()}  ${row.text}`,
      columns: ['', { name: '', flexible: true }],
      rows: [
        ['rule', `${row.ruleId}, version ${row.ruleVersion}`],
        [plural(row.questionIds.length, 'question'), row.questionIds.join(' ')],
        [plural(row.totalRunIds, 'run'), row.runIds.join(' ')],
      ],
      empty: '',
    })),
    notes: [
      ...(report.recommendations.rows.length === 0 ? ['No suggestions from these answers.'] : []),
      ...cutNote(report.recommendations),
      report.note,
      report.reading,
    ],
  };
}

function cutNote(list: { total: number; rows: readonly unknown[] }): string[] {
  return list.rows.length === list.total ? [] : [`${list.rows.length} of ${list.total} are shown; --limit shows more.`];
}

export const viewOf: { [name in keyof Reports]: (report: Reports[name]) => ReportView } = {
  current: currentView,
  overview: overviewView,
  citations: citationsView,
  prompts: promptsView,
  recommendations: recommendationsView,
};
