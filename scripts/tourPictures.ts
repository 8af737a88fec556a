// Writes the screenshots of docs/tour.md: four people walk through the web app as in the tests, over the demo's
// workspace and twelve clients of an agency. `node scripts/tourPictures.ts [first-hour|rewrite|pages|phone|monday]`
// takes those of one walk.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { demoSite, demoOwner as owner } from '../src/demo/demoPanel.ts';
import {
  cookieOf,
  launch,
  seedWebsite,
  signInWith,
  startWebService,
  type WebService,
} from '../test/support/browser.ts';
import { saveAnswer } from '../test/support/savedAnswers.ts';
import {
  stopPlanOf,
  type Walk,
  walkFirstHour,
  walkMonday,
  walkOnPhone,
  walkRewrite,
  walkToAnswer,
} from '../test/support/stories.ts';

const folder = join(import.meta.dirname, '..', 'docs', 'tour');
const wanted = process.argv[2] ?? '';
const setupToken = 'setup-token-for-pictures';
const dayMs = 86_400_000;
/** The demo's website is recommended more often from this day on: `rewriteDay` of its 120 days. */
const rewriteDaysAgo = 48;
const clientNames = [
  'Alder Outdoor',
  'Bright Dental',
  'Cobble Roasters',
  'Dune Furniture',
  'Elm Veterinary',
  'Fjord Sails',
  'Garnet Optics',
  'Hazel Bakery',
  'Iris Florists',
];
/** Folder of an existing demo: `DEMO_DIR`. It is added to, so use it only for screenshots. */
const given = process.env.DEMO_DIR;
const dataDir = given ?? mkdtempSync(join(tmpdir(), 'sightline-tour-'));
mkdirSync(folder, { recursive: true });
if (!existsSync(join(dataDir, 'key.txt'))) {
  const cli = join(import.meta.dirname, '..', 'src', 'cli', 'main.ts');
  const seeding = spawnSync(process.execPath, [cli, 'demo', '--folder', dataDir, '--no-serve'], { stdio: 'inherit' });
  if (seeding.status !== 0) process.exit(1);
}

const browser = await launch();
const service = await startWebService({ DATA_DIR: dataDir, SETUP_TOKEN: setupToken, REQUESTS_PER_MINUTE: '10000' });
const cookie = cookieOf((await service.ask('/api/auth/sign-in/email', { body: owner })).headers);
const sites: { id: string; url: string }[] = (await service.call('listSites', {}, { cookie })).sites;
const siteId = sites.find(({ url }) => url === demoSite.url)?.id ?? '';
/** Walks, by the beginning of their screenshots' names. */
const parts: Readonly<Record<string, () => Promise<void>>> = {
  'first-hour': async () => {
    const fresh = await startWebService({ SETUP_TOKEN: setupToken });
    try {
      const founder = await walkIn(browser, fresh, null);
      await walkFirstHour(founder, { setupToken, ...owner, address: fresh.website.url });
      await walkToAnswer(founder, 'first-hour');
    } finally {
      await fresh.close();
    }
  },
  rewrite: async () => {
    const engineer = await walkIn(browser, service, cookie);
    const rival = await leadingRival();
    await walkRewrite(engineer, { siteId, rewrite: dayBefore(rewriteDaysAgo), today: dayBefore(0), rival });
  },
  pages: async () => takeOthers(await walkIn(browser, service, cookie)),
  phone: async () => {
    const look: BrowserContextOptions = {
      viewport: { width: 390, height: 760 },
      hasTouch: true,
      isMobile: true,
      colorScheme: 'dark',
    };
    await walkOnPhone(await walkIn(browser, service, cookie, look), { siteId, question: firstQuestion() });
  },
  monday: async () => {
    await addClients();
    const other = { name: 'Cobble Roasters', domain: 'cobble-roasters.example' };
    await walkMonday(await walkIn(browser, service, cookie), { troubled: { name: 'Fjord Sails' }, other });
  },
};

try {
  for (const [name, take] of Object.entries(parts)) if (wanted === '' || wanted === name) await take();
} finally {
  await browser.close();
  await service.close();
  if (given === undefined) rmSync(dataDir, { recursive: true, force: true });
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
}

function firstQuestion(): string {
  return Object.values(demoSite.topics)[0]?.[0] ?? '';
}

async function walkIn(
  by: Browser,
  at: WebService,
  cookie: string | null,
  options: BrowserContextOptions = { viewport: { width: 1280, height: 760 } },
): Promise<Walk> {
  const context = await by.newContext(options);
  if (cookie !== null) await signInWith(context, at.url, cookie);
  const page = await context.newPage();
  return { page, url: at.url, picture: (name) => savePicture(page, name) };
}

/** Writes a screenshot of the page as WebP: a fifth of a PNG, and the browser can encode it. */
async function savePicture(page: Page, name: string): Promise<void> {
  const png = (await page.screenshot()).toString('base64');
  const blank = await page.context().newPage();
  const webp: string = await blank.evaluate(`(async () => {
    const picture = new Image();
    picture.src = 'data:image/png;base64,${png}';
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = picture.naturalWidth;
    canvas.height = picture.naturalHeight;
    canvas.getContext('2d').drawImage(picture, 0, 0);
    return canvas.toDataURL('image/webp', 0.8);
  })()`);
  await blank.close();
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64'));
}

/** Returns the rival that answers name most often; declares it if the demo declares none. */
async function leadingRival(): Promise<{ name: string; domain: string }> {
  const read = () => service.call('rivalVisibility', { websiteId: siteId }, { cookie });
  const [first] = (await read()).rivals;
  if (first !== undefined) return first;
  const domain = (await read()).suggestions[0]?.domain ?? '';
  await service.call('declareRival', { id: siteId, domain }, { cookie });
  return { name: domain, domain };
}

/** Takes screenshots of pages that are in the tour but in no story. */
async function takeOthers({ page, url, picture }: Walk): Promise<void> {
  const captured = await seedWebsite(service, cookie);
  const pages = {
    questions: `/sites/${siteId}/questions`,
    comparison: `/sites/${siteId}/engines`,
    sources: `/sites/${siteId}/sources`,
    website: `/sites/${captured}/website`,
    spending: '/spending',
    api: '/docs/api',
  };
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(url + path);
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    await picture(name);
  }
}

/** Adds clients up to twelve, each with answers of two months; one of them has a paused plan. */
async function addClients(): Promise<void> {
  const ask = async (path: string, body: unknown) => (await service.ask(`/api/v2${path}`, { cookie, body })).body;
  for (const [at, name] of clientNames.slice(0, Math.max(0, 12 - sites.length)).entries()) {
    const domain = `${name.toLowerCase().replace(' ', '-')}.example`;
    const { site } = await ask('/sites', { url: `https://${domain}/`, name });
    for (let question = 0; question < 8; question += 1) {
      const query = `Which company is best for customer number ${question + 1}?`;
      const made = await ask('/benchmark-cases', { query, websiteId: site.id });
      for (const daysAgo of [33, 26, 19, 12, 5]) {
        const isListed = (question * 7 + daysAgo + at * 3) % 10 < 3 + (daysAgo < 28 ? at : at / 2);
        await saveAnswer(service, {
          websiteId: site.id,
          caseId: made.case.id,
          createdAt: `${dayBefore(daysAgo)}T06:00:00.000Z`,
          names: [...(isListed ? [`${name} ${domain}`] : []), 'Market leader market-leader.example'],
          surface: 'simulator',
        });
      }
    }
    if (name === 'Fjord Sails') await stopPlanOf(service, cookie, { websiteId: site.id, password: owner.password });
  }
}
