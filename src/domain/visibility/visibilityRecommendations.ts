import { codeUnitOrder, sortedOnce } from '../text/codeUnitOrder.ts';
import { precedingComparison } from './comparison/preceding.ts';
import { evidenceRules } from './recommendations/evidenceRules.ts';
import { identityRules } from './recommendations/identityRules.ts';
import { listingRules } from './recommendations/listingRules.ts';
import { type Recommendation, type Rule, type RuleInput, recommend } from './recommendations/rule.ts';
import { sourceRules } from './recommendations/sourceRules.ts';
import { type OpenReport, openReport, type ReportData } from './reportData.ts';

export type VisibilityRecommendations = {
  recommendations: { total: number; rows: Recommendation[] };
  note: string;
};

const rules: readonly Rule[] = [...listingRules, ...identityRules, ...sourceRules, ...evidenceRules];

/** Every rule with its version, in code-unit order, to compare the recommendations of two releases. */
export const ruleVersions: readonly string[] = rules.map((rule) => `${rule.id}/${rule.version}`).sort(codeUnitOrder);

const note = 'Suggestions follow fixed rules from the named runs. None of them promises a better position.';

/** Lists recommendations by priority, then first question, then rule, then text. Cut off at the filter's limit. */
export function visibilityRecommendations(report: OpenReport): VisibilityRecommendations {
  const input = inputOf(report);
  const questions = new Map(report.view.questions.map(({ caseId, question }) => [caseId, question]));
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
  return { recommendations: report.cut(rows), note };
}

function inputOf({ data, view }: OpenReport): RuleInput {
  const { comparison } = precedingComparison(data, view);
  const settledDomains = new Set(data.website.settledDomains);
  const { window, now, websiteRun, version } = data;
  return { view, window, now, settledDomains, comparison, version, websiteRun };
}

/** Selects suggestions of a rule: about one question, or about something they name; null: all of them. */
export type RuleCases = { ruleId: string; questionId: string | null; about: string | null };

/** Returns every run that some suggestions are based on; the suggestions themselves name the first twenty. */
export function runsOfRule(data: ReportData, { ruleId, questionId, about }: RuleCases): string[] {
  const findings = rules.filter(({ id }) => id === ruleId).flatMap((rule) => rule.find(inputOf(openReport(data))));
  const meant = findings.filter(
    ({ questionIds, numbers }) =>
      (questionId === null || questionIds.every((id) => id === questionId)) &&
      (about === null || Object.values(numbers).includes(about)),
  );
  return sortedOnce(meant.flatMap(({ runIds }) => runIds));
}
