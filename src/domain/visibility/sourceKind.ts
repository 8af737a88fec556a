import data from './sourceKinds.json' with { type: 'json' };

export const sourceKinds = ['own', 'rival', 'editorial', 'forum', 'video', 'shop', 'other'] as const;
export type SourceKind = (typeof sourceKinds)[number];

const listedKinds = ['forum', 'video', 'shop', 'editorial'] as const;
const kindByDomain: ReadonlyMap<string, SourceKind> = new Map(
  listedKinds.flatMap((kind) => data[kind].map((domain) => [domain, kind] as const)),
);

/**
 * What a cited page is to the owner of a website. The owner's own pages first; then what the list says of a domain, since a
 * shop or a forum stays one where answers recommend it; then the rivals, the other domains that the same answers recommend.
 * Everything else is `other`: nothing is guessed from an address.
 */
export function sourceKindOf(source: { domain: string; owned: boolean }, recommended: ReadonlySet<string>): SourceKind {
  if (source.owned) return 'own';
  return kindByDomain.get(source.domain) ?? (recommended.has(source.domain) ? 'rival' : 'other');
}
