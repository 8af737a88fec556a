import { sortedOnce } from '../../text/codeUnitOrder.ts';
import type { AttemptWindow } from '../attemptWindow.ts';
import type { WindowComparison } from '../comparison/windows.ts';
import type { DateWindow, VisibilityScope } from '../scope.ts';

type Severity = 'high' | 'medium' | 'low' | 'info';

/** The latest finished website run, reduced to the gates it saw fail. Positions and checks stay apart: only ids cross. */
export type WebsiteRunSummary = {
  runId: string;
  failedGates: readonly { checkId: string; urls: readonly string[] }[];
};

export type RuleInput = {
  view: AttemptWindow;
  window: DateWindow;
  /** ISO 8601. */
  now: string;
  /** Domains that the owner has declared as rivals, or dismissed as such. */
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
  /** Instead of the rule's own, where what was found weighs less. */
  severity?: Severity;
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
  /** The question that it is about, as it was asked; null if it is about several, or none. */
  question: string | null;
  /** In code-unit order, at most 20. */
  runIds: string[];
  totalRunIds: number;
  numbers: { [name: string]: number | string | null };
};

/** A rule that speaks of many pages or domains names its strongest cases only. */
export const maxCasesPerRule = 10;

const maxRunIds = 20;

/** @param questionOf the question of a case as it was asked */
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
