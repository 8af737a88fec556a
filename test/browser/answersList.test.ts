import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { askAtFurtherEngines, describeInBrowser, seed, useWebApp } from '../support/browser.ts';
import { followRequests, settledPage } from '../support/settledPage.ts';

describeInBrowser('the list of answers and the time axis', () => {
  const service = useWebApp();
  let page: Page;
  let siteUrl: string;
  let siteId: string;

  beforeAll(async () => {
    ({ siteId } = await seed(service, service.cookie, 1, [
      'Which billing tool has a good API?',
      'Who bills by the hour?',
    ]));
    await askAtFurtherEngines(service, service.cookie, siteId);
    page = await service.openPage();
    followRequests(page);
    siteUrl = `${service.url}/sites/${siteId}`;
  });

  const open = async (path: string) => {
    await page.goto(siteUrl + path);
    await page.locator('h1').first().waitFor();
    await settledPage(page);
  };

  it('lists every engine by default, or a chosen one, including the declared one', async () => {
    await open('/answers');
    const engine = page.getByLabel('Engine', { exact: true });
    expect(await engine.inputValue()).toBe('');
    expect(await engine.locator('option:checked').textContent()).toBe('All engines');
    const rows = page.locator('main ol > li');
    const all = await rows.count();
    expect(all).toBeGreaterThan(2);
    await engine.selectOption('openai');
    await expect.poll(() => new URL(page.url()).searchParams.get('engine')).toBe('openai');
    await expect.poll(() => rows.count()).toBe(2);
    await open('/answers?counted=true');
    expect(await engine.inputValue()).toBe('openai');
  });

  it.each([
    ['a day that does not exist in the calendar', '?from=2026-02-31&to=2026-03-05'],
    ['a month that does not exist', '?from=2026-13-45&to=2026-13-46'],
    ['a last day before the first', '?from=2026-03-05&to=2026-03-01'],
    ['days that are numbers', '?from=20260301&to=20260305'],
    ['other choices than there are', '?points=year&branded=maybe&source=mine&beside=not%20a%20domain&engine=No!'],
    [
      'other filters than there are',
      '/answers?listing=maybe&position=-1&ended=perhaps&basis=No!&question=%20&names=%20',
    ],
  ])('ignores %s in an address', async (_what, path) => {
    const refused: string[] = [];
    const judge = (response: { status(): number; url(): string }) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    };
    page.on('response', judge);
    await open('/answers');
    const usual = await page.getByLabel('Dates (UTC)').getAttribute('title');
    await open(path);
    expect(await page.getByLabel('Dates (UTC)').getAttribute('title')).toBe(usual);
    expect(await page.getByRole('heading', { name: 'This page could not be shown' }).count()).toBe(0);
    page.off('response', judge);
    expect(refused).toEqual([]);
  });

  const filters: readonly [key: string, label: string, typed: string, inAddress: string][] = [
    ['page', 'Cites the page', 'https://plainreview.example/Guides', 'https://plainreview.example/Guides'],
    ['returned', 'Found the page but did not cite it', 'https://one.example/a', 'https://one.example/a'],
    ['searched', 'Searched for', 'Billing tool API', 'Billing tool API'],
    ['cites', 'Cites the domain', 'Plainreview.example', 'plainreview.example'],
    ['names', 'Recommends the domain', 'pebblethorn.example', 'pebblethorn.example'],
    ['position', 'Position', '2', '2'],
  ];
  it.each(filters)('the filter %s of an address has a field that sets and shows it', async (...given) => {
    const [key, label, typed, inAddress] = given;
    await open('/answers');
    await page.getByText('More filters').click();
    const field = page.getByLabel(label, { exact: true });
    await field.fill(typed);
    await field.press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get(key)).toBe(inAddress);
    await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe(inAddress);
    await page.getByRole('button', { name: /^Remove filter/ }).waitFor();
  });

  it.each([
    ['notOurs', 'Your pages', 'none'],
    ['counted', 'Counted', 'only'],
  ])('the filter %s of an address has a control', async (key, label, value) => {
    await open('/answers');
    await page.getByText('More filters').click();
    await page.getByLabel(label, { exact: true }).selectOption(value);
    await expect.poll(() => new URL(page.url()).searchParams.get(key)).toBe('true');
    await page.getByLabel(label, { exact: true }).selectOption('');
    await expect.poll(() => new URL(page.url()).searchParams.get(key)).toBeNull();
  });

  it('notes of the owner appear on the time axis, and can be added and removed', async () => {
    const date = new Date().toISOString().slice(0, 10);
    const body = { date, text: 'Rewrote the pricing page' };
    await service.call('addSiteNote', { id: siteId, ...body });
    await open('');
    const axis = page.getByRole('img', { name: /^Share of answers that list you/ });
    expect(await axis.locator('title').allTextContents()).toContain(`${date}: Rewrote the pricing page`);
    await page.getByText('Your notes (1)').click();
    await page.getByLabel('Event').fill('Asked for reviews');
    await page.getByRole('button', { name: 'Add the note' }).click();
    await page.getByText('Your notes (2)').waitFor();
    expect(await axis.locator('title').allTextContents()).toContain(`${date}: Asked for reviews`);
    await page.getByRole('button', { name: 'Remove the note “Rewrote the pricing page”' }).click();
    await page.getByText('Your notes (1)').waitFor();
    expect(await axis.locator('title').allTextContents()).toEqual([`${date}: Asked for reviews`]);
  });
});
