import type { ListedAnswer, VisibilityOverview } from '../../../src/contract/wireTypes.ts';

type Basis = NonNullable<ListedAnswer['targetBasis']>;
type NoBasis = keyof VisibilityOverview['visibilityScore']['noBases'];

/** Evidence for whose name it is. */
export const identityBases: Record<ListedAnswer['mentions'][number]['basis'], string> = {
  owner_name: 'by your registered name',
  owner_word: 'identified by you as another company',
  explicit_url: 'by a link in the answer',
  source_home: 'by a source of that name',
  other_answers: 'by what other saved answers say about the name',
  unknown: 'no evidence links this name to a domain',
};

const noes: Record<NoBasis, string> = {
  by_domain: 'every name belongs to another company',
  by_owner_word: 'every name belongs to another company, some identified by you',
  by_name: 'no name looks like yours; some are unidentified',
  mentioned: 'it only mentions you',
  rejected: 'it only advises against you',
  recommends_nobody: 'it recommends no one',
};

const reasons: Record<Basis, string> = {
  ...noes,
  owner_name: identityBases.owner_name,
  owner_word: 'decided by you',
  explicit_url: identityBases.explicit_url,
  source_home: identityBases.source_home,
  other_answers: identityBases.other_answers,
  unusable: 'it is empty, cut off or cannot be read',
  possible_name: 'a name may be yours',
  stands_in_text: 'your name appears in it, but not as a recommendation',
  readers_differ: 'the rules and the reading model read it differently',
};

export const basisWords = Object.keys(reasons) as Basis[];

/** Describes the basis of a yes, a no or an undecided answer, with the names that may be yours. */
export function basisText(basis: Basis | null, candidates: readonly string[]): string {
  if (basis === null) return '';
  return candidates.length === 0 ? reasons[basis] : `${reasons[basis]}: ${candidates.join(', ')}`;
}

/** Counts "no" answers by basis, strongest first. */
export function noBasesOf(
  bases: VisibilityOverview['visibilityScore']['noBases'],
): { basis: NoBasis; answers: number; text: string }[] {
  return (Object.keys(noes) as NoBasis[]).flatMap((basis) =>
    bases[basis] === 0 ? [] : [{ basis, answers: bases[basis], text: noes[basis] }],
  );
}
