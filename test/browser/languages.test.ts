import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMessages } from '../../web/i18n/sources.ts';
import { launch, noBrowser, setUp, signInWith, startWebService, type WebService } from '../support/browser.ts';
import { seedEveryPage } from '../support/everyPage.ts';
import { followRequests, settledPage } from '../support/settledPage.ts';

describe.runIf(noBrowser === null)('languages of the interface', () => {
  let service: WebService;
  let browser: Browser;
  let cookie: string;
  let paths: Record<string, string> = {};

  beforeAll(async () => {
    service = await startWebService({ REQUESTS_PER_MINUTE: '10000' });
    browser = await launch();
    cookie = await setUp(service);
    paths = await seedEveryPage(service, cookie);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  /** A browser of somebody who reads French, at this width, with these texts in place of the catalogue. */
  async function inFrench(width: number, texts?: Readonly<Record<string, string>>): Promise<BrowserContext> {
    const context = await browser.newContext({ viewport: { width, height: 800 }, locale: 'fr-CA' });
    if (texts !== undefined) {
      const body = `export default ${JSON.stringify(texts)};`;
      await context.route(/\/assets\/fr-[^/]*\.js$/, (route) =>
        route.fulfill({ contentType: 'text/javascript', body }),
      );
    }
    await signInWith(context, service.url, cookie);
    return context;
  }

  async function open(context: BrowserContext, name: string): Promise<Page> {
    const page = await context.newPage();
    followRequests(page);
    await page.goto(service.url + (paths[name] ?? ''));
    await page.locator('h1').first().waitFor();
    await settledPage(page);
    return page;
  }

  it('follow the browser, with its dates and numbers, until somebody chooses another one', async () => {
    const context = await inFrench(1280);
    const page = await open(context, 'overview');
    await page.getByRole('link', { name: 'Réponses', exact: true }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('fr');
    expect(await page.locator('main').innerText()).toMatch(/\d,\d\s%/);
    await page.getByRole('button', { name: /@/ }).click();
    await page.getByLabel('Langue').selectOption('en');
    await page.getByRole('link', { name: 'Answers', exact: true }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await page.reload();
    await page.getByRole('link', { name: 'Answers', exact: true }).waitFor();
    await context.close();
  });

  it('show a text without a translation in English', async () => {
    const context = await inFrench(1280, { Answers: 'Réponses' });
    const page = await open(context, 'overview');
    await page.getByRole('link', { name: 'Réponses', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Questions', exact: true }).waitFor();
    await context.close();
  });

  it.each([1280, 390])('fit with texts that are a third longer, on every page at %i pixels', async (width) => {
    const longer = (text: string) =>
      text
        .split('|')
        .map((form) => `${form} ${'allongé '.repeat(Math.ceil(form.length / 18)).trim()}`)
        .join('|');
    const texts = Object.fromEntries([...readMessages().keys()].map((message) => [message, longer(message)]));
    const context = await inFrench(width, texts);
    const tooWide: string[] = [];
    for (const name of Object.keys(paths)) {
      const page = await open(context, name);
      const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      if (beyond > 0) tooWide.push(`${name}: ${beyond} pixels`);
      await page.close();
    }
    expect(tooWide).toEqual([]);
    await context.close();
  });
});
