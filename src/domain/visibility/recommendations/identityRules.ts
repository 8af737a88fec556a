import { countStatuses } from '../attemptWindow.ts';
import { statusOf } from '../listing.ts';
import { compactForm, nameForm } from '../nameForm.ts';
import { unresolvedNames } from '../unresolvedNames.ts';
import { idsOf } from './evidence.ts';
import type { Finding, Rule, RuleInput } from './rule.ts';

/** VR07: three answers or more, or a fifth of all, cannot say whether the target is listed. */
function unknownIdentity({ view }: RuleInput): Finding[] {
  const domain = view.owner.domain;
  const { unknown, answers } = countStatuses(view.answers, domain);
  if (unknown === 0 || (unknown < 3 && 5 * unknown < answers)) return [];
  const excluded = view.answers.filter((answer) => statusOf(answer, domain) === 'unknown');
  const names = unresolvedNames(excluded)
    .slice(0, 5)
    .map(({ name }) => name);
  const advice =
    names.length === 0
      ? 'They name nothing that can be read.'
      : `If one of these names is yours, register it: ${names.join(', ')}.`;
  return [
    {
      text: `${unknown} of ${answers} answers are excluded, because they may or may not list you. ${advice}`,
      ...idsOf(excluded),
      numbers: { unknown, answers, names: names.join(', ') },
    },
  ];
}

/** VR08: an unidentified name reads like the owner's, and is not registered. */
function aliasCandidate({ view }: RuleInput): Finding[] {
  return unresolvedNames(view.answers)
    .filter(({ name }) => view.owner.nearNames.has(compactForm(name)))
    .map(({ name, answers, runIds }) => ({
      text: `'${name}' may be you. If it is, register it as an alias, so that ${answers === 1 ? 'this answer counts' : 'these answers count'}.`,
      questionIds: view.answers
        .filter(({ attempt }) => runIds.includes(attempt.runId))
        .map(({ attempt }) => attempt.caseId),
      runIds,
      numbers: { name, answers },
    }));
}

/** VR09: the owner's registered name, with a link that leads to another domain. */
function otherDomain({ view }: RuleInput): Finding[] {
  const found = view.answers.flatMap((answer) =>
    answer.identities.flatMap((identity, index) => {
      const name = answer.attempt.facts?.mentions[index]?.name ?? '';
      const elsewhere = identity.basis === 'explicit_url' && identity.domain !== view.owner.domain;
      if (!elsewhere || !view.owner.names.has(nameForm(name))) return [];
      return { name, domain: identity.domain, answer, key: JSON.stringify([nameForm(name), identity.domain]) };
    }),
  );
  return [...Map.groupBy(found, ({ key }) => key).values()].flatMap((uses) => {
    const first = uses[0];
    if (first === undefined) return [];
    return {
      text: `'${first.name}' points to ${first.domain}. Check whether that is an old domain, a reseller or a look-alike.`,
      ...idsOf(uses.map(({ answer }) => answer)),
      numbers: { name: first.name, domain: first.domain, answers: new Set(uses.map(({ answer }) => answer)).size },
    };
  });
}

export const identityRules: readonly Rule[] = [
  { id: 'VR07', version: 1, priority: 2, severity: 'medium', find: unknownIdentity },
  { id: 'VR08', version: 1, priority: 2, severity: 'medium', find: aliasCandidate },
  { id: 'VR09', version: 1, priority: 1, severity: 'high', find: otherDomain },
];
