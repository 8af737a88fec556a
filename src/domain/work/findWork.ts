import type { WebsiteResult } from '../checks/analyze.ts';
import type { SourceGap } from '../citedPages/sourceGaps.ts';
import type { Fact } from '../facts/fact.ts';
import type { Recommendation } from '../visibility/recommendations/rule.ts';
import type { WorkEvidence } from './workItem.ts';

/** Fields of a suggestion's numbers that name its subject, most telling first. */
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
      const [finding = row.text] = row.text.split(/(?<=[.;]) /, 1);
      return {
        source: 'suggestion',
        rule: row.ruleId,
        subject: String(named ?? only ?? 'website'),
        title: row.question ?? String(named ?? finding.replace(/[.;]$/, '')),
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

/** Turns failed checks of the newest capture into work. */
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

/** Hours with log lines that are required to claim "no crawler read it". */
const minCoveredHours = 24 * 21;

/** Turns captured pages that no search crawler read, in a period covered by the logs, into work. */
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

const unplaced = { isGate: false, engines: [], pages: [], answers: 0 };

/** Turns cited pages that recommend others and not the website into work. */
export function workOfGaps(gaps: readonly SourceGap[], questionOf: (caseId: string) => string): WorkEvidence[] {
  return gaps.flatMap(({ state, page, url, domain, title, recommends, runIds, questionIds }) => {
    if (state !== 'open' || page === null) return [];
    const names = recommends.slice(0, 5).map(({ name }) => name);
    return [
      {
        ...unplaced,
        source: 'source_gap',
        rule: 'source_gap',
        subject: url,
        title: title === null ? domain : `${domain}: ${title}`,
        advice: `Ask its authors to consider you: the page recommends ${names.join(', ')} and not you.`,
        pages: [url],
        questionIds: [...new Set(questionIds.map(questionOf))].sort(),
        runIds: runIds.slice(0, 20),
        answers: runIds.length,
        kind: 'gap',
        observedAt: page.readAt,
      },
    ];
  });
}

type Contradiction = { factId: string; runId: string; caseId: string; engine: string };

/** Turns facts that the latest answers contradict into work. */
export function workOfFacts(
  facts: readonly Fact[],
  contradictions: readonly Contradiction[],
  { questionOf, observedAt }: { questionOf(caseId: string): string; observedAt: string },
): WorkEvidence[] {
  const byFact = Map.groupBy(contradictions, ({ factId }) => factId);
  return facts.flatMap(({ id, name, versions: [newest] }) => {
    const own = byFact.get(id) ?? [];
    if (own.length === 0 || newest === undefined) return [];
    const runIds = [...new Set(own.map(({ runId }) => runId))].sort();
    return [
      {
        ...unplaced,
        source: 'wrong_fact',
        rule: 'wrong_fact',
        subject: id,
        title: name,
        advice: `Answers contradict “${name}: ${newest.value}”. Correct the pages that they cite, or the fact.`,
        engines: [...new Set(own.map(({ engine }) => engine))].sort(),
        pages: [newest.sourceUrl],
        questionIds: [...new Set(own.map(({ caseId }) => questionOf(caseId)))].sort(),
        runIds: runIds.slice(0, 20),
        answers: runIds.length,
        kind: 'wrong',
        observedAt,
      },
    ];
  });
}
