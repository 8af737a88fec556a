import type { Fetch, HeaderList } from '../checks/evidenceBundle.ts';
import type { JsonLdNode } from '../html/jsonLd.ts';
import type { PageFacts as ReadPage } from '../html/pageFacts.ts';
import { type Simhash, simhash, simhashDistance } from '../html/simhash.ts';
import { urlHome } from '../identity/urlHome.ts';
import type { PageOutcome } from './citedPage.ts';
import { isWrapper } from './redirectWrapper.ts';

const blockedStatuses = new Set([401, 402, 403, 407, 429, 451]);
const fewWords = 150;
/** Of 64 bits of a simhash; texts that differ in no more are alike. */
const alike = 6;

const notFoundWords =
  /\b404\b|page (?:was )?not found|not be found|no longer (?:exists|available)|seite (?:wurde )?nicht gefunden|page introuvable|página no encontrada|pagina non trovata|pagina niet gevonden|página não encontrada|nie znaleziono|sayfa bulunamadı|sidan (?:kunde inte hittas|hittades inte)|страница не найдена|ページが見つかりません|页面不存在|페이지를 찾을 수 없습니다/iu;
const challengeWords =
  /just a moment|attention required|are you (?:a )?(?:human|robot)|verify (?:that )?you are (?:a )?human|checking your browser|access denied|enable javascript and cookies|captcha|before you continue|we value your privacy|bevor sie (?:weitergehen|fortfahren)|cookie(?:s)? (?:consent|settings|einstellungen)|unusual traffic/iu;

/** Outcome that the way to a page shows, before its text is read; null: there is a page to read. */
export function outcomeOfFetch(fetch: Fetch): PageOutcome | null {
  const last = fetch.hops.at(-1)?.outcome;
  if (last === undefined) return 'unreachable';
  if (last.kind === 'error') {
    if (last.code === 'blocked_robots') return 'robots_disallowed';
    if (last.code === 'timeout') return 'timeout';
    if (last.code === 'decode') return 'too_large';
    return /^blocked_(?:address|port|scheme)$/.test(last.code) ? 'refused_address' : 'unreachable';
  }
  const { status, headers } = last;
  if (findHeader(headers, 'cf-mitigated') === 'challenge' || blockedStatuses.has(status)) return 'blocked';
  if (status === 404 || status === 410) return 'not_found';
  if (status < 200 || status > 299) return 'unreachable';
  if (!isHtml(findHeader(headers, 'content-type'))) return 'not_html';
  if (hasMovedAway(fetch.requestedUrl, fetch.hops.at(-1)?.url ?? fetch.requestedUrl)) return 'moved_away';
  return fetch.truncated ? 'too_large' : null;
}

/** Missing: browsers read such a page as HTML where it looks like it, and so do we. */
function isHtml(contentType: string | null): boolean {
  return contentType === null || /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType);
}

export function findHeader(headers: HeaderList, name: string): string | null {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1].trim() ?? null;
}

/** A page that led to another website, or to the home page of its own, is not the page that was cited. */
function hasMovedAway(requested: string, final: string): boolean {
  if (isWrapper(requested)) return false;
  const [from, to] = [urlHome(requested), urlHome(final)];
  if (from === null || to === null) return false;
  if ((from.domain ?? from.host) !== (to.domain ?? to.host)) return true;
  const isHome = (path: string) => /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?)?$/i.test(path);
  return isHome(new URL(final).pathname) && !isHome(new URL(requested).pathname);
}

/** Answer of a random path of the host. */
export type Probe = { status: number | null; simhash: Simhash | null };

/** Outcome of a page whose text was read. */
export function outcomeOfPage(page: ReadPage, probe: Probe | null): PageOutcome {
  const head = [
    ...page.titles.slice(0, 1),
    ...page.headings.filter(({ level }) => level === 1).map(({ text }) => text),
  ];
  const says = (words: RegExp) => head.some((text) => words.test(text));
  if (page.bodyWords < fewWords && says(challengeWords)) return 'blocked';
  if (isPaywalled(page)) return 'paywalled';
  if (page.bodyWords < fewWords && says(notFoundWords)) return 'soft_404';
  const isLikeProbe =
    probe?.status === 200 && probe.simhash !== null && simhashDistance(probe.simhash, simhash(page.bodyText)) <= alike;
  return isLikeProbe ? 'soft_404' : 'read';
}

function isPaywalled({ jsonLd, markedItems }: ReadPage): boolean {
  const nodes: readonly JsonLdNode[] = [...jsonLd.flatMap((block) => block.nodes), ...markedItems];
  return nodes.some(({ top, properties }) => {
    const free = properties.isAccessibleForFree;
    return top && (free === false || (typeof free === 'string' && /^(?:false|.*\/False)$/i.test(free)));
  });
}
