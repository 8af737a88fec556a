import { wilson } from '../statistics/wilson.ts';
import type { JsonValue } from '../text/canonicalJson.ts';
import { type Evidence, type Outcome, type PageCounts, unmeasured, type Verdict } from './check.ts';
import type { PageEvidence, ReadablePage, SiteEvidence } from './site.ts';

export type PageRule = (page: ReadablePage, site: SiteEvidence) => Verdict;

const order: readonly Outcome[] = ['fail', 'warn', 'pass', 'not_applicable'];
const maxExamples = 5;

/**
 * Applies the page-to-site rule: fail when home fails or at least 20 % of the measured pages fail; warn when any page
 * fails or at least 20 % warn; otherwise pass. Pages to which the rule does not apply are not counted as measured.
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

/** Runs a page rule over the readable pages and combines the results into one verdict for the site. */
export function overPages(site: SiteEvidence, rule: PageRule): Verdict {
  const each = site.readable.map((page) => ({ page, verdict: rule(page, site) }));
  const counts = countPages(each.map(({ verdict }) => verdict));
  const home = each.find(({ page }) => page.isHome)?.verdict.outcome ?? null;
  const outcome = siteOutcome(counts, home);
  if (outcome === 'unmeasured') {
    const first = each.find(({ verdict }) => verdict.outcome === 'unmeasured')?.verdict;
    return first ?? unmeasured('page_missing', 'No page could be read.');
  }
  const evidence = { ...summary(each, counts), ...failingShare(site, counts.fail, measuredOf(counts)) };
  return { outcome, pages: counts, evidence, line: deriveLine(site, each, counts) };
}

function measuredOf({ pass, warn, fail }: PageCounts): number {
  return pass + warn + fail;
}

/** Returns true if every address that the capture knew was read: shares then describe the website, not a sample. */
function isWholeSite({ bundle, pages }: SiteEvidence): boolean {
  const { sampling } = bundle.plan;
  return sampling !== undefined && pages.filter((page) => !page.isHome).length >= sampling.candidates;
}

type FailingShare = { failingInterval: { lowPercent: number; highPercent: number } } | Record<string, never>;

/**
 * Returns the Wilson 95 % interval of the share of failing pages, in whole percent, for a sample of a larger website.
 * Nothing if all known pages were read, or too few to estimate a share.
 */
export function failingShare(site: SiteEvidence, failing: number, measured: number): FailingShare {
  if (measured < 2 || isWholeSite(site)) return {};
  const { lower, upper } = wilson(failing, measured);
  return { failingInterval: { lowPercent: Math.floor(lower * 100), highPercent: Math.ceil(upper * 100) } };
}

/** Formats ` (of all pages of the website, 9 to 53 % may fail, at 95 % confidence)`, or an empty text. */
export function intervalText(share: FailingShare): string {
  if (!('failingInterval' in share) || share.failingInterval === undefined) return '';
  const { lowPercent, highPercent } = share.failingInterval;
  return ` (of all pages of the website, ${lowPercent} to ${highPercent} % may fail, at 95 % confidence)`;
}

/** Lists the worst pages with their evidence, in sample order. */
export function summary(each: readonly PageVerdict[], counts: PageCounts): Evidence {
  const examples: JsonValue[] = [];
  for (const outcome of order) {
    for (const { page, verdict } of each) {
      if (verdict.outcome === 'unmeasured' || verdict.outcome !== outcome) continue;
      if (examples.length >= maxExamples || outcome === 'not_applicable') continue;
      examples.push({ url: page.url, outcome, ...verdict.evidence });
    }
  }
  return { measured: measuredOf(counts), examples };
}

function deriveLine(site: SiteEvidence, each: readonly PageVerdict[], counts: PageCounts): string {
  const measured = measuredOf(counts);
  for (const outcome of ['fail', 'warn'] as const) {
    const worst = each.find(({ verdict }) => verdict.outcome === outcome);
    if (worst === undefined) continue;
    const interval = counts.fail === 0 ? '' : intervalText(failingShare(site, counts.fail, measured));
    const atHome = outcome === 'fail' && measured > 1 && worst.page.isHome ? ', home among them' : '';
    return `${splitText(counts)}${atHome}${interval}. ${worst.page.url}: ${worst.verdict.line}`;
  }
  const first = each.find(({ verdict }) => verdict.outcome === 'pass') ?? each[0];
  if (measured === 0) return `It applies to none of the pages. ${first?.page.url ?? ''}: ${first?.verdict.line ?? ''}`;
  const whole =
    measured === 1
      ? 'The one page measured passes'
      : `${measured === 2 ? 'Both' : `All ${measured}`} pages measured pass`;
  return `${whole}. ${first?.page.url ?? ''}: ${first?.verdict.line ?? ''}`;
}

/** Formats `1 of 8 pages fails and 2 get a warning`, leaving out zeros. */
function splitText(counts: PageCounts): string {
  const measured = measuredOf(counts);
  const { fail, warn } = counts;
  const warned = `${warn === 1 ? 'gets' : 'get'} a warning`;
  if (measured === 1) return `The one page measured ${fail === 1 ? 'fails' : warned}`;
  const pages = `${fail > 0 ? fail : warn} of ${measured} pages`;
  if (fail === 0) return `${pages} ${warned}`;
  return `${pages} ${fail === 1 ? 'fails' : 'fail'}${warn === 0 ? '' : ` and ${warn} ${warned}`}`;
}
