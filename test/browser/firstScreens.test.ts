import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, launch, signInWith } from '../support/browser.ts';
import { type Demo, demoPages, startDemo } from '../support/demo.ts';
import { type FirstScreen, measureFirstScreen } from '../support/firstScreen.ts';
import { verifySharedFile } from '../support/verified.ts';

const wide: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' };
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce', isMobile: true };

/** Pages whose first screen must meet the targets. */
const targets = [
  ...['Overview', 'Questions', 'A question', 'Answers', 'An answer', 'Sources', 'Rivals', 'A rival'],
  ...['Engines', 'Facts', 'Crawlers', 'Reported', 'Work', 'Experiments', 'Website', 'Reports', 'SEO'],
  ...['Plans', 'Activity', 'Spending', 'Purchases', 'Audit log', 'Inbox', 'Alerts', 'All websites'],
  ...['Settings', 'Engine settings', 'API', 'MCP'],
] as const;

/** Adds up layout shifts as browsers measure them. */
const followShifts = `window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`;

/** Names of the columns with a value in a row. */
const columnsWithValues = `[...document.querySelectorAll('main thead th')].flatMap((head, at) =>
  [...document.querySelectorAll('main tbody tr')].some(({ cells }) => /[^–?\\s]/.test(cells[at]?.innerText ?? ''))
    ? [(head.querySelector('button') ?? head).innerText.trim()] : [])`;

/** Names of the columns, and of the values below the names of rows. */
const labelsShown = `[...document.querySelectorAll('main thead th')].map((head) =>
    (head.querySelector('button') ?? head).innerText.trim())
  .concat([...document.querySelectorAll('main [data-label]')].map(({ dataset }) => dataset.label))`;

