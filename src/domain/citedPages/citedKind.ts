import { decideSourceKind, type RivalDomains } from '../visibility/sources/sourceKind.ts';
import data from './citedKinds.json' with { type: 'json' };
import type { CitedKind } from './citedPage.ts';

const kindByDomain: ReadonlyMap<string, CitedKind> = new Map(
  (['reference', 'docs', 'review'] as const).flatMap((kind) => data[kind].map((domain) => [domain, kind] as const)),
);

/** Classifies a cited page: first by its owner, then by the lists that contain its domain. Nothing is guessed. */
export function classifyCited(source: { domain: string; owned: boolean }, rivals: RivalDomains): CitedKind {
  const kind = decideSourceKind(source, rivals);
  return kind === 'own' || (kind === 'rival' && rivals.declared.has(source.domain))
    ? kind
    : (kindByDomain.get(source.domain) ?? kind);
}
