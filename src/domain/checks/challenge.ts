import { listBlocks, lowerAscii } from '../html/htmlBlocks.ts';
import type { Fetch } from './evidenceBundle.ts';
import { bodyStart, finalStatus, header, headerValues, isHtml } from './fetchFacts.ts';

/** Vendors whose response header announces a challenge in place of the page. */
const headers: readonly (readonly [name: string, values: RegExp])[] = [
  ['x-vercel-mitigated', /^challenge$/i],
  ['sg-captcha', /^challenge$/i],
  ['x-amzn-waf-action', /^(?:challenge|captcha)$/i],
];

/** Titles that only challenge pages have, compared whole. */
const titles: readonly (readonly [id: string, title: RegExp])[] = [
  ['cloudflare_title', /^(?:just a moment\.*|attention required! \| cloudflare)$/i],
  ['vercel_title', /^vercel security checkpoint$/i],
  ['ddos_guard_title', /^ddos-guard$/i],
  ['anubis_title', /^making sure you(?:'|’|&#0?39;)re not a bot!$/i],
  ['sucuri_title', /^(?:sucuri website firewall.*|you are being redirected\.\.\.)$/i],
  ['imperva_title', /^pardon our interruption\.*$/i],
  [
    'human_title',
    /^(?:verif(?:y|ying) (?:that )?you are (?:a )?human|robot check|client challenge|bot verification)\.*$/i,
  ],
];

/**
 * Elements that contain a challenge's question. A captcha script does not count: it protects forms on many real pages.
 */
const forms: readonly (readonly [id: string, markup: RegExp])[] = [
  ['cloudflare_form', /\bid\s*=\s*["']challenge-(?:form|running|error-text)["']/i],
  ['perimeterx_form', /\bid\s*=\s*["']px-captcha["']/i],
  ['akamai_form', /\bid\s*=\s*["']sec-(?:if-)?cpt-/i],
  ['anubis_form', /\bid\s*=\s*["']anubis_challenge["']/i],
];

/** Frames, forms and refreshes that lead to a challenge, by the contents of their tag. */
const tags: readonly (readonly [id: string, open: string, holds: RegExp])[] = [
  ['imperva_frame', '<iframe', /\/_incapsula_resource/],
  ['datadome_frame', '<iframe', /captcha-delivery\.com\//],
  ['siteground_form', '<form', /\/\.well-known\/(?:sg)?captcha\//],
  ['siteground_refresh', '<meta', /\/\.well-known\/(?:sg)?captcha\//],
];

/** A page with challenge markup and fewer words than this is the challenge itself, not a page about one. */
const challengeWords = 50;
const readWithin = 256 * 1024;
const maxTagLength = 2_000;

/**
 * Returns the id of the sign that a client without a browser was turned away, or null. Signs are a refusing status
 * (403, 429, 503), a vendor's header, or a nearly empty page with the title or form of a challenge. An empty page with
 * a captcha script is a page that scripts fill, and a page with a form is a form.
 * @param contentWords words of the page outside navigation, if HTML was read
 */
export function findChallenge(fetch: Fetch, contentWords: number | null): string | null {
  const status = finalStatus(fetch);
  if (status === null) return null;
  if (headerValues(fetch, 'cf-mitigated').some((value) => value.trim().toLowerCase() === 'challenge'))
    return 'cf-mitigated';
  for (const [name, values] of headers) if (values.test(header(fetch, name)?.trim() ?? '')) return name;
  const refused = status === 403 || status === 429 || status === 503;
  const thin = status >= 200 && status < 300 && contentWords !== null && contentWords < challengeWords;
  if ((refused || thin) && isHtml(fetch)) {
    const html = bodyStart(fetch, readWithin);
    const sign = titleSign(html) ?? forms.find(([, markup]) => markup.test(html))?.[0] ?? tagSign(html);
    if (sign !== undefined) return sign;
  }
  return refused ? `status_${status}` : null;
}

function tagSign(html: string): string | undefined {
  return tags.find(([, open, holds]) =>
    listBlocks(html, open, '>').some(({ inside }) => holds.test(lowerAscii(inside.slice(0, maxTagLength)))),
  )?.[0];
}

function titleSign(html: string): string | undefined {
  const [block] = listBlocks(html, '<title', '</title');
  const title = block?.inside.slice(block.inside.indexOf('>') + 1, maxTagLength).trim();
  return title === undefined ? undefined : titles.find(([, pattern]) => pattern.test(title))?.[0];
}
