import { beginsWith, nameForm } from '../identity/nameForm.ts';
import type { Owner } from '../identity/owner.ts';
import { mayBeOwn } from '../identity/possibleNames.ts';
import { codeUnitOrder, sortedOnce } from '../text/codeUnitOrder.ts';
import type { Listing } from './listing.ts';

/** A name that no proof ties to a domain. If it is the owner's, registering it as an alias decides its answers. */
export type UnresolvedName = {
  name: string;
  answers: number;
  runIds: string[];
  /** True if it begins with a registered name. Only names that count alone leave such names open. */
  beginsWithRegistered: boolean;
  /** True if it is so similar to a registered name that its answers cannot be counted as a "no". */
  mayBeOwn: boolean;
};

/**
 * Groups names of the same form under the spelling first in code-unit order. Names that begin with a registered name
 * come first, then those that may be the owner's, then by number of answers, then by name.
 */
export function unresolvedNames(answers: readonly Listing[], owner: Owner): UnresolvedName[] {
  const byForm = new Map<string, { names: string[]; runIds: string[] }>();
  for (const answer of answers) {
    for (const name of answer.unknownNames) {
      const form = nameForm(name);
      const entry = byForm.get(form) ?? { names: [], runIds: [] };
      entry.names.push(name);
      entry.runIds.push(answer.attempt.runId);
      byForm.set(form, entry);
    }
  }
  return [...byForm]
    .map(([form, { names, runIds }]) => {
      const runs = sortedOnce(runIds);
      const name = sortedOnce(names)[0] ?? '';
      const beginsWithRegistered = owner.names.some((registered) => beginsWith(form, registered.form));
      return { name, answers: runs.length, runIds: runs, beginsWithRegistered, mayBeOwn: mayBeOwn(name, owner) };
    })
    .sort(
      (a, b) =>
        Number(b.beginsWithRegistered) - Number(a.beginsWithRegistered) ||
        Number(b.mayBeOwn) - Number(a.mayBeOwn) ||
        b.answers - a.answers ||
        codeUnitOrder(a.name, b.name),
    );
}
