import data from './sourceKinds.json' with { type: 'json' };

export const sourceKinds = ['own', 'rival', 'editorial', 'forum', 'video', 'shop', 'other'] as const;
export type SourceKind = (typeof sourceKinds)[number];

const listedKinds = ['forum', 'video', 'shop', 'editorial'] as const;
const kindByDomain: ReadonlyMap<string, SourceKind> = new Map(
  listedKinds.flatMap((kind) => data[kind].map((domain) => [domain, kind] as const)),
);

/** Owners of a rival's pages: of those that the owner declared, or, while none is, of those that the answers recommend. */
export type RivalDomains = { declared: ReadonlySet<string>; recommended: ReadonlySet<string> };

/**
 * Kind of a cited page for the owner of a website. The owner's own pages first, then those of declared rivals; then
 * what the list says of a domain, since a shop or a forum stays one where answers recommend it; then, where no rival is
 * declared, the other domains that the same answers recommend. Everything else is `other`: nothing is guessed from an
 * address.
 */
export function decideSourceKind(
  source: { domain: string; owned: boolean },
  { declared, recommended }: RivalDomains,
): SourceKind {
  if (source.owned) return 'own';
  if (declared.has(source.domain)) return 'rival';
  const isRival = declared.size === 0 && recommended.has(source.domain);
  return kindByDomain.get(source.domain) ?? (isRival ? 'rival' : 'other');
}
