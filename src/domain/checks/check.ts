import type { JsonValue } from '../text/canonicalJson.ts';
import type { SiteEvidence } from './site.ts';
import type { Source, Strength } from './sources.ts';

/** gate: blocks reading. core, hygiene: weigh less. emerging: informs and never fails. */
export const checkClasses = ['gate', 'core', 'hygiene', 'emerging'] as const;
export type CheckClass = (typeof checkClasses)[number];

export const categories = [
  'access',
  'discovery',
  'rendering',
  'index',
  'content',
  'schema',
  'policy',
  'agent',
] as const;
export type Category = (typeof categories)[number];

export const outcomes = ['pass', 'warn', 'fail', 'not_applicable'] as const;
export type Outcome = (typeof outcomes)[number];

/** Reasons why a check has no verdict. They describe the evidence, never the website. */
export const unmeasuredReasons = [
  'no_renderer',
  'render_failed',
  'not_authorised',
  'page_missing',
  'not_captured',
  'low_coverage',
  'too_few_samples',
  'language_unsure',
] as const;
export type UnmeasuredReason = (typeof unmeasuredReasons)[number];

/** Small measured facts: counts, flags, URLs, robots lines, hashes. Never body text. */
export type Evidence = { readonly [name: string]: JsonValue };

export type PageCounts = { pass: number; warn: number; fail: number; notApplicable: number; unmeasured: number };

export type Verdict =
  | { outcome: Outcome; evidence: Evidence; line: string; pages?: PageCounts }
  | { outcome: 'unmeasured'; reason: UnmeasuredReason; line: string };

export type Check = {
  id: string;
  class: CheckClass;
  scope: 'site' | 'page';
  title: string;
  /** The exact rule, in the wording shown to users. */
  rule: string;
  sources: readonly Source[];
  /** Overall strength of the claim that the check matters. */
  strength: Strength;
  remediation: string;
  /** Outcomes that the rule can have; the test table has one fixture for each. */
  reachable: readonly (Outcome | 'unmeasured')[];
  run: (site: SiteEvidence) => Verdict;
};

export function pass(line: string, evidence: Evidence = {}): Verdict {
  return { outcome: 'pass', evidence, line };
}

export function warn(line: string, evidence: Evidence = {}): Verdict {
  return { outcome: 'warn', evidence, line };
}

export function fail(line: string, evidence: Evidence = {}): Verdict {
  return { outcome: 'fail', evidence, line };
}

export function notApplicable(line: string, evidence: Evidence = {}): Verdict {
  return { outcome: 'not_applicable', evidence, line };
}

export function unmeasured(reason: UnmeasuredReason, line: string): Verdict {
  return { outcome: 'unmeasured', reason, line };
}

/** Explains why nothing was rendered: without a browser, or without a page for it. */
export function notRendered({ available, reason }: { available: boolean; reason: string }): Verdict {
  return available
    ? unmeasured('page_missing', 'No page could be rendered.')
    : unmeasured('no_renderer', `No page was rendered (renderer: ${reason}).`);
}

/** Formats a share as a whole percentage that never rounds a miss up to 100 or a hit down to 0. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '0 %';
  const exact = (part / whole) * 100;
  const rounded = Math.round(exact);
  if (rounded === 100 && part < whole) return '99 %';
  if (rounded === 0 && part > 0) return '1 %';
  return `${rounded} %`;
}