describeInBrowser('the first screen', () => {
  let demo: Demo;
  let browser: Browser;

  beforeAll(async () => {
    demo = await startDemo();
    browser = await launch();
    // Creates 20,000 answers first: a limit for hanging tests, also on a busy machine.
  });
  afterAll(async () => {
    await browser?.close();
    await demo?.close();
  });

  async function read(name: string, options: BrowserContextOptions): Promise<FirstScreen & { shift: number }> {
    const context = await browser.newContext(options);
    await signInWith(context, demo.service.url, demo.cookie);
    const page = await context.newPage();
    await page.addInitScript(followShifts);
    await page.goto(demo.service.url + demoPages(demo)[name]);
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    const seen = await page.evaluate<FirstScreen>(measureFirstScreen);
    const shift = await page.evaluate<number>('window.shifted');
    await context.close();
    return { ...seen, shift };
  }

  it.each(targets)('of %s begins with data, with little prose and few controls', async (name) => {
    const { firstDatum, proseWords, controlsAbove } = await read(name, wide);
    expect(firstDatum).toBeLessThanOrEqual(220);
    expect(proseWords).toBeLessThanOrEqual(40);
    expect(controlsAbove).toBeLessThanOrEqual(8);
  });

  it('of the overview shows the trend and the next steps without scrolling, on at most three screens', async () => {
    const context = await browser.newContext(wide);
    await signInWith(context, demo.service.url, demo.cookie);
    const page = await context.newPage();
    await page.goto(demo.service.url + demoPages(demo).Overview);
    const trend = await page.getByRole('region', { name: 'Over time' }).locator('svg[role=img]').boundingBox();
    expect(trend?.y).toBeLessThanOrEqual(260);
    const next = page.getByRole('region', { name: 'Do next' }).getByRole('listitem');
    await next.first().waitFor();
    expect((await next.last().boundingBox())?.y).toBeLessThan(800);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(3 * 800);
    await context.close();
  });

  it('of the overview links a note to the tested difference with one press', async () => {
    const context = await browser.newContext(wide);
    await signInWith(context, demo.service.url, demo.cookie);
    const page = await context.newPage();
    await page.goto(demo.service.url + demoPages(demo).Overview);
    await page.getByRole('button', { name: 'Compare before and after: Rewrote the pricing page' }).click();
    await page.waitForURL(/from=/);
    await page
      .locator('section[aria-label="Over time"] svg text', {
        hasText: /^▲ \+[\d.]+ \(\+[\d.]+ to \+[\d.]+\), p [<=] 0\.0\d+$/,
      })
      .waitFor();
    await context.close();
  });

  it.each(['Questions', 'Answers', 'Sources'] as const)(
    'of %s shows fourteen whole rows, and seven on a phone',
    async (name) => {
      expect((await read(name, wide)).rows).toBeGreaterThanOrEqual(14);
      expect((await read(name, phone)).rows).toBeGreaterThanOrEqual(7);
    },
  );

  it.each([
    [1280, 720],
    [390, 740],
  ])('of the dialog that buys shows its whole button at %i × %i', async (width, height) => {
    const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
    await signInWith(context, demo.service.url, demo.cookie);
    const page = await context.newPage();
    await page.goto(demo.service.url + demoPages(demo).Questions);
    await page.getByRole('button', { name: /^Ask \d+ questions$/ }).click();
    const buy = page.getByRole('dialog').getByRole('button', { name: /^(Buy|Reuse) / });
    await buy.waitFor();
    const place = await buy.boundingBox();
    expect((place?.y ?? height) + (place?.height ?? 0)).toBeLessThanOrEqual(height);
    expect((place?.x ?? width) + (place?.width ?? 0)).toBeLessThanOrEqual(width);
    await context.close();
  });

  it.each(targets)('of %s begins with data on a phone', async (name) => {
    const { firstDatum, proseWords } = await read(name, phone);
    expect(firstDatum).toBeLessThanOrEqual(300);
    expect(proseWords).toBeLessThanOrEqual(25);
  });

  it.each([
    ...(['Questions', 'Sources', 'Rivals', 'A rival', 'Facts', 'Crawlers', 'Reported'] as const),
    ...(['Activity', 'Purchases', 'Audit log', 'Plans', 'All websites', 'Settings'] as const),
  ])('of %s does not shift, on a page of at most three screens', async (name) => {
    for (const options of [wide, phone]) {
      const { shift, height } = await read(name, options);
      expect(shift).toBeLessThanOrEqual(0.05);
      expect(height).toBeLessThanOrEqual(3 * (options.viewport?.height ?? 0));
    }
  });

  it.each(['Overview', 'Answers', 'An answer', 'Engines', 'Work', 'Website', 'Spending', 'Alerts'] as const)(
    'of %s does not shift',
    async (name) => {
      for (const options of [wide, phone]) expect((await read(name, options)).shift).toBeLessThanOrEqual(0.05);
    },
  );

  it.each(['Sources', 'Rivals', 'Reported', 'Facts', 'Crawlers', 'Work', 'Plans', 'All websites'] as const)(
    'of %s shows in a narrower window what its table shows on a wide screen',
    async (name) => {
      const names = async (options: BrowserContextOptions, script: string) => {
        const context = await browser.newContext(options);
        await signInWith(context, demo.service.url, demo.cookie);
        const page = await context.newPage();
        await page.goto(demo.service.url + demoPages(demo)[name]);
        await page.locator('main tbody tr').first().waitFor();
        const found = await page.evaluate<string[]>(script);
        await context.close();
        return found;
      };
      const awaited = await names(wide, columnsWithValues);
      for (const width of [390, 700, 800, 1_100]) {
        const shown = await names(width === 390 ? phone : { ...wide, viewport: { width, height: 800 } }, labelsShown);
        // On a phone the kind of a page has a part of its own.
        const missing = awaited.filter((column) => !shown.includes(column) && (width > 390 || column !== 'Kind'));
        expect(missing).toEqual([]);
      }
    },
  );

  it('of a frozen report of all dates has its chart and the numbers of the overview', async () => {
    const { call } = demo.service;
    const [{ items: reports }, overview, rows] = await Promise.all([
      call('listSharedReports', { websiteId: demo.siteId }, { cookie: demo.cookie }),
      call('engineOverview', { websiteId: demo.siteId }, { cookie: demo.cookie }),
      call('enginePrompts', { websiteId: demo.siteId, limit: 1 }, { cookie: demo.cookie }),
    ]);
    const { base64 } = await call('readSharedFile', { id: reports[0]?.id ?? '' }, { cookie: demo.cookie });
    const html = Buffer.from(base64, 'base64').toString('utf8');
    const [page = ''] = html.split('</main>');
    expect(overview.coverage.attemptsRead).toBeLessThan(overview.coverage.attemptsConsidered);
    expect(page.split('<circle class="dot"').length - 1).toBeGreaterThan(overview.dailySamples.length);
    const thousands = (count: number) => count.toLocaleString('en-GB');
    const { listed = 0, known = 0 } = overview.periodRate ?? {};
    expect(page).toContain(`listed in ${thousands(listed)} of ${thousands(known)} answers`);
    const [question] = rows.questions.rows;
    expect(page).toContain(`<td class="right">${question?.listed} of ${question?.known}</td>`);
    const verified = await verifySharedFile(html);
    expect(verified).toMatchObject({ differences: [], missing: [] });
    expect(verified.notes.join()).toContain('The period has more answers than this bundle.');
  });

  it('of the facts decides a quote on a phone', async () => {
    const context = await browser.newContext(phone);
    await signInWith(context, demo.service.url, demo.cookie);
    const page = await context.newPage();
    await page.goto(demo.service.url + demoPages(demo).Facts);
    await page.locator('main tbody tr').first().waitFor();
    const accept = page.locator('main tbody tr').getByRole('button', { name: 'Accept as correct' });
    const undecided = await accept.count();
    await accept.first().click();
    const decided = page.locator('main tbody tr', { hasText: 'right (you)' });
    await decided.waitFor();
    expect(await accept.count()).toBe(undecided - 1);
    await decided.getByRole('button', { name: 'Undo' }).click();
    await decided.waitFor({ state: 'detached' });
    expect(await accept.count()).toBe(undecided);
    await context.close();
  });

  it('of the sources, one press from the overview, begins with the gap that affects most questions', async () => {
    const context = await browser.newContext(wide);
    await signInWith(context, demo.service.url, demo.cookie);
    const page = await context.newPage();
    await page.goto(demo.service.url + demoPages(demo).Overview);
    await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Sources' }).click();
    const rows = page.getByRole('region', { name: 'Source gaps' }).locator('tbody tr');
    await rows.first().waitFor();
    const counts = (await rows.locator('td:nth-child(3)').allInnerTexts()).flatMap((text) =>
      text.trim() === '' ? [] : [Number(text)],
    );
    expect(counts.length).toBeGreaterThan(3);
    expect(counts[0]).toBe(Math.max(...counts));
    await context.close();
  });

  it('of the overview links the score to a saved answer within two presses, and to its raw record within three', async () => {
    const context = await browser.newContext(wide);
    await signInWith(context, demo.service.url, demo.cookie);
    const page = await context.newPage();
    await page.goto(demo.service.url + demoPages(demo).Overview);
    await page.getByRole('link', { name: /^Visibility score .* its answers$/ }).click();
    await page.locator('main li[data-row]').first().locator('a, button').first().click();
    await page.getByRole('heading', { name: 'Saved answer' }).waitFor();
    await page.locator('summary', { hasText: /^Record$/ }).click();
    await page.getByRole('region', { name: 'Raw record' }).waitFor();
    await context.close();
  });
});
