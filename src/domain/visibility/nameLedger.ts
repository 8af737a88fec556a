import { type ExactProposal, exactProposals } from '../identity/commonWordNames.ts';
import { learnedName, type NameTies } from '../identity/nameCorpus.ts';
import { nameForm } from '../identity/nameForm.ts';
import { formatOwnDomain, type Owner } from '../identity/owner.ts';
import { namesByOtherAnswers } from '../marks/namesByOtherAnswers.ts';
import { unresolvedNames } from '../marks/unresolvedNames.ts';
import type { AttemptWindow } from './attemptWindow.ts';

/** A name in the latest answers for which a statement by the owner would decide or confirm something. */
export type LedgerName = {
  name: string;
  /** `other_answers`: already identified, by other answers. */
  basis: 'unknown' | 'other_answers';
  answers: number;
  runIds: string[];
  beginsWithRegistered: boolean;
  mayBeOwn: boolean;
  /** Domain that other saved answers tie the name to, if none ties it to another domain. */
  offer: { domain: string; own: boolean; answers: number; runIds: string[] } | null;
};

export type NameLedger = { names: LedgerName[]; exactProposals: ExactProposal[] };

/**
 * Lists names that begin with a registered name first, then those that may be the owner's, then those with an offered
 * domain, then by frequency.
 */
export function nameLedger(
  view: Pick<AttemptWindow, 'answers' | 'owner'>,
  ties: NameTies,
  registered: { names: readonly string[]; exactNames: readonly string[] },
): NameLedger {
  const { answers, owner } = view;
  const open = unresolvedNames(answers, owner).map(
    (row): LedgerName => ({ ...row, basis: 'unknown', offer: offerFor(row.name, ties, owner) }),
  );
  const learned = namesByOtherAnswers(answers, owner).map(
    ({ name, domain, own, evidenceAnswers, evidenceRunIds, answers: count, runIds }): LedgerName => ({
      name,
      basis: 'other_answers',
      answers: count,
      runIds,
      beginsWithRegistered: false,
      mayBeOwn: false,
      offer: { domain, own, answers: evidenceAnswers, runIds: evidenceRunIds },
    }),
  );
  // Sorting is stable, so the orders of both lists are kept within a group.
  const group = (row: LedgerName) => {
    if (row.beginsWithRegistered) return 0;
    if (row.mayBeOwn) return 1;
    return row.offer === null ? 3 : 2;
  };
  const names = [...learned, ...open].sort((a, b) => group(a) - group(b) || b.answers - a.answers);
  const texts = answers.flatMap(({ attempt }) => (attempt.text === null ? [] : [attempt.text]));
  return { names, exactProposals: exactProposals(registered.names, registered.exactNames, texts) };
}

function offerFor(name: string, ties: NameTies, owner: Owner): LedgerName['offer'] {
  const tied = learnedName(ties, nameForm(name), 1);
  if (tied === null) return null;
  const domain = formatOwnDomain(owner, tied.domain);
  return { domain, own: domain === owner.domain, answers: tied.answers, runIds: [...tied.runIds] };
}
