import type { Fetch } from '../../domain/checks/evidenceBundle.ts';
import { onSite } from '../../domain/urls/pageUrl.ts';
import {
  fileCarries,
  type TokenCheck,
  type VerificationCheck,
  verificationPlaces,
} from '../../domain/websites/siteVerification.ts';
import { type ForeignText, valueOr } from '../../ports/foreignText.ts';
import { htmlOf, textOf } from './readText.ts';
import { type FetchRequest, type FetchResult, finalStatus, finalUrl } from './siteFetcher.ts';

export type TokenSearch = { homeUrl: string; registrableDomain: string; token: string };

/**
 * Searches for a website's token: in the head of the home page, which was read anyway, otherwise in the file. A
 * redirect that left the website proves nothing about it.
 */
export async function findToken(
  search: TokenSearch,
  home: Fetch | null,
  get: (wish: FetchRequest) => Promise<FetchResult>,
  texts: ForeignText,
): Promise<TokenCheck> {
  const looked: VerificationCheck[] = [];
  for (const { way, url } of verificationPlaces(search.homeUrl, search.token).toReversed()) {
    const fetch = way === 'meta' ? home : fetchOf(await get({ purpose: 'verification', url }));
    const problem = await findProblem(fetch, way, search, texts);
    looked.push({ way, url, status: fetch === null ? null : finalStatus(fetch), problem });
    if (problem === null) return { way, looked };
  }
  return { way: null, looked };
}

function fetchOf(end: FetchResult): Fetch | null {
  return end.kind === 'fetched' ? end.fetch : null;
}

async function findProblem(
  fetch: Fetch | null,
  way: 'file' | 'meta',
  search: TokenSearch,
  texts: ForeignText,
): Promise<string | null> {
  if (fetch === null)
    return 'It could not be requested: robots.txt disallows it, or the website did not answer in time.';
  const last = fetch.hops.at(-1)?.outcome;
  if (last?.kind === 'error') return `It could not be read: ${last.message}.`;
  if (finalStatus(fetch) !== 200) return `It answers ${finalStatus(fetch)}.`;
  if (!onSite(finalUrl(fetch), search.registrableDomain)) return `It redirects to another website, ${finalUrl(fetch)}.`;
  if (way === 'file')
    return fileCarries(textOf(fetch), search.token) ? null : 'It contains something other than the token.';
  const html = htmlOf(fetch);
  if (html === null) return 'It is not an HTML page.';
  const carries = valueOr(null, await texts.read('homeCarries', html, search.token));
  if (carries === null) return 'It needs too much time or memory to read.';
  return carries ? null : 'Its head has no such meta element.';
}
