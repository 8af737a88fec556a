import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  launch,
  noBrowser,
  questions,
  seed,
  setUp,
  signInWith,
  startWebService,
  type WebService,
} from '../support/browser.ts';
import { createWatcher } from '../support/watcher.ts';

if (noBrowser !== null) console.warn(`asking in a browser: skipped, ${noBrowser}`);

const asked = questions.slice(0, 3);

describe.runIf(noBrowser === null).each(['on', 'off'])('asking from the web app (WATCH=%s)', (watch) => {
  let service: WebService;
  let browser: Browser;
  let cookie: string;
  let siteId: string;
  let context: BrowserContext;

  beforeAll(async () => {
    service = await startWebService({ REQUESTS_PER_MINUTE: '10000', ACTIVE_RUNS_PER_OWNER: '1', WATCH: watch });
    browser = await launch();
    cookie = await setUp(service);
    ({ siteId } = await seed(service, cookie, 0, asked));
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });
  beforeEach(async () => {
    context = await browser.newContext();
    await signInWith(context, service.url, cookie);
  });
  afterEach(() => context?.close());

  /** Opens a page whose ensures are never sent, as if it had been closed first. */
  async function openMute(): Promise<Page> {
    const page = await context.newPage();
    await page.route('**/api/v2/observations/ensure', (route) => route.abort());
    await page.goto(`${service.url}/sites/${siteId}`);
    return page;
  }

  async function askAll(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Ask 3 questions' }).first().click();
    const confirm = page.getByRole('button', { name: /^Buy \d+ answers/ });
    await expect.poll(() => confirm.getAttribute('aria-busy')).toBeNull();
    await confirm.dblclick();
    await page.getByText('0 answered, 3 queued').waitFor();
  }

  const countRuns = async () => (await service.call('listRuns', { limit: 200 }, { cookie })).items.length;

  const [withWatcher, without] = watch === 'on' ? [it, null] : [null, it];

  withWatcher?.('continues after its page is closed without a warning, and every tab shows it', async () => {
    const page = await openMute();
    await askAll(page);
    await page.getByText('you may close this page').waitFor();
    const tab = await openMute();
    await tab.getByText('0 answered, 3 queued').waitFor();
    const warnings: string[] = [];
    page.on('dialog', (dialog) => {
      warnings.push(dialog.type());
      return dialog.accept();
    });
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => page.isClosed()).toBe(true);
    expect([warnings, await countRuns()]).toEqual([[], 0]);
    const watcher = createWatcher(service);
    await expect
      .poll(
        async () => {
          watcher.move(60_000);
          await watcher.pass();
          return tab.getByText(': 3 answered.').isVisible();
        },
        { interval: 100 },
      )
      .toBe(true);
    await tab.getByText('Asked 3 questions').waitFor();
    await tab.getByRole('region', { name: 'Visibility score' }).waitFor();
    expect(await countRuns()).toBe(3);
    await tab.getByRole('button', { name: 'Done' }).click();
    await tab.getByText('Asked 3 questions').waitFor({ state: 'detached' });
  });

  without?.(
    'warns before leaving a page that alone can send pending requests, and sends them once it is allowed to',
    async () => {
      const page = await openMute();
      await askAll(page);
      await page.getByText('keep this page open until all questions are sent').waitFor();
      const warned = page.waitForEvent('dialog');
      const reloaded = page.reload().catch(() => null);
      const dialog = await warned;
      expect(dialog.type()).toBe('beforeunload');
      await dialog.accept();
      await reloaded;
      await page.unroute('**/api/v2/observations/ensure');
      await page.getByText(': 3 answered.').waitFor();
      expect(await countRuns()).toBe(3);
    },
  );
});
