import { digestOf, type JsonValue } from '../text/canonicalJson.ts';
import { limitation } from '../text/limitation.ts';
import { analyzerVersion } from './analyzerVersion.ts';
import { botTableVersion } from './bots.ts';
import { catalogue } from './catalogue.ts';
import {
  type Category,
  type Check,
  type CheckClass,
  categories,
  checkClasses,
  type Evidence,
  type Outcome,
  type PageCounts,
  type UnmeasuredReason,
  unmeasured,
  type Verdict,
} from './check.ts';
import { buildCoverage, type Coverage, isLowCoverage, pageCoverage } from './coverage.ts';
import type { EvidenceBundle, Purpose } from './evidenceBundle.ts';
import { finalStatus, finalUrl, mediaType } from './fetchFacts.ts';
import { readSite, type SiteEvidence } from './site.ts';
import type { Source, Strength } from './sources.ts';

export type CheckResult = {
  id: string;
  class: CheckClass;
  category: Category;
  outcome: Outcome;
  title: string;
  evidence: Evidence;
  /** One sentence for people, at most 300 characters. */
  evidenceLine: string;
  rule: string;
  remediation: string;
  sources: readonly Source[];
  strength: Strength;
  /** For checks that judge pages one by one. */
  pages?: PageCounts;
};

export type OutcomeCounts = Record<Outcome | 'unmeasured', number>;

export type CapturedPage = {
  url: string;
  status: number | null;
  contentType: string | null;
  bytes: number;
  sha256: string | null;
  capturedAt: string;
  source: Purpose;
};

export type WebsiteResult = {
  /** Failed gates first, then by class, then by id. Unmeasured checks appear only in `coverage`. */
  checks: readonly CheckResult[];
  counts: { byClass: Record<CheckClass, OutcomeCounts>; byCategory: Record<Category, OutcomeCounts> };
  coverage: Coverage;
  pages: readonly CapturedPage[];
  limitations: readonly string[];
};

export type WebsiteAnalysis = {
  analyzerVersion: string;
  botTableVersion: string;
  result: WebsiteResult;
  /**
   * SHA-256 hex of the result's canonical JSON with `replayOf` set to null, so that a replay of the same evidence has
   * the same digest.
   */
  resultDigest: string;
};

const maxValueLength = 160;
const maxLineLength = 300;
const maxListLength = 40;

function cut(text: string, length: number): string {
  if (text.length <= length) return text.toWellFormed();
  return `${text.slice(0, length - 1).toWellFormed()}…`;
}

function capped(value: JsonValue): JsonValue {
  if (typeof value === 'string') return cut(value, maxValueLength);
  if (Array.isArray(value)) return value.slice(0, maxListLength).map(capped);
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).slice(0, maxListLength);
    return Object.fromEntries(entries.map(([key, inner]) => [cut(key, maxValueLength), capped(inner)]));
  }
  return value;
}

function cappedEvidence(evidence: Evidence): Evidence {
  return Object.fromEntries(Object.entries(evidence).map(([key, value]) => [key, capped(value)]));
}

/** Prevents a page check from passing for the site when most of the site was not seen. */
function withCoverage(check: Check, verdict: Verdict, low: boolean): Verdict {
  if (!low || check.scope !== 'page' || verdict.outcome !== 'pass') return verdict;
  return unmeasured('low_coverage', 'Fewer than half of the planned pages were captured.');
}

function emptyCounts(): OutcomeCounts {
  return { pass: 0, warn: 0, fail: 0, not_applicable: 0, unmeasured: 0 };
}

function table<Key extends string>(keys: readonly Key[]): Record<Key, OutcomeCounts> {
  return Object.fromEntries(keys.map((key) => [key, emptyCounts()])) as Record<Key, OutcomeCounts>;
}

function rank({ outcome, class: checkClass }: CheckResult): number {
  return checkClass === 'gate' && outcome === 'fail' ? -1 : checkClasses.indexOf(checkClass);
}

function capturedPages(site: SiteEvidence): CapturedPage[] {
  return site.pages.map(({ fetch }) => ({
    url: finalUrl(fetch),
    status: finalStatus(fetch),
    contentType: mediaType(fetch),
    bytes: fetch.decodedBytes,
    sha256: fetch.sha256,
    capturedAt: fetch.startedAt,
    source: fetch.purpose,
  }));
}

function listLimitations(site: SiteEvidence, low: boolean): string[] {
  const out: string[] = [];
  const { bundle } = site;
  const pages = pageCoverage(site);
  if (low) {
    out.push(
      limitation(
        'low_coverage',
        `${pages.captured} of ${pages.planned} planned pages were captured; no page check passes for the site.`,
      ),
    );
  }
  if (!bundle.renderer.available) {
    out.push(limitation('no_renderer', 'No browser rendered the pages, so nothing is known of what scripts add.'));
  }
  const keptOut = bundle.renderer.keptOutByRobots ?? 0;
  if (keptOut > 0) {
    out.push(
      limitation(
        'render_robots',
        `robots.txt closes ${keptOut} files to us that the rendered pages load; what scripts add without them is not known.`,
      ),
    );
  }
  if (bundle.plan.ownership === 'missing') {
    out.push(
      limitation(
        'verification_missing',
        'The website no longer serves its verification token, so bot-like user agents were not compared.',
      ),
    );
  }
  if (bundle.budget.stoppedBy !== null) {
    out.push(limitation('capture_stopped', `The capture ended early (${bundle.budget.stoppedBy}).`));
  }
  const short = site.readable.filter(({ facts, fetch }) => facts.cut !== null || fetch.truncated).length;
  if (short > 0)
    out.push(
      limitation(
        'pages_cut',
        `${short} of ${site.readable.length} pages were read in part, because of their size or nesting.`,
      ),
    );
  return out;
}

/** Judges frozen evidence. Pure: the time of capture is the clock, and equal bundles give equal bytes. */
export function analyze(bundle: EvidenceBundle): WebsiteAnalysis {
  const site = readSite(bundle);
  const low = isLowCoverage(pageCoverage(site));
  const checks: CheckResult[] = [];
  const without: { id: string; reason: UnmeasuredReason; why: string }[] = [];
  const byClass = table(checkClasses);
  const byCategory = table(categories);
  for (const check of catalogue) {
    const verdict = withCoverage(check, check.run(site), low);
    byClass[check.class][verdict.outcome] += 1;
    byCategory[check.category][verdict.outcome] += 1;
    if (verdict.outcome === 'unmeasured') {
      without.push({ id: check.id, reason: verdict.reason, why: cut(verdict.line, maxLineLength) });
      continue;
    }
    checks.push({
      id: check.id,
      class: check.class,
      category: check.category,
      outcome: verdict.outcome,
      title: check.title,
      evidence: cappedEvidence(verdict.evidence),
      evidenceLine: cut(verdict.line, maxLineLength),
      rule: check.rule,
      remediation: check.remediation,
      sources: check.sources,
      strength: check.strength,
      ...(verdict.pages === undefined ? {} : { pages: verdict.pages }),
    });
  }
  checks.sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1));
  const notApplicable = checks.filter(({ outcome }) => outcome === 'not_applicable').length;
  const result: WebsiteResult = {
    checks,
    counts: { byClass, byCategory },
    coverage: buildCoverage(site, analyzerVersion, { defined: catalogue.length, notApplicable, unmeasured: without }),
    pages: capturedPages(site),
    limitations: listLimitations(site, low),
  };
  return { analyzerVersion, botTableVersion, result, resultDigest: digestOf(result) };
}
