import type { Fetch } from '../domain/checks/evidence.ts';
import { readPage } from '../domain/checks/page/pageFacts.ts';
import { parseSiteUrl } from '../domain/siteDomain.ts';
import { type SiteSuggestions, siteSuggestions } from '../domain/siteSuggestions.ts';
import { agentOf, robotsToken } from './captureWebsite.ts';
import type { Ctx } from './world.ts';

export type Suggested = SiteSuggestions & { domain: string; url: string; problem: string | null };

/** A look, not a capture: robots.txt, the home page, and nothing kept. */
const lookLimits = {
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
 * saves nothing. A page that cannot be read is no error: the suggestions are then empty and say why.
 * @throws invalid_request naming `url`
 */
export async function suggestFromSite(ctx: Ctx, input: { url: string }): Promise<Suggested> {
  const { url, domain } = parseSiteUrl(input.url, ctx.settings.allowPrivateTargets);
  const nothing = { name: null, aliases: [], questions: [], domain, url };
  const outcome = await ctx.capture.capture(
    {
      runId: ctx.runtime.newId('look'),
      homeUrl: url,
      registrableDomain: domain,
      siteName: domain,
      limits: lookLimits,
      agent: agentOf(ctx.settings),
      robotsToken,
      ownerToken: null,
    },
    { shouldStop: () => false },
  );
  if (outcome.kind === 'nothing_captured') return { ...nothing, problem: outcome.error };
  const home: Fetch | undefined = outcome.bundle.fetches.find((fetch) => fetch.purpose === 'home');
  const last = home?.hops.at(-1)?.outcome;
  if (home === undefined || home.body === null || last?.kind !== 'response' || last.status >= 400) {
    const told =
      last?.kind === 'response' ? `it answered ${last.status}` : (last?.message ?? 'robots.txt keeps us out');
    return { ...nothing, problem: `home_unread: The home page could not be read: ${told}.` };
  }
  const type = last.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null;
  const facts = readPage(home.body, type, home.hops.at(-1)?.url ?? url);
  return { ...siteSuggestions(facts, domain), domain, url, problem: null };
}
