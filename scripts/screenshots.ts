// Writes a picture of every page, light and dark, wide and narrow, into `screenshots/` (not committed), and the first
// screens that the tour shows into `docs/tour/`. `node scripts/screenshots.ts [page,page]` makes only the named pages.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openReset } from '../src/services/access/passwords.ts';
import {
  askAtFurtherEngines,
  launch,
  owner,
  questions,
  seed,
  seedWebsite,
  setUp,
  signInWith,
  startWebService,
  token,
  type WebService,
} from '../test/support/browser.ts';
import { createWatcher } from '../test/support/watcher.ts';

const root = join(import.meta.dirname, '..');
const folders = { all: join(root, 'screenshots'), tour: join(root, 'docs', 'tour') };
const only = process.argv[2]?.split(',');
const dayMs = 86_400_000;
/** How many days before today each round of questions is placed, so that the report has days and a window before. */
const rounds = [40, 33, 12, 5, 1, 0];
const inTour = new Set(['overview', 'question', 'answer', 'comparison', 'sources', 'website', 'spending', 'api']);
for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });

const service = await startWebService({ REQUESTS_PER_MINUTE: '10000', RUNS_PER_DAY_PER_OWNER: '1000' });
const browser = await launch();
try {
  const first = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await first.goto(`${service.url}/setup?token=${token}`);
  await first.getByLabel('E-mail').waitFor();
  await first.screenshot({ path: join(folders.all, 'setup-light-1280.png') });
  await first.close();
  const cookie = await setUp(service);
  const { siteId, caseIds } = await seed(service, cookie, rounds.length, questions, {
    country: 'US',
    language: 'en',
  });
  await spreadOverDays(service, caseIds);
  await askAtFurtherEngines(service, cookie, siteId);
  const captured = await seedWebsite(service, cookie);
  await service.ask('/api/v2/seo', {
    cookie,
    headers: { 'idempotency-key': 'tour-overview' },
    body: { domain: 'ledgerlane.example', confirmSpend: true },
  });
  const answers = await service.ask(`/api/v2/benchmark-cases/${caseIds[3]}/answers`, { cookie });
  const runId: string = answers.body.items[0].run.id;
  const invited = await service.ask('/api/v2/invitations', { cookie, body: { email: 'colleague@example.com' } });
  /** Seen by people who are not signed in. */
  const outside = {
    'sign-in': '/sign-in',
    join: new URL(invited.body.link).pathname + new URL(invited.body.link).hash,
    'join-closed': '/join#used-before',
    reset: `/reset#${(await openReset(service.running.service.door, owner.email)).secret}`,
    'reset-closed': '/reset#used-before',
  };
  const { planId, round } = await seedPlan(service, cookie, siteId);
  const pages = {
    start: '/start',
    'start-questions': `/start?site=${siteId}`,
    overview: `/sites/${siteId}`,
    questions: `/sites/${siteId}/questions`,
    question: `/sites/${siteId}/questions/${caseIds[3]}`,
    answer: `/answers/${runId}`,
    comparison: `/sites/${siteId}/engines`,
    sources: `/sites/${siteId}/sources`,
    website: `/sites/${captured}/website`,
    seo: '/seo',
    plans: '/plans',
    plan: `/plans/${planId}`,
    round: `/plans/${planId}/rounds/${round}`,
    attention: '/attention',
    spending: '/spending',
    purchases: '/spending/runs',
    settings: '/settings',
    engines: '/settings/engines',
    api: '/docs/api',
    mcp: '/docs/api/mcp',
    reference: '/docs/api/reference',
    nowhere: '/sites/none',
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
      await signInWith(context, service.url, cookie);
      const page = await context.newPage();
      for (const [name, path] of Object.entries(pages)) {
        if (only !== undefined && !only.includes(name)) continue;
        await page.goto(service.url + path);
        await page.locator('h1').first().waitFor();
        await page.waitForLoadState('networkidle');
        await page.screenshot({
          path: join(folders.all, `${name}-${colorScheme}-${width}.png`),
          fullPage: name !== 'reference',
        });
        if (inTour.has(name) && width === 1280 && (colorScheme === 'dark') === (name === 'question')) {
          await page.screenshot({ path: join(folders.tour, `${name}.png`), clip: { x: 0, y: 0, width, height: 680 } });
        }
      }
      await context.close();
      const stranger = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
      for (const [name, path] of Object.entries(outside)) {
        if (only !== undefined && !only.includes(name)) continue;
        await stranger.goto('about:blank');
        await stranger.goto(service.url + path);
        await stranger.locator('h1').first().waitFor();
        await stranger.waitForLoadState('networkidle');
        await stranger.screenshot({ path: join(folders.all, `${name}-${colorScheme}-${width}.png`) });
      }
      await stranger.close();
    }
  }
} finally {
  await browser.close();
  await service.close();
}

/** A plan with a round that was asked, one that somebody stopped, and a budget that is nearly used up. */
async function seedPlan(of: WebService, cookie: string, websiteId: string): Promise<{ planId: string; round: number }> {
  const ask = async (path: string, body: unknown, key?: string) =>
    (
      await of.ask(`/api/v2${path}`, {
        cookie,
        body,
        ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
      })
    ).body;
  const cadence = { kind: 'weekly', weekday: 'monday', at: '06:00', timeZone: 'Europe/Vienna' };
  const content = { questions: { websiteId }, engines: ['openai', 'google-ai-mode'], repeats: 2, cadence };
  const planId: string = (await ask('/plans', { name: 'Weekly, two engines', ...content })).plan.id;
  await ask('/plans', { name: 'A draft of everything we might ask one day', ...content, repeats: 1 });
  const password = owner.password;
  await ask(`/plans/${planId}/activation`, { password, budgetUsdPerMonth: 1.2, maxUsdPerRound: 20 });
  const { round } = await ask(`/plans/${planId}/rounds`, {}, 'pictures-round-1');
  const watcher = createWatcher(of);
  for (let passes = 0; passes < 10; passes += 1) {
    watcher.move(60_000);
    await watcher.pass();
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  await ask(`/plans/${planId}/rounds/${round.number}/stop`, {});
  await ask(`/plans/${planId}/rounds`, {}, 'pictures-round-2');
  return { planId, round: round.number };
}

/** Sets each round of answers back in time: only a seed for pictures may do this. */
async function spreadOverDays({ running }: WebService, caseIds: readonly string[]): Promise<void> {
  const { db } = running.service.door;
  for (const caseId of caseIds) {
    const runs = await db
      .selectFrom('runs')
      .select(['id', 'created_at', 'observed_at'])
      .where('target_id', '=', caseId)
      .orderBy('created_at')
      .execute();
    for (const [index, run] of runs.entries()) {
      const back = (time: string) => new Date(Date.parse(time) - (rounds[index] ?? 0) * dayMs).toISOString();
      await db
        .updateTable('runs')
        .set({ created_at: back(run.created_at), observed_at: back(run.observed_at ?? run.created_at) })
        .where('id', '=', run.id)
        .execute();
    }
  }
}
