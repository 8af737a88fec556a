import type { EvidenceBundle, Purpose } from '../checks/evidenceBundle.ts';
import { finalUrl, header } from '../checks/fetchFacts.ts';
import { readPage } from '../html/pageFacts.ts';
import { digestOf } from '../text/canonicalJson.ts';
import { pageKey } from './changeProof.ts';

const pagePurposes: ReadonlySet<Purpose> = new Set(['home', 'page', 'experiment_page']);

/**
 * Computes the SHA-256 of the main text of each captured page, by its address: the surroundings of the text change with
 * every request.
 */
export function pageTexts(bundle: EvidenceBundle): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const fetch of bundle.fetches) {
    if (fetch.body === null || !pagePurposes.has(fetch.purpose)) continue;
    const { mainText } = readPage(fetch.body, header(fetch, 'content-type'), finalUrl(fetch));
    const digest = digestOf(mainText);
    texts.set(pageKey(fetch.requestedUrl), digest);
    texts.set(pageKey(finalUrl(fetch)), digest);
  }
  return texts;
}
