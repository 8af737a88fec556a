// Writes a screenshot of every page, light and dark, wide and narrow, into a folder of the caller's choice, for review
// one by one: `node scripts/screenshots.ts FOLDER [page,page] [light-1280,dark-390]`. The workspace is that of `npm run
// dev -- --demo`, extended through the API; all of it is simulated.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { demoSite, demoOwner as owner } from '../src/demo/demoPanel.ts';
import { openReset } from '../src/services/access/passwords.ts';
import {
  cookieOf,
  launch,
  seedWebsite,
  signInWith,
  startWebService,
  type WebService,
} from '../test/support/browser.ts';
import { createWatcher } from '../test/support/watcher.ts';

const widths = [1280, 390] as const;
const setupToken = 'setup-token-for-pictures';

const [folder, pagesAsked, looksAsked] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('usage: node scripts/screenshots.ts FOLDER [page,page|all] [light-1280,…]\n');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const only = pagesAsked === undefined || pagesAsked === 'all' ? undefined : pagesAsked.split(',');
const looks = looksAsked?.split(',');
/** Folder of an existing demo: `DEMO_DIR`. It is added to, so use it only for screenshots. */
const given = process.env.DEMO_DIR;
const dataDir = given === undefined ? mkdtempSync(join(tmpdir(), 'sightline-pictures-')) : resolve(given);
if (!existsSync(join(dataDir, 'key.txt'))) {
  const cli = join(import.meta.dirname, '..', 'src', 'cli', 'main.ts');
  const seeding = spawnSync(process.execPath, [cli, 'demo', '--folder', dataDir, '--no-serve'], { stdio: 'inherit' });
  if (seeding.status !== 0) process.exit(1);
}
const service = await startWebService({
  DATA_DIR: dataDir,
  SETUP_TOKEN: setupToken,
  REQUESTS_PER_MINUTE: '10000',
  RUNS_PER_DAY_PER_OWNER: '5000',
});
/** The setup page belongs to a server without an account. */
const empty = await startWebService({ SETUP_TOKEN: setupToken });
const browser = await launch();
try {
  const signedIn = await service.ask('/api/auth/sign-in/email', { body: owner });
  const cookie = cookieOf(signedIn.headers);
  const pages = await addresses(service, cookie);
  const outside = await outsideAddresses(service, cookie);
  const isWanted = (name: string) => only === undefined || only.includes(name);
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of widths) {
      if (looks?.includes(`${colorScheme}-${width}`) === false) continue;
      const take = async (page: Page, name: string, address: string) => {
        if (!isWanted(name)) return;
        await page.goto('about:blank');
        await page.goto(address);
        await page.locator('h1').first().waitFor();
        await page.waitForLoadState('networkidle');
        const path = join(folder, `${name}-${colorScheme}-${width}.png`);
        // A window as high as the page: sticky elements are then at the edges, and not across the middle.
        const high: number = name === 'reference' ? 800 : await page.evaluate('document.documentElement.scrollHeight');
        await page.setViewportSize({ width, height: Math.min(Math.max(high, 800), 16_000) });
        await page.screenshot({ path });
        await page.setViewportSize({ width, height: 800 });
      };
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
      await signInWith(context, service.url, cookie);
      const page = await context.newPage();
      for (const [name, path] of Object.entries(pages)) await take(page, name, service.url + path);
      await context.close();
      const stranger = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
      for (const [name, path] of Object.entries(outside)) await take(stranger, name, service.url + path);
      await take(stranger, 'setup', `${empty.url}/setup?token=${setupToken}`);
      await stranger.close();
    }
  }
} finally {
  await browser.close();
  await service.close();
  await empty.close();
  if (given === undefined) rmSync(dataDir, { recursive: true, force: true });
}

