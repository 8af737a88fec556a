import type { VisibilityAttempt } from '../identity/attempt.ts';
import { codeUnitOrder, sortedOnce } from '../text/codeUnitOrder.ts';
import { openWindow } from './attemptWindow.ts';
import { precedingComparison } from './comparison/preceding.ts';
import { evidenceRules } from './recommendations/evidenceRules.ts';
import { identityRules } from './recommendations/identityRules.ts';
import { listingRules } from './recommendations/listingRules.ts';
import {
  type Recommendation,
  type Rule,
  type RuleInput,
  recommend,
  type WebsiteRunSummary,
} from './recommendations/rule.ts';
import { sourceRules } from './recommendations/sourceRules.ts';
import { type ReportHead, reportHead } from './reportHead.ts';
import type { VisibilityScope } from './scope.ts';

export type RecommendationScope = VisibilityScope & {
  /** ISO 8601: answers are old, or not, as seen from here. */
  now: string;
  previousAttempts: readonly VisibilityAttempt[] | null;
  websiteRun: WebsiteRunSummary | null;
};

export type VisibilityRecommendations = ReportHead & {
  recommendations: { total: number; rows: Recommendation[] };
  note: string;
};

const rules: readonly Rule[] = [...listingRules, ...identityRules, ...sourceRules, ...evidenceRules];

/** Every rule with its version, in code-unit order: what recommendations of two releases are compared by. */
export const ruleVersions: readonly string[] = rules.map((rule) => `${rule.id}/${rule.version}`).sort(codeUnitOrder);

const note = 'Suggestions follow fixed rules from the named runs. None of them promises a better position.';

/** By priority, then the first question, then the rule; the text settles what is left. Cut at the filter's limit. */
export function visibilityRecommendations(scope: RecommendationScope): VisibilityRecommendations {
  const input = inputOf(scope);
  const { view } = input;
  const questions = new Map(view.questions.map(({ caseId, question }) => [caseId, question]));
  const questionOf = (caseId: string) => questions.get(caseId) ?? null;
  const rows = rules
    .flatMap((rule) => rule.find(input).map((finding) => recommend(rule, finding, questionOf)))
    .sort(
      (a, b) =>
        a.priority - b.priority ||
        codeUnitOrder(a.questionIds[0] ?? '', b.questionIds[0] ?? '') ||
        codeUnitOrder(a.ruleId, b.ruleId) ||
        codeUnitOrder(a.text, b.text),
    );
  return {
    ...reportHead(scope, view),
    recommendations: { total: rows.length, rows: rows.slice(0, scope.filters.limit) },
    note,
  };
}

function inputOf(scope: RecommendationScope): RuleInput {
  const view = openWindow(scope);
  const { comparison } = precedingComparison(scope, view);
  const settledDomains = new Set(scope.website.settledDomains);
  const { window, now, websiteRun, version } = scope;
  return { view, window, now, settledDomains, comparison, version, websiteRun };
}

/** Which suggestions of a rule: about one question, or about something that they name; null: all of them. */
export type RuleCases = { ruleId: string; questionId: string | null; about: string | null };

/** Every run that some suggestions rest on; the suggestions themselves name the first twenty. */
export function runsBehindRule(scope: RecommendationScope, { ruleId, questionId, about }: RuleCases): string[] {
  const findings = rules.filter(({ id }) => id === ruleId).flatMap((rule) => rule.find(inputOf(scope)));
  const meant = findings.filter(
    ({ questionIds, numbers }) =>
      (questionId === null || questionIds.every((id) => id === questionId)) &&
      (about === null || Object.values(numbers).includes(about)),
  );
  return sortedOnce(meant.flatMap(({ runIds }) => runIds));
}
