import type { Fetch, HeaderList } from '../checks/evidenceBundle.ts';
import type { JsonLdNode } from '../html/jsonLd.ts';
import type { PageFacts as ReadPage } from '../html/pageFacts.ts';
import { type Simhash, simhash, simhashDistance } from '../html/simhash.ts';
import { urlHome } from '../identity/urlHome.ts';
import type { PageOutcome } from './citedPage.ts';
import { isWrapper } from './redirectWrapper.ts';

const blockedStatuses = new Set([401, 402, 403, 407, 429, 451]);
const fewWords = 150;
/** Maximum number of differing bits, of the 64 bits of a simhash, for two texts to count as alike. */
const alike = 6;

const notFoundWords =
  /\b404\b|page (?:was )?not found|not be found|no longer (?:exists|available)|seite (?:wurde )?nicht gefunden|page introuvable|página no encontrada|pagina non trovata|pagina niet gevonden|página não encontrada|nie znaleziono|sayfa bulunamadı|sidan (?:kunde inte hittas|hittades inte)|страница не найдена|ページ(?:が|は)見つかりません|ページは存在しません|页面不存在|找不到(?:该|您)?.{0,6}页面|페이지를 찾을 수 없습니다|can(?:['’]t|not| not) (?:be found|find (?:th(?:is|e|at) )?page)|does(?:n['’]t| not) exist|seite existiert nicht|page (?:non trouvée|n['’]existe)|página no existe|pagina non esiste|pagina bestaat niet|strona nie istnieje|página não existe|sidan finns inte|siden blev ikke fundet|siden finnes ikke|страница не существует|stránka nenalezena|sivua ei löyt/iu;
const challengeWords =
  /just a moment|attention required|are you (?:a )?(?:human|robot)|verify (?:that )?you are (?:a )?human|checking your browser|access denied|enable javascript and cookies|captcha|before you continue|we value your privacy|bevor sie (?:weitergehen|fortfahren)|cookie(?:s)? (?:consent|settings|einstellungen)|unusual traffic|privacy choices|(?:schätzen|respektieren) ihre privatsphäre|ihre (?:zustimmung|einwilligung)|avant de continuer|respectons votre vie privée|antes de continuar|tu privacidad|su privacidad|prima di continuare|rispettiamo la tua privacy|voordat (?:je|u) verder|zanim przejdziesz|szanujemy (?:twoją|państwa) prywatność|a sua privacidade|innan du fortsätter|devam etmeden önce|続行する前に|перед тем как продолжить/iu;
const emptyWords = 20;
const leads =
  /<meta\b[^>]{0,200}http-equiv\s{0,5}=\s{0,5}["']?refresh\b[^>]{0,200}url\s{0,5}=|location(?:\.href)?\s{0,5}=\s{0,5}["'`]|location\.(?:replace|assign)\(/i;

/**
 * Returns the outcome that follows from the request alone, before any text is read; null if there is a page to read.
 */
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

/** Browsers sniff a page without a content type and read it as HTML if it looks like HTML; so do we. */
function isHtml(contentType: string | null): boolean {
  return contentType === null || /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType);
}

export function findHeader(headers: HeaderList, name: string): string | null {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1].trim() ?? null;
}

/** A request that ended on another website, or on the home page, did not return the cited page. */
function hasMovedAway(requested: string, final: string): boolean {
  if (isWrapper(requested)) return false;
  const [from, to] = [urlHome(requested), urlHome(final)];
  if (from === null || to === null) return false;
  if ((from.domain ?? from.host) !== (to.domain ?? to.host)) return true;
  const isHome = (path: string) => /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?)?$/i.test(path);
  return isHome(new URL(final).pathname) && !isHome(new URL(requested).pathname);
}

/** Response of a random path of the host. */
export type Probe = { status: number | null; simhash: Simhash | null };

/**
 * Returns the outcome of a page whose text was read. A page that only redirects, or is empty without its scripts, has
 * no text to judge.
 */
export function outcomeOfPage(page: ReadPage, probe: Probe | null, html: string): PageOutcome {
  const head = [
    ...page.titles.slice(0, 1),
    ...page.headings.filter(({ level }) => level === 1).map(({ text }) => text),
  ];
  const says = (words: RegExp) => head.some((text) => words.test(text));
  if (page.bodyWords < fewWords && says(challengeWords)) return 'blocked';
  if (isPaywalled(page)) return 'paywalled';
  if (page.bodyWords < fewWords && says(notFoundWords)) return 'soft_404';
  if (page.bodyWords < emptyWords && leads.test(html)) return 'moved_away';
  if (page.bodyWords < emptyWords && /<script\b(?![^>]{0,200}ld\+json)/i.test(html)) return 'blocked';
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
