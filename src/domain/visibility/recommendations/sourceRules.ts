import type { Listing } from '../../marks/listing.ts';
import { codeUnitOrder } from '../../text/codeUnitOrder.ts';
import { citationsByDomain } from '../sources/sourceUse.ts';
import { type Finding, maxCasesPerRule, type Rule, type RuleInput } from './rule.ts';
import { answersByUrl, idsOf, oneDecimal } from './ruleEvidence.ts';

/** VR11: one external domain supplies at least 40 % of the citations, in at least five answers. */
function sourceConcentrated({ view }: RuleInput): Finding[] {
  const external = new Set(
    view.answers.flatMap((answer) => answer.cited.filter((source) => !source.owned).map((source) => source.domain)),
  );
  const counts = citationsByDomain(view.answers);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts]
    .filter(([domain, count]) => external.has(domain) && 10 * count >= 4 * total)
    .map(([domain, count]) => ({ domain, count, answers: view.answers.filter((answer) => cites(answer, domain)) }))
    .filter(({ answers }) => answers.length >= 5)
    .sort((a, b) => b.count - a.count || codeUnitOrder(a.domain, b.domain))
    .map(({ domain, count, answers }) => ({
      text: `${domain} supplies ${oneDecimal((100 * count) / total)} % of the citations. Know how you are described there.`,
      ...idsOf(answers),
      numbers: { domain, citations: count, allCitations: total, answers: answers.length },
    }));
}

/** VR12: a page of the owner that is cited for at least three questions. */
function ownedAsset({ view }: RuleInput): Finding[] {
  return answersByUrl(view.answers, (source) => source.owned)
    .filter(([, answers]) => answers.length >= 3)
    .slice(0, maxCasesPerRule)
    .map(([url, answers]) => ({
      text: `${url} carries ${answers.length} questions. Keep its address and its facts stable.`,
      ...idsOf(answers),
      numbers: { url, questions: answers.length },
    }));
}

/** VR13: a cited page of the owner that failed a gate in the latest website run. */
function ownedUrlProblem({ view, websiteRun }: RuleInput): Finding[] {
  if (websiteRun === null) return [];
  const cited = answersByUrl(view.answers, (source) => source.owned);
  return cited.flatMap(([url, answers]) =>
    websiteRun.failedGates
      .filter((gate) => gate.urls.includes(url))
      .map((gate) => ({
        text: `${url} is cited by ${answers.length === 1 ? 'one answer' : `${answers.length} answers`}; website run ${websiteRun.runId} reports ${gate.checkId} for it. Mend the page that answers rest on.`,
        ...idsOf(answers),
        alwaysRunId: websiteRun.runId,
        numbers: { url, answers: answers.length, websiteRunId: websiteRun.runId, checkId: gate.checkId },
      })),
  );
}

/** VR20: in at least three answers, at least a tenth of the links given for names was not returned by the search. */
function citationsRemoved({ view }: RuleInput): Finding[] {
  const removed = (answer: Listing) => answer.attempt.facts?.dropped.byReason.citation_not_returned ?? 0;
  const isKept = (answer: Listing) =>
    new Set((answer.attempt.facts?.mentions ?? []).flatMap((mention) => mention.citationUrls)).size;
  const affected = view.answers.filter(
    (answer) => removed(answer) > 0 && 10 * removed(answer) >= isKept(answer) + removed(answer),
  );
  if (affected.length < 3) return [];
  const links = affected.reduce((sum, answer) => sum + removed(answer), 0);
  return [
    {
      text: `In ${affected.length} answers some named links were not returned by the search and were removed (${links} in all). Do not rely on links seen only in the text.`,
      ...idsOf(affected),
      numbers: { answers: affected.length, removedLinks: links },
    },
  ];
}

function cites(answer: Listing, domain: string): boolean {
  return answer.cited.some((source) => source.domain === domain);
}

export const sourceRules: readonly Rule[] = [
  { id: 'VR11', version: 1, priority: 5, severity: 'low', find: sourceConcentrated },
  { id: 'VR12', version: 1, priority: 5, severity: 'info', find: ownedAsset },
  { id: 'VR13', version: 1, priority: 2, severity: 'high', find: ownedUrlProblem },
  { id: 'VR20', version: 1, priority: 4, severity: 'medium', find: citationsRemoved },
];
