import { normaliseEncoding } from '../urls/addressKey.ts';
import { firstSegment, isMarginal, onSite, pageUrl } from '../urls/pageUrl.ts';
import { byCodeUnits, textDigest } from './digest.ts';
import { maxSamplePages } from './limits.ts';

export type SampleInput = {
  /** Sitemap entries and links of the home page, in any order. */
  candidates: readonly string[];
  /** Never sampled, because the home page is always captured. */
  homeUrls: readonly string[];
  registrableDomain: string;
  size: number;
};

/** Method of drawing the sample, so that a reader can judge what it represents. */
export type SamplePlan = {
  /** Number of distinct candidate addresses, without home. */
  candidates: number;
  /**
   * Parts of the website by first path segment, largest first; '' groups the parts with a single page. At most 20 are
   * listed.
   */
  strata: readonly { segment: string; candidates: number; taken: number }[];
  /**
   * Attachments and later pages of lists among the candidates, and how many were sampled, which happens only when
   * nothing else is left.
   */
  marginal: { candidates: number; taken: number };
};

export type Sample = { urls: readonly string[]; plan: SamplePlan };

type Stratum = { segment: string; key: string; urls: string[]; taken: number };

const namedStrata = 20;

/**
 * Chooses pages that represent the website. Each part, by first path segment, gets places in proportion to its pages
 * (Sainte-Laguë, which favours neither large nor small parts), but no more than half of them while other parts have
 * pages left. Parts with a single page are grouped as one, so that a flat website is not one part per address. Inside a
 * part the order is that of SHA-256(url), which no site can influence. Attachments and later pages of lists come last.
 * The result depends only on the set of candidates, not on their order.
 */
export function samplePages(input: SampleInput): Sample {
  const homes = new Set(input.homeUrls.map(normaliseEncoding));
  const visited = new Set<string>();
  const main: string[] = [];
  const marginal: string[] = [];
  for (const candidate of [...input.candidates].sort(byCodeUnits)) {
    const url = pageUrl(candidate);
    const key = url === null ? '' : normaliseEncoding(url);
    if (url === null || visited.has(key) || homes.has(key) || !onSite(url, input.registrableDomain)) continue;
    visited.add(key);
    (isMarginal(url) ? marginal : main).push(url);
  }
  const size = Math.min(input.size, maxSamplePages);
  const strata = stratify(main);
  const takenItems = allot(strata, size);
  const last = allot(stratify(marginal), size - takenItems.length);
  return {
    urls: [...takenItems, ...last],
    plan: {
      candidates: main.length + marginal.length,
      strata: strata
        .slice(0, namedStrata)
        .map((stratum) => ({ segment: stratum.segment, candidates: stratum.urls.length, taken: stratum.taken })),
      marginal: { candidates: marginal.length, taken: last.length },
    },
  };
}

function stratify(urls: readonly string[]): Stratum[] {
  const bySegment = new Map<string, string[]>();
  for (const url of urls) {
    const segment = firstSegment(url);
    const knownItems = bySegment.get(segment);
    if (knownItems === undefined) bySegment.set(segment, [url]);
    else knownItems.push(url);
  }
  const single: string[] = [];
  const strata: Stratum[] = [];
  for (const [segment, list] of bySegment) {
    if (list.length === 1) single.push(...list);
    else strata.push({ segment, key: textDigest(segment), urls: byDigest(list), taken: 0 });
  }
  if (single.length > 0) strata.push({ segment: '', key: textDigest(''), urls: byDigest(single), taken: 0 });
  return strata.sort((a, b) => b.urls.length - a.urls.length || byCodeUnits(a.key, b.key));
}

/** Assigns the places one by one to the part with the highest quotient, and returns them in that order. */
function allot(strata: readonly Stratum[], size: number): string[] {
  const selection: string[] = [];
  const cap = Math.max(1, Math.ceil(size / 2));
  for (const most of [cap, size]) {
    while (selection.length < size) {
      let next: Stratum | null = null;
      for (const stratum of strata) {
        if (stratum.taken >= Math.min(most, stratum.urls.length)) continue;
        if (next === null || quotient(stratum) > quotient(next)) next = stratum;
      }
      const url = next?.urls[next.taken];
      if (next === null || url === undefined) break;
      selection.push(url);
      next.taken += 1;
    }
  }
  return selection;
}

function quotient({ urls, taken }: Stratum): number {
  return urls.length / (2 * taken + 1);
}

/** Sorts URLs by their SHA-256. */
export function byDigest(urls: readonly string[]): string[] {
  return urls
    .map((url) => ({ url, key: textDigest(url) }))
    .sort((a, b) => byCodeUnits(a.key, b.key))
    .map((entry) => entry.url);
}
