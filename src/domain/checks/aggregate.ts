import type { JsonValue } from '../canonicalJson.ts';
import { count, type Evidence, type Outcome, type PageCounts, unmeasured, type Verdict } from './check.ts';
import type { PageEvidence, ReadablePage, SiteEvidence } from './site.ts';

export type PageRule = (page: ReadablePage, site: SiteEvidence) => Verdict;

const order: readonly Outcome[] = ['fail', 'warn', 'pass', 'not_applicable'];
const maxExamples = 5;

/**
 * The page-to-site rule: fail when home fails or at least 20 % of the measured pages fail; warn when any page fails or at
 * least 20 % warn; else pass. Pages to which the rule does not apply are not counted among the measured ones.
 */
export function siteOutcome(counts: PageCounts, home: Verdict['outcome'] | null): Outcome | 'unmeasured' {
  const measured = counts.pass + counts.warn + counts.fail;
  if (measured === 0) return counts.notApplicable > 0 && counts.unmeasured === 0 ? 'not_applicable' : 'unmeasured';
  if (home === 'fail' || counts.fail * 5 >= measured) return 'fail';
  if (counts.fail > 0 || counts.warn * 5 >= measured) return 'warn';
  return 'pass';
}

export function countPages(verdicts: readonly Verdict[]): PageCounts {
  const counts = { pass: 0, warn: 0, fail: 0, notApplicable: 0, unmeasured: 0 };
  for (const { outcome } of verdicts) counts[outcome === 'not_applicable' ? 'notApplicable' : outcome] += 1;
  return counts;
}

export type PageVerdict = { page: PageEvidence; verdict: Verdict };

/** Runs a page rule over the readable pages and makes one verdict about the site of it. */
export function overPages(site: SiteEvidence, rule: PageRule): Verdict {
  const each = site.readable.map((page) => ({ page, verdict: rule(page, site) }));
  const counts = countPages(each.map(({ verdict }) => verdict));
  const home = each.find(({ page }) => page.isHome)?.verdict.outcome ?? null;
  const outcome = siteOutcome(counts, home);
  if (outcome === 'unmeasured') {
    const first = each.find(({ verdict }) => verdict.outcome === 'unmeasured')?.verdict;
    return first ?? unmeasured('page_missing', 'No page could be read.');
  }
  return { outcome, pages: counts, evidence: summary(each, counts), line: lineOf(each, counts) };
}

/** The worst pages with their evidence, in the order of the sample. */
export function summary(each: readonly PageVerdict[], counts: PageCounts): Evidence {
  const examples: JsonValue[] = [];
  for (const outcome of order) {
    for (const { page, verdict } of each) {
      if (verdict.outcome === 'unmeasured' || verdict.outcome !== outcome) continue;
      if (examples.length >= maxExamples || outcome === 'not_applicable') continue;
      examples.push({ url: page.url, outcome, ...verdict.evidence });
    }
  }
  return { measured: counts.pass + counts.warn + counts.fail, examples };
}

function lineOf(each: readonly PageVerdict[], counts: PageCounts): string {
  const measured = counts.pass + counts.warn + counts.fail;
  for (const outcome of ['fail', 'warn'] as const) {
    const worst = each.find(({ verdict }) => verdict.outcome === outcome);
    if (worst === undefined) continue;
    const split = [`${counts.fail} fail`, `${counts.warn} warn`].join(', ');
    return `${split} of ${count(measured, 'page')}. ${worst.page.url}: ${worst.verdict.line}`;
  }
  const first = each.find(({ verdict }) => verdict.outcome === 'pass') ?? each[0];
  if (measured === 0) return first?.verdict.line ?? '';
  return `All of ${count(measured, 'page')}. ${first?.page.url ?? ''}: ${first?.verdict.line ?? ''}`;
}
