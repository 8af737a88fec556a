import type { EvidenceBundle } from '../checks/evidenceBundle.ts';
import { finalUrl, header } from '../checks/fetchFacts.ts';
import { readPage } from '../html/pageFacts.ts';
import { digestOf } from '../text/canonicalJson.ts';
import { normaliseUrl } from '../urls/normaliseUrl.ts';
import type { ChangeProof } from './protocol.ts';

/** SHA-256 of the main text of each captured page, by its address: what surrounds the text changes with every request. */
export function pageTexts(bundle: EvidenceBundle): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const fetch of bundle.fetches) {
    if (fetch.body === null || (fetch.purpose !== 'page' && fetch.purpose !== 'home')) continue;
    const { mainText } = readPage(fetch.body, header(fetch, 'content-type'), finalUrl(fetch));
    const digest = digestOf(mainText);
    texts.set(pageKey(fetch.requestedUrl), digest);
    texts.set(pageKey(finalUrl(fetch)), digest);
  }
  return texts;
}

export function pageKey(url: string): string {
  return normaliseUrl(url) ?? url;
}

/**
 * Compares two captures. A page that only the later one has is new, which is a change.
 * @param changed pages that must have changed by now @param kept pages that must not
 */
export function proveChange(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  { changed, kept }: { changed: readonly string[]; kept: readonly string[] },
): ChangeProof {
  const of = (texts: ReadonlyMap<string, string>, url: string) => texts.get(pageKey(url));
  const isSame = (url: string) => of(before, url) === of(after, url);
  const captured = changed.filter((url) => of(after, url) !== undefined);
  return {
    changed: captured.filter((url) => !isSame(url)),
    unchanged: captured.filter(isSame),
    missing: changed.filter((url) => of(after, url) === undefined),
    touched: kept.filter((url) => of(before, url) !== undefined && of(after, url) !== undefined && !isSame(url)),
  };
}
