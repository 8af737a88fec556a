import { compactForm, nameForm } from '../../identity/nameForm.ts';
import { type Owner, ownsUrl } from '../../identity/owner.ts';
import { isOwnName } from '../../identity/possibleNames.ts';
import type { UnknownReason } from '../../marks/listingDecision.ts';
import { unresolvedNames } from '../../marks/unresolvedNames.ts';
import { count } from '../../text/count.ts';
import { countStatuses } from '../attemptWindow.ts';
import type { Finding, Rule, RuleInput } from './rule.ts';
import { idsOf } from './ruleEvidence.ts';

/**
 * VR07: at least three answers, or a fifth of all, are undecided about the target. Names that begin with a registered
 * name are never offered as another company's: they are the owner's, or similar to it (VR08).
 */
function unknownIdentity({ view }: RuleInput): Finding[] {
  const { unknown, answers } = countStatuses(view.answers, view.owner.domain);
  if (unknown === 0 || (unknown < 3 && 5 * unknown < answers)) return [];
  const excluded = view.answers.filter(({ own }) => own.status === 'unknown');
  const because = (basis: UnknownReason) => excluded.filter(({ own }) => own.basis === basis).length;
  const [standing, possible, unusable] = [because('stands_in_text'), because('possible_name'), because('unusable')];
  const candidates = unresolvedNames(excluded, view.owner)
    .filter((row) => row.mayBeOwn && !row.beginsWithRegistered)
    .slice(0, 5)
    .map(({ name }) => name);
  const parts = [
    ...(standing > 0 ? [`in ${standing} your name stands without being read as a recommendation`] : []),
    ...(possible > 0 ? [`in ${possible} a name may be yours`] : []),
    ...(unusable > 0 ? [`${unusable} could not be read to the end`] : []),
  ];
  const advice =
    candidates.length === 0 ? 'Open them and see.' : `Say whether these names are yours: ${candidates.join(', ')}.`;
  return [
    {
      text: `${unknown} of ${count(answers, 'answer')} ${answers === 1 ? 'is' : 'are'} excluded: ${parts.join('; ')}. ${advice}`,
      ...idsOf(excluded),
      numbers: {
        unknown,
        answers,
        standsInText: standing,
        possibleName: possible,
        unusable,
        names: candidates.join(', '),
      },
    },
  ];
}

/**
 * VR08: an unidentified name differs from the owner's only in spaces and punctuation, or begins with one that counts
 * only alone.
 */
function aliasCandidate({ view }: RuleInput): Finding[] {
  return unresolvedNames(view.answers, view.owner)
    .filter((row) => row.beginsWithRegistered || view.owner.nearNames.has(compactForm(row.name)))
    .map(({ name, answers, runIds }) => ({
      text: `'${name}' may be you. If it is, register it as an alias, so that ${answers === 1 ? 'this answer counts' : 'these answers count'}.`,
      questionIds: view.answers
        .filter(({ attempt }) => runIds.includes(attempt.runId))
        .map(({ attempt }) => attempt.caseId),
      runIds,
      numbers: { name, answers },
    }));
}

/** VR09: the owner's registered name with a link to another domain, whichever company it is assigned to. */
function otherDomain({ view }: RuleInput): Finding[] {
  const mentions = view.answers.flatMap((answer) =>
    answer.identities.flatMap((_, index) => {
      const name = answer.attempt.facts?.mentions[index]?.name ?? '';
      const domain = domainElsewhere(answer.attempt.facts?.mentions[index]?.url ?? null, view.owner);
      if (domain === null || !isOwnName(name, view.owner)) return [];
      return { name, domain, answer, key: JSON.stringify([nameForm(name), domain]) };
    }),
  );
  return [...Map.groupBy(mentions, ({ key }) => key).values()].flatMap((uses) => {
    const first = uses[0];
    if (first === undefined) return [];
    return {
      text: `'${first.name}' points to ${first.domain}. Check whether that is an old domain, a reseller or a look-alike.`,
      ...idsOf(uses.map(({ answer }) => answer)),
      numbers: { name: first.name, domain: first.domain, answers: new Set(uses.map(({ answer }) => answer)).size },
    };
  });
}

/**
 * Finds the target of a link given for the owner's name, if it is another company's home page rather than a shop,
 * review or shared host.
 */
function domainElsewhere(url: string | null, owner: Owner): string | null {
  const home = url === null ? null : owner.homeOf(url);
  if (url === null || home === null || home.shared || home.domain === null || ownsUrl(owner, url)) return null;
  const near = owner.nearNames.has(home.compactLabel) || (home.path === '/' && home.query.size === 0);
  return near ? home.domain : null;
}

export const identityRules: readonly Rule[] = [
  { id: 'VR07', version: 2, priority: 1, severity: 'medium', find: unknownIdentity },
  { id: 'VR08', version: 2, priority: 1, severity: 'medium', find: aliasCandidate },
  { id: 'VR09', version: 2, priority: 2, severity: 'high', find: otherDomain },
];
