import { nameForm } from '../identity/nameForm.ts';
import { formatOwnDomain, type Owner } from '../identity/owner.ts';
import { codeUnitOrder, sortedOnce } from '../text/codeUnitOrder.ts';
import type { Listing } from './listing.ts';

/** A name in these answers that other saved answers of the workspace tie to one domain. */
export type NameByOtherAnswers = {
  name: string;
  domain: string;
  own: boolean;
  /** Number of other saved answers that tie it, and the newest of them. */
  evidenceAnswers: number;
  evidenceRunIds: string[];
  /** Number of answers that are read with that knowledge. */
  answers: number;
  runIds: string[];
};

/** Groups names of the same form: most answers first, then by name. */
export function namesByOtherAnswers(answers: readonly Listing[], owner: Owner): NameByOtherAnswers[] {
  const uses = answers.flatMap((answer) =>
    answer.identities.flatMap(({ basis }, index) => {
      const name = answer.attempt.facts?.mentions[index]?.name ?? '';
      return basis === 'other_answers' ? [{ name, form: nameForm(name), runId: answer.attempt.runId }] : [];
    }),
  );
  return [...Map.groupBy(uses, ({ form }) => form)]
    .flatMap(([form, ofForm]) => {
      const learned = owner.learned.get(form);
      if (learned === undefined) return [];
      const runIds = sortedOnce(ofForm.map(({ runId }) => runId));
      const domain = formatOwnDomain(owner, learned.domain);
      return {
        name: sortedOnce(ofForm.map(({ name }) => name))[0] ?? '',
        domain,
        own: domain === owner.domain,
        evidenceAnswers: learned.answers,
        evidenceRunIds: [...learned.runIds],
        answers: runIds.length,
        runIds,
      };
    })
    .sort((a, b) => b.answers - a.answers || codeUnitOrder(a.name, b.name));
}
