import { onSite } from '../../domain/capture/pageUrl.ts';
import type { Fetch } from '../../domain/checks/evidence.ts';
import {
  fileCarries,
  homeCarries,
  type TokenLook,
  type VerificationLook,
  verificationPlaces,
} from '../../domain/siteVerification.ts';
import { htmlOf, textOf } from './readText.ts';
import { type FetchEnd, type FetchWish, finalStatus, finalUrl } from './siteFetcher.ts';

export type TokenSearch = { homeUrl: string; registrableDomain: string; token: string };

/**
 * Looks for a website's token: in the head of the home page that was read anyway, and else in the file. A redirect that
 * left the website proves nothing about it.
 */
export async function findToken(
  search: TokenSearch,
  home: Fetch | null,
  get: (wish: FetchWish) => Promise<FetchEnd>,
): Promise<TokenLook> {
  const looked: VerificationLook[] = [];
  for (const { way, url } of verificationPlaces(search.homeUrl, search.token).toReversed()) {
    const fetch = way === 'meta' ? home : fetchOf(await get({ purpose: 'verification', url }));
    const problem = problemOf(fetch, way, search);
    looked.push({ way, url, status: fetch === null ? null : finalStatus(fetch), problem });
    if (problem === null) return { way, looked };
  }
  return { way: null, looked };
}

function fetchOf(end: FetchEnd): Fetch | null {
  return end.kind === 'fetched' ? end.fetch : null;
}

function problemOf(fetch: Fetch | null, way: 'file' | 'meta', search: TokenSearch): string | null {
  if (fetch === null)
    return 'It could not be asked for: robots.txt keeps us out, or the website did not answer in time.';
  const last = fetch.hops.at(-1)?.outcome;
  if (last?.kind === 'error') return `It could not be read: ${last.message}.`;
  if (finalStatus(fetch) !== 200) return `It answers ${finalStatus(fetch)}.`;
  if (!onSite(finalUrl(fetch), search.registrableDomain))
    return `It leads away from the website, to ${finalUrl(fetch)}.`;
  if (way === 'file')
    return fileCarries(textOf(fetch), search.token) ? null : 'It holds something else than the token.';
  const html = htmlOf(fetch);
  if (html === null) return 'It is no HTML page.';
  return homeCarries(html, search.token) ? null : 'Its head has no such meta element.';
}
