import { trustKinds, trustLink } from '../checks/content/trustLinks.ts';
import { onSite, pageUrl } from '../urls/pageUrl.ts';
import { textDigest } from './digest.ts';

/** Files that agents expect at fixed paths; `ai-plugin.json` is retired and requested so that we can report it. */
export const wellKnownPaths = [
  '/.well-known/mcp/server-card.json',
  '/.well-known/agent-card.json',
  '/.well-known/agent-skills/index.json',
  '/.well-known/api-catalog',
  '/.well-known/ai-catalog.json',
  '/.well-known/ai-plugin.json',
] as const;

/** Returns a path that no website has, the same for every capture of one run. */
export function notFoundPath(runId: string): string {
  return `/sightline-${textDigest(runId).slice(0, 20)}`;
}

/**
 * Lists variants of the addresses of the home page and of one inner page: scheme, `www.`, trailing slash. For IP
 * addresses and explicit ports only the slash varies. The home URL itself is not repeated.
 */
export function variantUrls(homeUrl: string, registrableDomain: string, links: readonly string[]): string[] {
  const home = new URL(homeUrl);
  const named = home.port === '' && registrableDomain.includes('.') && /[a-z]$/.test(registrableDomain);
  const bare = home.hostname.replace(/^www\./, '');
  const hosts = named && bare === registrableDomain ? [bare, `www.${bare}`] : [home.hostname];
  const variants: string[] = [];
  for (const protocol of named ? ['http:', 'https:'] : [home.protocol]) {
    for (const hostname of hosts) {
      const variant = new URL(home.href);
      variant.protocol = protocol;
      variant.hostname = hostname;
      variants.push(variant.href);
    }
  }
  const inner = links.find((link) => isInner(link, home, registrableDomain));
  if (inner !== undefined) {
    const url = new URL(inner);
    const bareTrail = url.pathname.replace(/\/$/, '');
    for (const pathname of [bareTrail, `${bareTrail}/`]) variants.push(`${url.origin}${pathname}`);
  }
  return [...new Set(variants)].filter((variant) => variant !== home.href);
}

function isInner(link: string, home: URL, registrableDomain: string): boolean {
  const url = new URL(link);
  const last = url.pathname.replace(/\/$/, '').split('/').at(-1) ?? '';
  if (url.origin !== home.origin || !onSite(link, registrableDomain)) return false;
  return pageUrl(link) !== null && url.search === '' && last !== '' && !last.includes('.');
}

/** Agent strings of two answer engines' crawlers, for owners who allow us to compare their responses with our own. */
export const parityAgents = [
  'Mozilla/5.0 (compatible; OAI-SearchBot/1.3; +https://openai.com/searchbot)',
  'Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
] as const;
/** Number of sampled pages that are compared in addition to home. */
export const parityPageCount = 2;

/** Finds pages about the website's operator, one of each kind, for the check on trust pages. */
export function trustLinks(links: readonly { url: string; text: string }[], registrableDomain: string): string[] {
  const own = links.filter((link) => onSite(link.url, registrableDomain));
  return [...new Set(trustKinds.flatMap(([, pattern]) => trustLink(own, pattern) ?? []))];
}
