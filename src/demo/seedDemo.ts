import type { Config } from '../app/config.ts';
import { type RunningService, serve } from '../app/serve.ts';
import { isTerminal } from '../domain/runs/run.ts';
import { authenticateKey } from '../services/access/authenticate.ts';
import type { Ctx } from '../services/appContext.ts';
import { uploadAddressList } from '../services/crawlers/addressLists.ts';
import { importLog } from '../services/crawlers/importLog.ts';
import { createLogSource } from '../services/crawlers/logSources.ts';
import { importFile } from '../services/imports/importFile.ts';
import { ensureObservation } from '../services/runs/ensureObservation.ts';
import { requestSeoOverview } from '../services/seo/requestSeoOverview.ts';
import { replaceSitemapPages } from '../store/crawlers/sitemapPages.ts';
import { listCases } from '../store/questions/keywordCases.ts';
import { findRun } from '../store/runs/rows.ts';
import { findVisibilityWebsite } from '../store/visibility/websites.ts';
import { registerRewrite } from './demoExperiment.ts';
import { demoFiles } from './demoImports.ts';
import { demoLists, demoSitemap, writeDemoLog } from './demoLogs.ts';
import { type DemoSite, days, demoOwner, demoSite, firstDayMs, furtherSites, rewriteDay } from './demoPanel.ts';
import { createPlans, type DemoCall, type DemoQuote, declareRivals } from './demoPlans.ts';
import { seedSources } from './demoSources.ts';
import { serveDemoWebsite } from './demoWebsite.ts';
import { seedAnswers } from './seedAnswers.ts';

/**
 * Fills an empty folder with a workspace that has a history. Its answers come from the bundled simulator and are
 * labelled as simulated. No provider is called. Returns the secret of its API key and the number of answers.
 */
export async function seedDemo(config: Config): Promise<{ secret: string; answers: number }> {
  const running = await serve(config, { website: serveDemoWebsite, captureLimits: { minIntervalMs: 0 } });
  try {
    const cookie = await setUp(running);
    const key = { name: 'demo', permissions: ['evaluate', 'seo', 'manage'] };
    const { secret } = await post(running, '/api/v2/keys', key, cookie);
    const api = running.service.api;
    const principal = (await authenticateKey(api, secret))?.principal ?? null;
    if (principal === null) throw new Error('the key of the demo does not work');
    const ctx: Ctx = { ...api, principal };
    let answers = 0;
    for (const site of [demoSite, ...furtherSites]) answers += await seedSite(running, ctx, site, cookie);
    return { secret, answers };
  } finally {
    await running.close();
  }
}

async function setUp(running: RunningService): Promise<string> {
  const response = await fetch(`${running.url}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: running.service.setupToken, ...demoOwner, workspaceName: 'Demo (simulated)' }),
  });
  if (!response.ok) throw new Error(`setup answered ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** Fields of replies that the seeding reads. */
type Made = { secret: string; site: { id: string }; plan: { id: string } } & DemoQuote;

async function post(running: RunningService, path: string, body: unknown, cookie: string): Promise<Made> {
  // Creating answers keeps this process busy for longer than an idle connection stays open.
  const headers = { 'content-type': 'application/json', cookie, connection: 'close' };
  const response = await fetch(running.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const reply = (await response.json()) as Made;
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(reply)}`);
  return reply;
}

async function seedSite(running: RunningService, ctx: Ctx, demo: DemoSite, cookie: string): Promise<number> {
  const { url, name, topics } = demo;
  const { site } = await post(running, '/api/v2/sites', { url, name }, cookie);
  const daily = demo === demoSite;
  const engines = daily ? ctx.engines.all.map(({ id }) => id) : [ctx.engines.declared.id];
  const locale = { language: 'en', country: 'US' };
  for (const [topic, queries] of Object.entries(topics)) {
    const content = { queries, websiteId: site.id, engines, locale, tags: [topic] };
    await post(running, '/api/v2/questions', content, cookie);
  }
  const { workspaceId } = ctx.principal;
  const website = await findVisibilityWebsite(ctx.db, workspaceId, site.id);
  if (website === null) throw new Error('the website of the demo is gone');
  const cases = (await listCases(ctx.db, workspaceId)).filter(({ target }) => target?.websiteId === site.id);
  const order = new Map(
    Object.values(topics)
      .flat()
      .map((query, index) => [query, index]),
  );
  const sorted = cases.toSorted((a, b) => (order.get(a.query) ?? 0) - (order.get(b.query) ?? 0));
  const call: DemoCall = (path, body) => post(running, `/api/v2${path}`, body, cookie);
  const plan = { websiteId: site.id, engines, password: demoOwner.password };
  const planId = daily ? await createPlans(call, plan) : null;
  if (daily) {
    const date = new Date(ctx.runtime.now() - (days - rewriteDay) * 86_400_000).toISOString().slice(0, 10);
    await call(`/sites/${site.id}/notes`, { date, text: 'Rewrote the pricing page' });
  }
  const startMs = firstDayMs(ctx.runtime.now());
  const rewrite = { websiteId: site.id, topics, cases: sorted, rewriteDay, startMs };
  const experiment = daily ? await registerRewrite(ctx, call, rewrite) : null;
  const answers = await seedAnswers({ ctx, website, cases: sorted, daily, planId, experiment });
  if (daily) await declareRivals(ctx, site.id);
  if (daily) await importDemoLog(ctx, site.id);
  if (daily) await importDemoFiles(ctx, site.id, website.domain);
  if (daily) await seedSources(ctx, site.id, url);
  if (daily) await checkWebsite(ctx, site.id);
  if (daily) await requestSeoOverview(ctx, { domain: website.domain, idempotencyKey: 'demo-seo' });
  return answers;
}

/** Checks the website, so that its findings and pages are there. */
async function checkWebsite(ctx: Ctx, websiteId: string): Promise<void> {
  const body = { kind: 'website' as const, websiteId, maxAgeSeconds: 0 };
  const { run } = await ensureObservation(ctx, { body, idempotencyKey: 'demo-website' });
  while (!isTerminal((await findRun(ctx.db, run.workspaceId, run.id))?.status ?? 'failed')) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Imports a year of crawler visits, after the lists that verify some of them. */
async function importDemoLog(ctx: Ctx, websiteId: string): Promise<void> {
  for (const { url, prefix } of demoLists) {
    await uploadAddressList(ctx, { url, list: JSON.stringify({ prefixes: [{ ipv4Prefix: prefix }] }), accept: false });
  }
  const choices = { kind: 'origin' as const, format: null, captures: [], mapping: {}, keepDays: 7 };
  const source = await createLogSource(ctx, { websiteId, name: 'Web server', ...choices });
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(writeDemoLog(ctx.runtime.now(), 365));
  }
  await importLog(ctx, { sourceId: source.id, name: 'access.log', body: bytes() });
  const now = ctx.runtime.now();
  await replaceSitemapPages(ctx.db, websiteId, demoSitemap(now), new Date(now).toISOString());
}

/** Imports a year of vendors' figures. */
async function importDemoFiles(ctx: Ctx, websiteId: string, domain: string): Promise<void> {
  for (const { text, ...file } of demoFiles(domain, ctx.runtime.now())) {
    async function* bytes(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(text);
    }
    await importFile(ctx, { websiteId, ...file, body: bytes() });
  }
}
