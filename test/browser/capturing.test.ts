import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, useWebApp } from '../support/browser.ts';
import { type Answering, soundSite, startWebsite, type Website } from '../support/website.ts';

describeInBrowser('a running capture', () => {
  const service = useWebApp();
  let page: Page;
  let shop: Website;
  /** Releases the page response that the capture waits for. */
  let goOn: () => void = () => {};

  beforeAll(async () => {
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
    const made = await service.call('createSite', { url: shop.url, name: 'Kettle House' });
    page = await service.openPage();
    await page.goto(`${service.url}/sites/${made.site.id}/website`);
  });
  afterAll(async () => {
    goOn();
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
