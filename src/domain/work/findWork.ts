import type { WebsiteResult } from '../checks/analyze.ts';
import type { Recommendation } from '../visibility/recommendations/rule.ts';
import type { WorkEvidence } from './workItem.ts';

/** Members of a suggestion's numbers that name its subject, most telling first. */
const subjectNames = ['domain', 'url', 'checkId', 'name', 'page'] as const;

/** Turns the suggestions of one engine into work. Notes on the evidence itself are left out. */
export function workOfSuggestions(
  rows: readonly Recommendation[],
  { engine, questionOf, observedAt }: { engine: string; questionOf(caseId: string): string; observedAt: string },
): WorkEvidence[] {
  return rows
    .filter(({ severity }) => severity !== 'info')
    .map((row) => {
      const questionIds = [...new Set(row.questionIds.map(questionOf))].sort();
      const named = subjectNames.map((name) => row.numbers[name]).find((value) => typeof value === 'string');
      const only = questionIds.length === 1 ? `question ${questionIds[0]}` : null;
      const page = row.numbers.url;
      return {
        source: 'suggestion',
        rule: row.ruleId,
        subject: String(named ?? only ?? 'website'),
        title: row.question ?? String(named ?? row.ruleId),
        advice: row.text,
        isGate: false,
        engines: [engine],
        questionIds,
        pages: typeof page === 'string' ? [page] : [],
        runIds: row.runIds,
        answers: row.totalRunIds,
        kind: row.severity,
        observedAt,
      };
    });
}

/** Failed checks of the newest capture. */
export function workOfChecks(
  result: Pick<WebsiteResult, 'checks'>,
  { runId, observedAt }: { runId: string; observedAt: string },
): WorkEvidence[] {
  return result.checks
    .filter(({ outcome }) => outcome === 'fail')
    .map((check) => {
      const urls = check.evidence.urls ?? check.evidence.pages;
      return {
        source: 'check',
        rule: check.id,
        subject: check.id,
        title: check.title,
        advice: `${check.evidenceLine} ${check.remediation}`,
        isGate: check.class === 'gate',
        engines: [],
        questionIds: [],
        pages: Array.isArray(urls) ? urls.filter((url): url is string => typeof url === 'string').slice(0, 20) : [],
        runIds: [runId],
        answers: 0,
        kind: check.class,
        observedAt,
      };
    });
}

/** Days with log lines from which "no crawler read it" can be said. */
const minCoveredHours = 24 * 21;

/** Captured pages that no search crawler read in a period that the logs cover. */
export function workOfUnreadPages(
  pages: readonly { url: string; status: number | null }[],
  log: { hoursCovered: number; readPaths: ReadonlySet<string>; lastAt: string | null },
): WorkEvidence[] {
  const { lastAt } = log;
  if (log.hoursCovered < minCoveredHours || log.readPaths.size === 0 || lastAt === null) return [];
  return pages
    .filter(({ status, url }) => status === 200 && !log.readPaths.has(new URL(url).pathname))
    .map(({ url }) => ({
      source: 'unread_page',
      rule: 'unread_page',
      subject: url,
      title: url,
      advice: 'No search crawler read this page while your logs were complete. Link it from pages that they read.',
      isGate: false,
      engines: [],
      questionIds: [],
      pages: [url],
      runIds: [],
      answers: 0,
      kind: 'unread',
      observedAt: lastAt,
    }));
}
