import { decideSourceKind, type RivalDomains } from '../visibility/sources/sourceKind.ts';
import data from './citedKinds.json' with { type: 'json' };
import type { CitedKind } from './citedPage.ts';

const kindByDomain: ReadonlyMap<string, CitedKind> = new Map(
  (['reference', 'docs', 'review'] as const).flatMap((kind) => data[kind].map((domain) => [domain, kind] as const)),
);

/** Kind of a cited page: whose it is first, then what the lists say of its domain; nothing is guessed. */
export function classifyCited(source: { domain: string; owned: boolean }, rivals: RivalDomains): CitedKind {
  const kind = decideSourceKind(source, rivals);
  return kind === 'own' || (kind === 'rival' && rivals.declared.has(source.domain))
    ? kind
    : (kindByDomain.get(source.domain) ?? kind);
}
