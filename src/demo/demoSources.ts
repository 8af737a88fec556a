import type { Fetch } from '../domain/checks/evidenceBundle.ts';
import type { Ctx } from '../services/appContext.ts';
import { loadCitedAnswers } from '../services/citedPages/citedAnswers.ts';
import { judgeFetched, saveReading } from '../services/citedPages/judgePage.ts';
import { saveCitations } from '../services/citedPages/queuePages.ts';
import { createFact } from '../services/facts/facts.ts';
import { fractionOf } from '../simulator/seededChoice.ts';
import { pagesByUrl } from '../store/citedPages/pages.ts';

const facts = [
  { kind: 'price', name: 'Team plan', value: '€29 per month', words: ['Team plan', 'costs', 'price'] },
  { kind: 'number', name: 'Users of the free plan', value: '3 users', words: ['free plan', 'users'] },
  { kind: 'feature', name: 'Data export', value: 'yes', words: ['export', 'exports'] },
  { kind: 'feature', name: 'Fair price', value: 'yes', words: ['fair price', 'easy to learn', 'support'] },
] as const;

/** Creates some facts, and reads invented pages as the cited ones: no third-party site is contacted. */
export async function seedSources(ctx: Ctx, websiteId: string, url: string): Promise<void> {
  for (const { words, ...fact } of facts) {
    await createFact(ctx, { ...fact, words: [...words], websiteId, sourceUrl: new URL('/pricing', url).href });
  }
  const { website, answers } = await loadCitedAnswers(ctx, websiteId);
  const citing = Map.groupBy(
    answers.flatMap((answer) =>
      answer.cited.filter(({ owned }) => !owned).map((source) => ({ answer, url: source.url })),
    ),
    (use) => use.url,
  );
  await saveCitations(ctx, websiteId, answers, [...citing.keys()]);
  const pages = await pagesByUrl(ctx.db, ctx.principal.workspaceId, [...citing.keys()]);
  for (const [cited, uses] of citing) {
    const page = pages.get(cited);
    const attempt = uses[0]?.answer.attempt;
    if (page === undefined || attempt === undefined) continue;
    const names = (attempt.facts?.mentions ?? []).map(({ name }) => name);
    const namesOnPage = fractionOf(`names ${cited}`) < 0.4 ? names : names.filter((name) => name !== website.name);
    const fetched = await judgeFetched(ctx, page, {
      fetch: demoPage(cited, namesOnPage, attempt.text ?? ''),
      probe: null,
      reservations: null,
    });
    if (fetched !== null) await saveReading(ctx, page, ctx.runtime.newId('cread'), fetched, 'none');
  }
}

/** Creates a page with a list of these names and some sentences of an answer, or a missing page. */
function demoPage(url: string, names: readonly string[], answer: string): Fetch {
  const chance = fractionOf(`outcome ${url}`);
  const status = chance < 0.08 ? 403 : chance < 0.14 ? 404 : 200;
  const list = names.map((name, at) => `<h2>${at + 1}. ${name}</h2><p>${name} suits small teams.</p>`).join('');
  const quoted = answer
    .replace(/[*#[\]()]/g, ' ')
    .split('\n')
    .slice(0, 8)
    .join('</p><p>');
  const day = String(1 + Math.floor(fractionOf(`date ${url}`) * 27)).padStart(2, '0');
  const html = `<html lang="en"><head><title>Tools compared</title><meta property="article:modified_time" content="2026-09-${day}"></head><body><main><h1>Tools compared</h1>${list}<p>${quoted}</p></main></body></html>`;
  const body = status === 200 ? new TextEncoder().encode(html) : null;
  const outcome = { kind: 'response', status, headers: [['content-type', 'text/html']] } as const;
  return {
    ...{
      id: 'f001',
      purpose: 'cited_page',
      requestedUrl: url,
      requestHeaders: [],
      startedAt: new Date(0).toISOString(),
    },
    ...{ hops: [{ url, method: 'GET', outcome, remoteAddress: null }], body, sha256: null, attempts: 1 },
    ...{ decodedBytes: body?.length ?? 0, truncated: false, ttfbMs: null, totalMs: null, tls: null },
  };
}
