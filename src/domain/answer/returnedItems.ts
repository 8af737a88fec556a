import { normaliseUrl } from '../urls/normaliseUrl.ts';
import type { Link } from './answerLinks.ts';
import type { PlacedAnnotation } from './citationMarks.ts';
import type { FrozenAnswer } from './frozenAnswer.ts';
import type { Citation, SourceUse } from './reading.ts';

export type ReturnedItems = {
  citations: Citation[];
  sources: SourceUse[];
  /** Normalised URLs that the provider returned, cited or not, for the checks K5 and K7. */
  urls: ReadonlySet<string>;
  /** Normalised URLs that the text links to but the provider did not return (K5), in order, each once. */
  notReturned: readonly string[];
  /** URLs of annotations and sources that are not public web pages (K3). */
  unusable: number;
};

type Known = { rawUrl: string; title: string | null };

/** Combines the results of the provider's search with the answer's citations of them. */
export function readReturnedItems(
  frozen: FrozenAnswer,
  annotations: readonly PlacedAnnotation[],
  links: readonly Link[],
): ReturnedItems {
  const knownByKey = new Map<string, Known>();
  let unusable = 0;
  const withoutPlace = frozen.cited ?? [];
  for (const { url: rawUrl, title } of [...frozen.sources, ...withoutPlace, ...annotations]) {
    const url = normaliseUrl(rawUrl);
    if (url === null) unusable += 1;
    else {
      const before = knownByKey.get(url);
      if (before === undefined) knownByKey.set(url, { rawUrl, title });
      else if (before.title === null) before.title = title;
    }
  }
  const citations: Citation[] = [];
  const notReturned = new Set<string>();
  for (const { url: rawUrl, title, startIndex, endIndex } of annotations) {
    const url = normaliseUrl(rawUrl);
    if (url !== null) citations.push({ url, title: title ?? knownByKey.get(url)?.title ?? null, startIndex, endIndex });
  }
  const placed = new Set(citations.map(({ url }) => url));
  for (const { url: rawUrl, title } of withoutPlace) {
    const url = normaliseUrl(rawUrl);
    if (url === null || placed.has(url)) continue;
    placed.add(url);
    citations.push({ url, title: title ?? knownByKey.get(url)?.title ?? null, startIndex: null, endIndex: null });
  }
  for (const link of links) {
    const url = link.url === null ? null : normaliseUrl(link.url);
    if (url === null) continue;
    const source = knownByKey.get(url);
    if (source === undefined) notReturned.add(url);
    else if (annotations.length === 0) {
      citations.push({ url, title: source.title ?? link.title, startIndex: link.start, endIndex: link.end });
    }
  }
  const cited = new Set(citations.map((citation) => citation.url));
  const sources = [...knownByKey].map(
    ([url, { rawUrl, title }]): SourceUse => ({ url, rawUrl, title, kind: cited.has(url) ? 'cited' : 'retrieved' }),
  );
  return { citations, sources, urls: new Set(knownByKey.keys()), notReturned: [...notReturned], unusable };
}
