import type { Fetch } from '../../domain/checks/evidenceBundle.ts';
import { parseSiteUrl } from '../../domain/urls/siteDomain.ts';
import type { SiteSuggestions } from '../../domain/websites/siteSuggestions.ts';
import type { Ctx } from '../appContext.ts';
import { agentOf, robotsToken } from './captureWebsite.ts';

export type SuggestionResult = SiteSuggestions & { domain: string; url: string; problem: string | null };

/** Limits of a quick read, not a capture: robots.txt and the home page, neither saved. */
const suggestionLimits = {
  samplePages: 0,
  maxRequests: 4,
  maxRetries: 0,
  maxBytes: 4 * 1024 * 1024,
  wallTimeMs: 12_000,
  totalTimeoutMs: 8_000,
  connectTimeoutMs: 4_000,
  idleTimeoutMs: 4_000,
  minIntervalMs: 100,
  maxCrawlDelayMs: 1_000,
  sitemapFiles: 0,
  renderedPages: 0,
} as const;

/**
 * Reads the home page of a website through the guarded capture and suggests its name, aliases and questions. Buys and
 * saves nothing. An unreadable page is not an error: the suggestions are then empty and say why.
 * @throws invalid_request naming `url`
 */
export async function suggestFromSite(ctx: Ctx, input: { url: string }): Promise<SuggestionResult> {
  const { url, domain } = parseSiteUrl(input.url, ctx.settings.allowPrivateTargets);
  const nothing = { name: null, aliases: [], categories: [], questions: [], domain, url };
  const outcome = await ctx.capture.capture(
    {
      runId: ctx.runtime.newId('look'),
      homeUrl: url,
      registrableDomain: domain,
      siteName: domain,
      limits: suggestionLimits,
      agent: agentOf(ctx.settings),
      robotsToken,
      ownerToken: null,
      experimentPages: [],
    },
    { shouldStop: () => false },
  );
  if (outcome.kind === 'nothing_captured') return { ...nothing, problem: outcome.error };
  const home: Fetch | undefined = outcome.bundle.fetches.find((fetch) => fetch.purpose === 'home');
  const last = home?.hops.at(-1)?.outcome;
  if (home === undefined || home.body === null || last?.kind !== 'response' || last.status >= 400) {
    const suggestion =
      last?.kind === 'response' ? `it answered ${last.status}` : (last?.message ?? 'robots.txt disallows it');
    return { ...nothing, problem: `home_unread: The home page could not be read: ${suggestion}.` };
  }
  const type = last.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null;
  const suggested = await ctx.texts.read('suggestions', home.body, type, home.hops.at(-1)?.url ?? url, domain);
  if (suggested.kind === 'read') return { ...suggested.value, domain, url, problem: null };
  ctx.log.warn({ domain, by: suggested.by, cause: suggested.message }, 'the reading of a home page was interrupted');
  return { ...nothing, problem: 'home_unread: The home page needs too much time or memory to read.' };
}
