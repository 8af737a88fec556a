import { codeUnitOrder, sortedOnce } from './codeUnitOrder.ts';
import type { Listing } from './listing.ts';
import { nameForm } from './nameForm.ts';

/** A name that no proof ties to a domain. Registering it as an alias, where it is the owner's, makes its answers known. */
export type UnresolvedName = { name: string; answers: number; runIds: string[] };

/** Names of one form together, under the spelling first in code-unit order; most answers first, then the name. */
export function unresolvedNames(answers: readonly Listing[]): UnresolvedName[] {
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
  return [...byForm.values()]
    .map(({ names, runIds }) => {
      const runs = sortedOnce(runIds);
      return { name: sortedOnce(names)[0] ?? '', answers: runs.length, runIds: runs };
    })
    .sort((a, b) => b.answers - a.answers || codeUnitOrder(a.name, b.name));
}
