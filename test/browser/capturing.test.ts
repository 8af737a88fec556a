import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, noBrowser, setUp, signInWith, startWebService, type WebService } from '../support/browser.ts';
import { type Answering, soundSite, startWebsite, type Website } from '../support/website.ts';

if (noBrowser !== null) console.warn(`a capture under way in a browser: skipped, ${noBrowser}`);

describe.runIf(noBrowser === null)('a running capture', () => {
  let service: WebService;
  let browser: Browser;
  let page: Page;
  let shop: Website;
  /** Releases the page response that the capture waits for. */
  let goOn: () => void = () => {};

  beforeAll(async () => {
    service = await startWebService({ REQUESTS_PER_MINUTE: '10000' });
    browser = await launch();
    const cookie = await setUp(service);
    const pages: Record<string, Answering> = {};
    shop = await startWebsite({ pages });
    Object.assign(pages, soundSite(shop.url, 2));
    const about = pages['/about'];
    pages['/about'] = (request, response) => {
      goOn = () => {
        const answer = typeof about === 'function' ? about(request, response) : about;
        response.writeHead(200, { 'content-type': 'text/html' });
        response.end(answer?.body);
      };
      return null;
    };
    const made = await service.call('createSite', { url: shop.url, name: 'Kettle House' }, { cookie });
    const context = await browser.newContext();
    await signInWith(context, service.url, cookie);
    page = await context.newPage();
    await page.goto(`${service.url}/sites/${made.site.id}/website`);
  });
  afterAll(async () => {
    goOn();
    await browser?.close();
    await service?.close();
    await shop?.close();
  });

  it('shows its progress and that it is free, without mentioning answers, providers or bills', async () => {
    await page.getByRole('button', { name: 'Capture (free)' }).click();
    const told = page.getByText(/^\d of \d pages read; free$/);
    await told.waitFor();
    await page.getByText(`Reading ${shop.url}about`).waitFor();
    const notice = await page.getByRole('main').innerText();
    expect(notice).not.toMatch(/answer is|billed|provider/i);
    if (process.env.SHOT !== undefined) await page.screenshot({ path: process.env.SHOT });
  });
});
