import data from './sourceKinds.json' with { type: 'json' };

export const sourceKinds = ['own', 'rival', 'editorial', 'forum', 'video', 'shop', 'other'] as const;
export type SourceKind = (typeof sourceKinds)[number];

const listedKinds = ['forum', 'video', 'shop', 'editorial'] as const;
const kindByDomain: ReadonlyMap<string, SourceKind> = new Map(
  listedKinds.flatMap((kind) => data[kind].map((domain) => [domain, kind] as const)),
);

/** Domains whose pages count as rivals': the declared ones or, without any, those that the answers recommend. */
export type RivalDomains = { declared: ReadonlySet<string>; recommended: ReadonlySet<string> };

/**
 * Classifies a cited page from the perspective of a website's owner: first the owner's own pages, then those of
 * declared rivals, then by the list of known domains, since a shop or a forum stays one even if answers recommend it.
 * If no rival is declared, other domains that the same answers recommend come next. Everything else is `other`: nothing
 * is guessed from an address.
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
