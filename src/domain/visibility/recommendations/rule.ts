import type { AttemptWindow } from '../attemptWindow.ts';
import { sortedOnce } from '../codeUnitOrder.ts';
import type { WindowComparison } from '../windowComparison.ts';

export type Severity = 'high' | 'medium' | 'low' | 'info';

/** The latest finished website run, reduced to the gates it saw fail. Positions and checks stay apart: only ids cross. */
export type WebsiteRunSummary = {
  runId: string;
  failedGates: readonly { checkId: string; urls: readonly string[] }[];
};

export type RuleInput = {
  view: AttemptWindow;
  /** ISO 8601. */
  now: string;
  comparison: WindowComparison | null;
  websiteRun: WebsiteRunSummary | null;
};

/** One observation of a rule. The text observes first, then suggests, and promises nothing. */
export type Finding = {
  text: string;
  questionIds: readonly string[];
  runIds: readonly string[];
  /** A run that must stay in the list even when it is cut. */
  alwaysRunId?: string;
  numbers: { [name: string]: number | string | null };
};

export type Rule = {
  id: string;
  version: number;
  /** 1 is read first. */
  priority: number;
  severity: Severity;
  find: (input: RuleInput) => Finding[];
};

export type Recommendation = {
  ruleId: string;
  ruleVersion: number;
  priority: number;
  severity: Severity;
  text: string;
  questionIds: string[];
  /** In code-unit order, at most 20. */
  runIds: string[];
  totalRunIds: number;
  numbers: { [name: string]: number | string | null };
};

/** A rule that speaks of many pages or domains names its strongest cases only. */
export const mostCasesPerRule = 10;

const mostRunIds = 20;

export function recommend(rule: Rule, finding: Finding): Recommendation {
  const runIds = sortedOnce(finding.runIds);
  const always = finding.alwaysRunId;
  const kept =
    always === undefined
      ? runIds
      : sortedOnce([always, ...runIds.filter((id) => id !== always).slice(0, mostRunIds - 1)]);
  return {
    ruleId: rule.id,
    ruleVersion: rule.version,
    priority: rule.priority,
    severity: rule.severity,
    text: finding.text,
    questionIds: sortedOnce(finding.questionIds),
    runIds: kept.slice(0, mostRunIds),
    totalRunIds: sortedOnce(always === undefined ? runIds : [...runIds, always]).length,
    numbers: finding.numbers,
  };
}