/** Adds data that the demo lacks, once, and returns the address of each page by its name. */
async function addresses(of: WebService, cookie: string): Promise<Record<string, string>> {
  const sites: { id: string; url: string }[] = (await of.call('listSites', {}, { cookie })).sites;
  const site = sites.find(({ url }) => url === demoSite.url);
  if (site === undefined) throw new Error('the demo has no website');
  const siteId = site.id;
  const captured = await seedWebsite(of, cookie);
  await of.call(
    'requestSeoOverview',
    { domain: new URL(site.url).hostname.replace(/^www\./, ''), confirmSpend: true },
    { cookie, idempotencyKey: `pictures-${Date.now()}` },
  );
  const asked = (await of.call('listQuestions', { websiteId: siteId, limit: 1 }, { cookie })).items[0];
  const answers = (await of.call('findAnswers', { websiteId: siteId, status: 'listed', limit: 1 }, { cookie })).items;
  const { rivals } = await of.call('rivalVisibility', { websiteId: siteId }, { cookie });
  await of.call('createSharedReport', { websiteId: siteId, startDate: null, endDate: null }, { cookie });
  const { planId, round } = await makePlan(of, cookie, siteId);
  return {
    start: '/start',
    'start-questions': `/start?site=${captured}`,
    overview: `/sites/${siteId}`,
    'overview-new': `/sites/${captured}`,
    'overview-120-days': `/sites/${siteId}?all=true`,
    questions: `/sites/${siteId}/questions`,
    question: `/sites/${siteId}/questions/${asked?.id}`,
    answers: `/sites/${siteId}/answers`,
    answer: `/answers/${answers[0]?.runId}`,
    comparison: `/sites/${siteId}/engines`,
    rivals: `/sites/${siteId}/rivals`,
    rival: `/sites/${siteId}/rivals/${rivals[0]?.domain ?? 'none.example'}`,
    sources: `/sites/${siteId}/sources`,
    facts: `/sites/${siteId}/facts`,
    work: `/sites/${siteId}/work`,
    crawlers: `/sites/${siteId}/crawlers`,
    reported: `/sites/${siteId}/reported`,
    experiments: `/sites/${siteId}/experiments`,
    website: `/sites/${siteId}/website`,
    'website-new': `/sites/${sites.find(({ id }) => id !== siteId)?.id}/website`,
    reports: `/sites/${siteId}/reports`,
    check: `/sites/${siteId}/check`,
    sites: '/sites',
    seo: `/seo?site=${siteId}`,
    plans: '/plans',
    'plans-new': `/plans?make=${siteId}`,
    plan: `/plans/${planId}`,
    round: `/plans/${planId}/rounds/${round}`,
    activity: '/activity',
    attention: '/attention',
    alerts: '/alerts',
    approvals: '/approvals',
    spending: '/spending',
    purchases: '/spending/runs',
    settings: `/settings?site=${siteId}`,
    'settings-activity': '/settings/activity',
    engines: '/settings/engines',
    api: '/docs/api',
    mcp: '/docs/api/mcp',
    reference: '/docs/api/reference',
    nowhere: '/sites/none',
  };
}

/** Returns pages for people who are not signed in. */
async function outsideAddresses(of: WebService, cookie: string): Promise<Record<string, string>> {
  const invited = (await of.call('inviteMember', { email: 'colleague@example.com' }, { cookie })).link;
  return {
    'sign-in': '/sign-in',
    forgot: '/forgot',
    join: new URL(invited).pathname + new URL(invited).hash,
    'join-closed': '/join#used-before',
    reset: `/reset#${(await openReset(of.running.service.api, owner.email)).secret}`,
    'reset-closed': '/reset#used-before',
    'shared-gone': '/shared/none',
  };
}

/** Makes a plan with an answered round, a stopped one, and a budget that is nearly used up. */
async function makePlan(of: WebService, cookie: string, websiteId: string): Promise<{ planId: string; round: number }> {
  const saved = (await of.call('listQuestions', { websiteId, limit: 12 }, { cookie })).items;
  const cadence = { kind: 'weekly', weekday: 'monday', at: '06:00', timeZone: 'Europe/Vienna' } as const;
  const questions = { questionIds: saved.map(({ id }: { id: string }) => id) };
  const content = { questions, engines: ['openai', 'google-ai-mode'], repeats: 2, cadence };
  const made = await of.call('createPlan', { name: 'Weekly, two engines', ...content }, { cookie });
  const planId = made.plan.id;
  const draft = { ...content, name: 'A draft of everything we might ask one day', repeats: 1 };
  await of.call('createPlan', draft, { cookie });
  const { plan, quote } = await of.call('readPlan', { id: planId }, { cookie });
  const seen = { revision: plan.revision, worstCaseUsd: quote.round.total.heldUsd };
  const allowed = { ...seen, password: owner.password, budgetUsdPerMonth: 1.2, maxUsdPerRound: 20 };
  await of.call('activatePlan', { id: planId, ...allowed }, { cookie });
  const start = (name: string) =>
    of.call('startRound', { id: planId }, { cookie, idempotencyKey: `${name}-${Date.now()}` });
  const { round } = await start('pictures-round-1');
  const watcher = createWatcher(of);
  for (let passes = 0; passes < 10; passes += 1) {
    watcher.move(60_000);
    await watcher.pass();
    await new Promise((settled) => setTimeout(settled, 300));
  }
  await of.call('stopRound', { id: planId, round: String(round.number) }, { cookie });
  await start('pictures-round-2');
  return { planId, round: round.number };
}
