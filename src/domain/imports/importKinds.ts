import { foldHeader, type ImportKind, type TableHead } from './importKind.ts';
import { bingAi } from './kinds/bingAi.ts';
import { bingSearch } from './kinds/bingSearch.ts';
import { clarity } from './kinds/clarity.ts';
import { cloudflareAi } from './kinds/cloudflareAi.ts';
import { ga4 } from './kinds/ga4.ts';
import { googleGenerativeAi } from './kinds/googleGenerativeAi.ts';
import { googlePerformance } from './kinds/googlePerformance.ts';
import { matomo } from './kinds/matomo.ts';
import { plausible } from './kinds/plausible.ts';
import { umami } from './kinds/umami.ts';

/** All kinds of file that can be imported. A new one needs a file in `kinds` and a line here. */
export const importKinds: readonly ImportKind[] = [
  googlePerformance,
  googleGenerativeAi,
  ga4,
  bingAi,
  bingSearch,
  cloudflareAi,
  plausible,
  umami,
  matomo,
  clarity,
];

export const importKindIds: readonly string[] = importKinds.map(({ id }) => id);

const kindsById = new Map(importKinds.map((kind) => [kind.id, kind]));

/** @throws RangeError for an id that no kind has */
export function importKindOf(id: string): ImportKind {
  const kind = kindsById.get(id);
  if (kind === undefined) throw new RangeError(`${id} is not a kind of import`);
  return kind;
}

export type KindGuess = { kind: ImportKind } | { refusal: string };

/**
 * Finds the kind of a file from the first rows of its tables. A tie of two kinds, a kind that content cannot prove, and
 * an unknown file are errors that name the header and the nearest kinds.
 */
export function guessKind(heads: readonly TableHead[]): KindGuess {
  const scores = importKinds
    .map((kind) => ({ kind, tables: heads.filter((head) => kind.columnsOf(head, false) !== null).length }))
    .filter(({ tables }) => tables > 0)
    .toSorted((a, b) => b.tables - a.tables);
  const [best, second] = scores;
  const header = (heads[0]?.header ?? []).slice(0, 12).join(', ').slice(0, 300);
  if (best === undefined) {
    return {
      refusal: `must be named, or the file is of no known kind: its header is \`${header}\`. Nearest: ${nearestKinds(heads).join(', ')}`,
    };
  }
  if (best.kind.needsConfirmation !== true && best.tables !== second?.tables) return { kind: best.kind };
  const possible = scores.filter(({ tables }) => tables === best.tables).map(({ kind }) => kind.id);
  return { refusal: `must be confirmed: its header is \`${header}\`, which could be ${possible.join(' or ')}` };
}

/** Returns the kinds whose main header shares most words with one of the headers; at most three. */
function nearestKinds(heads: readonly TableHead[]): string[] {
  const foundKeys = new Set(heads.flatMap(({ header }) => header.map(foldHeader)));
  return importKinds
    .map(({ id, header }) => ({ id, shared: header.filter((name) => foundKeys.has(foldHeader(name))).length }))
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, 3)
    .map(({ id }) => id);
}
