import { sortedOnce } from '../../text/codeUnitOrder.ts';
import type { AttemptWindow } from '../attemptWindow.ts';
import type { WindowComparison } from '../comparison/windows.ts';
import type { DateWindow, VisibilityScope } from '../scope.ts';

type Severity = 'high' | 'medium' | 'low' | 'info';

/**
 * The latest finished website run, reduced to its failed gates. Positions and checks are independent: only ids are
 * passed on.
 */
export type WebsiteRunSummary = {
  runId: string;
  failedGates: readonly { checkId: string; urls: readonly string[] }[];
};

export type RuleInput = {
  view: AttemptWindow;
  window: DateWindow;
  /** ISO 8601. */
  now: string;
  /** Domains that the owner declared as rivals or dismissed. */
  settledDomains: ReadonlySet<string>;
  comparison: WindowComparison | null;
  version: VisibilityScope['version'];
  websiteRun: WebsiteRunSummary | null;
};

/** One observation of a rule. The text observes first, then suggests, and promises nothing. */
export type Finding = {
  text: string;
  questionIds: readonly string[];
  runIds: readonly string[];
  /** Replaces the rule's own severity for a less important finding. */
  severity?: Severity;
  /** A run that stays in the list even if the list is cut off. */
  alwaysRunId?: string;
  numbers: { [name: string]: number | string | null };
};

export type Rule = {
  id: string;
  version: number;
  /** 1 is the most important. */
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
  /** Question it is about, as asked; null if it is about several, or none. */
  question: string | null;
  /** In code-unit order, at most 20. */
  runIds: string[];
  totalRunIds: number;
  numbers: { [name: string]: number | string | null };
};

/** Maximum number of cases that one rule reports: the strongest ones. */
export const maxCasesPerRule = 10;

const maxRunIds = 20;

/** @param questionOf returns the question of a case as asked */
export function recommend(rule: Rule, finding: Finding, questionOf: (caseId: string) => string | null): Recommendation {
  const questionIds = sortedOnce(finding.questionIds);
  const runIds = sortedOnce(finding.runIds);
  const always = finding.alwaysRunId;
  const keptItems =
    always === undefined
      ? runIds
      : sortedOnce([always, ...runIds.filter((id) => id !== always).slice(0, maxRunIds - 1)]);
  return {
    ruleId: rule.id,
    ruleVersion: rule.version,
    priority: rule.priority,
    severity: finding.severity ?? rule.severity,
    text: finding.text,
    questionIds,
    question: questionIds.length === 1 ? questionOf(questionIds[0] ?? '') : null,
    runIds: keptItems.slice(0, maxRunIds),
    totalRunIds: sortedOnce(always === undefined ? runIds : [...runIds, always]).length,
    numbers: finding.numbers,
  };
}
