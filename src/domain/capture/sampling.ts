import { byCodeUnits, textDigest } from './digest.ts';
import { largestSample } from './limits.ts';
import { firstSegment, onSite, pageUrl } from './pageUrl.ts';

export type SampleInput = {
  /** Sitemap entries and links of the home page, in any order. */
  candidates: readonly string[];
  /** Never sampled: the home page is always captured. */
  homeUrls: readonly string[];
  registrableDomain: string;
  size: number;
};

/**
 * Chooses pages so that every part of a website is heard before one part is heard twice. Candidates are grouped by first
 * path segment and taken in turn from each group; inside a group the order is that of SHA-256(url), which no site can
 * arrange. Groups come largest first, equal ones by SHA-256 of their segment, so that a flat site is not read by alphabet.
 * The result depends on the set of candidates only, not on their order.
 */
export function samplePages(input: SampleInput): string[] {
  const homes = new Set(input.homeUrls);
  const strata = new Map<string, string[]>();
  for (const url of new Set(input.candidates.map((candidate) => pageUrl(candidate)))) {
    if (url === null || homes.has(url) || !onSite(url, input.registrableDomain)) continue;
    const segment = firstSegment(url);
    const stratum = strata.get(segment);
    if (stratum === undefined) strata.set(segment, [url]);
    else stratum.push(url);
  }
  const queues = [...strata]
    .map(([segment, urls]) => ({ key: textDigest(segment), urls: byDigest(urls) }))
    .sort((a, b) => b.urls.length - a.urls.length || byCodeUnits(a.key, b.key));
  return takeInTurn(
    queues.map((queue) => queue.urls),
    Math.min(input.size, largestSample),
  );
}

/** The URLs in the order of their SHA-256. */
export function byDigest(urls: readonly string[]): string[] {
  return urls
    .map((url) => ({ url, key: textDigest(url) }))
    .sort((a, b) => byCodeUnits(a.key, b.key))
    .map((entry) => entry.url);
}

function takeInTurn(queues: readonly (readonly string[])[], size: number): string[] {
  const taken: string[] = [];
  const longest = Math.max(0, ...queues.map((queue) => queue.length));
  for (let round = 0; round < longest; round += 1) {
    for (const queue of queues) {
      const url = queue[round];
      if (url === undefined) continue;
      if (taken.length >= size) return taken;
      taken.push(url);
    }
  }
  return taken;
}
