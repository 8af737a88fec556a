import type { Fetch } from './evidence.ts';
import { bodyText, finalStatus, header, headerValues, isHtml } from './fetchFacts.ts';

const markup: readonly (readonly [string, RegExp])[] = [
  ['cloudflare_markup', /\/cdn-cgi\/challenge-platform\/|id="challenge-(?:form|running|error-text)"|_cf_chl_opt/],
  ['turnstile', /challenges\.cloudflare\.com\/turnstile/],
  ['datadome', /captcha-delivery\.com/],
  ['perimeterx', /id="px-captcha"|captcha\.px-cdn\.net|window\._pxAppId/],
  ['imperva', /_Incapsula_Resource/],
  ['aws_waf', /awswaf\.com|AwsWafIntegration/],
  ['akamai', /id="sec-(?:if-)?cpt-|\/_sec\/(?:cp_challenge|verify)/],
  ['sucuri', /sucuri_cloudproxy_js/],
  ['ddos_guard', /\/\.well-known\/ddos-guard\//],
  ['anubis', /id="anubis_challenge"|\/\.within\.website\/x\/cmd\/anubis\//],
  ['siteground', /\/\.well-known\/(?:sg)?captcha\//],
  ['vercel', /Vercel Security Checkpoint/],
  ['recaptcha', /(?:google|recaptcha)\.(?:com|net)\/recaptcha\/|class="g-recaptcha/],
  ['hcaptcha', /hcaptcha\.com\/1\/api\.js|class="h-captcha/],
];

/** Below this a page that carries a captcha is the captcha; above it, the captcha guards a form on a real page. */
const challengeWords = 50;

/**
 * Id of the sign that a client without a browser was turned away, or null. Statuses 403, 429 and 503 count by themselves:
 * such a client gets nothing, whatever the reason.
 * @param contentWords words of the page outside navigation, when it is HTML that was read
 */
export function challengeOf(fetch: Fetch, contentWords: number | null): string | null {
  const status = finalStatus(fetch);
  if (status === null) return null;
  if (headerValues(fetch, 'cf-mitigated').some((value) => value.toLowerCase() === 'challenge')) return 'cf-mitigated';
  if (header(fetch, 'x-vercel-mitigated')?.toLowerCase() === 'challenge') return 'x-vercel-mitigated';
  if (header(fetch, 'sg-captcha')?.toLowerCase() === 'challenge') return 'sg-captcha';
  const waf = header(fetch, 'x-amzn-waf-action')?.toLowerCase();
  if (waf === 'challenge' || waf === 'captcha') return 'x-amzn-waf-action';
  const refused = status === 403 || status === 429 || status === 503;
  if (refused || (status >= 200 && status < 300 && contentWords !== null && contentWords < challengeWords)) {
    const found = isHtml(fetch) ? markup.find(([, pattern]) => pattern.test(bodyText(fetch))) : undefined;
    if (found !== undefined) return found[0];
  }
  return refused ? `status_${status}` : null;
}
