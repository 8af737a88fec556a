import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { faultsOf } from '../support/axe.ts';
import { describeInBrowser, questions, seed, usePage, useWebApp } from '../support/browser.ts';

describeInBrowser('a slow, failing or full server, and state kept in the address', () => {
  const service = useWebApp({ RUNS_PER_DAY_PER_OWNER: '13' });
  let siteId: string;
  let caseIds: string[];
  const page = usePage(service, { acceptDownloads: true });

  beforeAll(async () => {
    ({ siteId, caseIds } = await seed(service, service.cookie, 1, questions));
  });

  const overview = '**/api/v2/visibility/overview*';
  const away = (status: number, code: string, message: string) => ({
    status,
    contentType: 'application/json',
    body: JSON.stringify({ error: { code, message } }),
  });

  it('a slow report reserves its space from the start, so that nothing shifts', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(overview, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${service.url}/sites/${siteId}`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await expect.poll(() => page.locator('.skeleton').count()).toBeGreaterThan(3);
    release();
    await page.getByRole('region', { name: 'Visibility score' }).waitFor();
  });

  it('a server slower than the lifetime of an early request is asked once, and a waiting message appears', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const asked: string[] = [];
    await page.route('**/api/v2/**', async (route) => {
      asked.push(new URL(route.request().url()).pathname);
      await held;
      await route.continue();
    });
    await page.clock.install();
    await page.goto(`${service.url}/sites/${siteId}`);
    await expect.poll(() => asked.length).toBeGreaterThan(4);
    await page.clock.fastForward(1_000);
    await page.locator('.skeleton').first().waitFor();
    await page.clock.fastForward(9_000);
    await page.getByText('This page appears once it answers.').waitFor();
    release();
    await page.getByRole('region', { name: 'Visibility score' }).waitFor();
    expect(asked.filter((path) => /(?:session|sites|overview)$/.test(path)).sort()).toEqual([
      '/api/v2/session',
      '/api/v2/sites',
      '/api/v2/visibility/overview',
    ]);
  });

  it('a page whose script fails to load waits for the server, and the previous page stays', async () => {
    await page.goto(`${service.url}/sites/${siteId}`);
    await page.getByRole('region', { name: 'Visibility score' }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    const places = page.getByRole('navigation', { name: 'Places' });
    await places.getByRole('link', { name: 'SEO' }).click();
    await page.getByText('This page appears once it answers.').waitFor();
    await places.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('region', { name: 'Visibility score' }).waitFor();
    await places.getByRole('link', { name: 'SEO' }).click();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'SEO' }).waitFor();
  });

  it('a failing report explains the failure, says that a retry is free, and works on a retry', async () => {
    await page.route(overview, (route) => route.fulfill(away(500, 'internal_error', 'An internal error occurred.')));
    await page.goto(`${service.url}/sites/${siteId}`);
    await page.getByText('An internal error occurred.').waitFor();
    await page.getByText('Retrying is free.').waitFor();
    await page.unroute(overview);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('region', { name: 'Visibility score' }).waitFor();
  });

  it('if a newer read fails, the old data stays, with its age', async () => {
    await page.goto(`${service.url}/sites/${siteId}`);
    await page.getByRole('region', { name: 'Visibility score' }).waitFor();
    await page.route(overview, (route) => route.fulfill(away(500, 'internal_error', 'An internal error occurred.')));
    await page.clock.install();
    await page.clock.fastForward(60_000);
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await page.getByText('Shown as of').waitFor();
    await expect.poll(() => page.getByRole('region', { name: 'Visibility score' }).isVisible()).toBe(true);
  });

  it('a session that ended elsewhere leads to sign-in, not to a broken page', async () => {
    await page.goto(`${service.url}/sites/${siteId}`);
    await page.getByRole('region', { name: 'Visibility score' }).waitFor();
    const { promise: clicked, resolve: release } = Promise.withResolvers<void>();
    // Otherwise a read of the page behind could find the session ended before the click.
    await page.route('**/api/**', async (route) => {
      await clicked;
      await route.continue();
    });
    await page.context().clearCookies();
    await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Sources' }).click();
    release();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('filters, search and order are in the address: a copied link shows the same', async () => {
    await page.goto(`${service.url}/sites/${siteId}/questions`);
    await page.getByLabel('Dates (UTC)').selectOption('7');
    await page.getByLabel('Search questions').fill('invoic');
    await page.getByRole('button', { name: 'Question', exact: true }).click();
    await page.waitForURL(/q=invoic.*sort=question|sort=question.*q=invoic/);
    const address = page.url();
    expect(address).toMatch(/from=\d{4}-\d{2}-\d{2}/);
    expect(address).toContain('q=invoic');
    const copied = await page.context().newPage();
    await copied.goto(address);
    await copied.getByRole('row').nth(1).waitFor();
    await expect.poll(() => copied.getByLabel('Search questions').inputValue()).toBe('invoic');
    await expect.poll(() => copied.getByLabel('Dates (UTC)').inputValue()).toBe('7');
    await expect.poll(() => copied.getByRole('row').count()).toBe(await page.getByRole('row').count());
  });

  it('a list of ten has a search that its address keeps, and a shorter one has none', async () => {
    const makeKey = (name: string) => service.call('createKey', { name, permissions: [] });
    for (let number = 1; number < 10; number += 1) await makeKey(`robot ${number}`);
    await page.goto(`${service.url}/docs/api`);
    const robots = page.getByRole('listitem').filter({ hasText: 'robot' });
    await robots.nth(8).waitFor();
    await expect.poll(() => page.getByRole('searchbox').count()).toBe(0);
    await makeKey('robot otter');
    await page.reload();
    await page.getByLabel('Search keys').fill('ROBOT OTTER');
    await robots.nth(1).waitFor({ state: 'detached' });
    await expect.poll(() => robots.count()).toBe(1);
    await page.waitForURL(/keys=ROBOT/);
    await page.reload();
    await robots.first().waitFor();
    expect([await robots.count(), await page.getByLabel('Search keys').inputValue()]).toEqual([1, 'ROBOT OTTER']);
    await page.getByLabel('Search keys').fill('nobody');
    await page.getByText('No key matches “nobody”.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  it('dates are kept across pages and websites, and each tab keeps its own website', async () => {
    const made = await service.call('createSite', { url: 'https://other.example/', name: 'Other' });
    const otherId: string = made.site.id;
    await page.goto(`${service.url}/sites/${siteId}?from=2026-01-01&to=2026-01-31&model=simulated-model`);
    await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Sources' }).click();
    await page.waitForURL(`**/sites/${siteId}/sources?from=2026-01-01&to=2026-01-31&model=simulated-model`);
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    // An arrow key only moves the highlight: nothing opens before a choice.
    await tab.getByRole('button', { name: /^Website:/ }).click();
    await tab.keyboard.press('ArrowDown');
    await tab.keyboard.press('ArrowUp');
    await tab.keyboard.type('othe');
    await tab.getByRole('option', { name: 'Other other.example' }).waitFor();
    expect(tab.url()).toBe(page.url());
    await tab.keyboard.press('Enter');
    await tab.waitForURL(`**/sites/${otherId}/sources?from=2026-01-01&to=2026-01-31`);
    await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await page.waitForURL(`**/sites/${siteId}?from=2026-01-01&to=2026-01-31&model=simulated-model`);
    await service.call('archiveSite', { id: otherId });
  });

  it('the header of a long table stays visible', async () => {
    await page.setViewportSize({ width: 1280, height: 400 });
    await page.goto(`${service.url}/sites/${siteId}/questions`);
    await page.getByRole('row').last().scrollIntoViewIfNeeded();
    const head = page.getByRole('columnheader').first();
    await expect.poll(async () => (await head.boundingBox())?.y).toBe(0);
  });

  it('tables and charts can be exported as CSV and PNG', async () => {
    await page.goto(`${service.url}/sites/${siteId}`);
    const section = page.getByRole('region', { name: 'Who is recommended' });
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      section.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const text = await textOf(csv);
    expect(text.split('\r\n')[0]).toContain('Domain,Share %,Answers,Average position,Own');
    expect(text.split('\r\n').length).toBeGreaterThan(5);
    const [png] = await Promise.all([
      page.waitForEvent('download'),
      section.getByRole('button', { name: 'PNG' }).click(),
    ]);
    expect((await bytesOf(png)).subarray(1, 4).toString('latin1')).toBe('PNG');
  });

  it('the export contains every run with its result, and no secret', async () => {
    await page.goto(`${service.url}/settings?part=workspace`);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download everything' }).click(),
    ]);
    const text = await textOf(file);
    const exported = JSON.parse(text);
    expect(exported.runs.length).toBe(questions.length);
    expect(exported.runs[0].observation.run.result.text.length).toBeGreaterThan(20);
    expect(text).not.toMatch(/secret|password|sl_[A-Za-z0-9]{20}/);
  });

  it('a question without a slot waits and is requested again, under the key that the server names', async () => {
    const keys: (string | undefined)[] = [];
    await page.route('**/api/v2/observations/ensure', (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      const details = { limit: 'active_runs', newKeyNeeded: true };
      const error = { code: 'run_limit', message: 'No place now.', retry: 'never', details };
      return route.fulfill({ status: 429, contentType: 'application/json', body: JSON.stringify({ error }) });
    });
    await page.goto(`${service.url}/sites/${siteId}/questions/${caseIds[0]}`);
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.getByLabel(/^Ask again/).check();
    await page.getByRole('button', { name: /^Buy 1 answer/ }).click();
    await page.getByText('0 answered, 1 queued').waitFor();
    await expect.poll(() => keys.length).toBeGreaterThan(1);
    // Nothing reached the server, so all are the same request.
    expect(new Set(keys).size).toBe(1);
    await page.getByRole('button', { name: 'Cancel the 1 queued' }).click();
    await page.getByText('1 without an answer').waitFor();
  });

  it('two questions asked in quick succession are each started once', async () => {
    const asked: string[] = [];
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/v2/observations/ensure', (route) => {
      asked.push(route.request().postDataJSON().caseId);
    });
    await page.route('**/work', async (route) => {
      await held;
      await route.continue();
    });
    for (const [index, caseId] of [caseIds[0], caseIds[1]].entries()) {
      const path = `/sites/${siteId}/questions/${caseId}`;
      if (index === 0) await page.goto(service.url + path);
      // Navigates inside the app, as a link does: the first question is still pending.
      else await page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
      await page.getByRole('heading', { name: questions[index] ?? '' }).waitFor();
      await page.getByRole('button', { name: 'Ask again' }).click();
      await page.getByLabel(/^Ask again/).check();
      const confirm = page.getByRole('button', { name: /^Buy 1 answer/ });
      await expect.poll(() => confirm.isEnabled()).toBe(true);
      await confirm.dblclick();
      await expect.poll(() => page.getByText('0 answered, 1 queued').count()).toBe(index + 1);
    }
    release();
    await expect.poll(() => asked.toSorted()).toEqual([caseIds[0], caseIds[1]].toSorted());
    const stop = page.getByRole('button', { name: 'Cancel the 1 queued' });
    await stop.first().click();
    await expect.poll(() => stop.count()).toBe(1);
    await stop.click();
    await expect.poll(() => page.getByText('1 without an answer').count()).toBe(2);
  });

  it('questions beyond the day’s runs are refused one by one with an explanation, and cost nothing', async () => {
    await page.goto(`${service.url}/sites/${siteId}`);
    await page.getByRole('button', { name: 'Ask 12 questions' }).click();
    await page.getByLabel(/^Ask again/).check();
    await page.getByText('More questions than runs left today').waitFor();
    await page.getByRole('button', { name: /^Buy 12 answers/ }).click();
    await page.getByText('11 without an answer').waitFor();
    const runs = await service.call('listRuns', { limit: 200 });
    expect(runs.items.length).toBe(13);
  });

  it('printing leaves out interactive parts', async () => {
    await page.goto(`${service.url}/sites/${siteId}`);
    await page.getByRole('region', { name: 'Visibility score' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.getByRole('navigation', { name: 'Places' }).isVisible()).toBe(false);
    await expect.poll(() => page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    await expect.poll(() => page.getByText(/^\w.+ UTC.*Printed .+ UTC\.$/).isVisible()).toBe(true);
    await expect.poll(() => page.getByRole('region', { name: 'Visibility score' }).isVisible()).toBe(true);
  });
});

type Download = Awaited<ReturnType<Page['waitForEvent']>> & { createReadStream(): Promise<NodeJS.ReadableStream> };

async function bytesOf(download: unknown): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await (download as Download).createReadStream()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

async function textOf(download: unknown): Promise<string> {
  return (await bytesOf(download)).toString('utf8').replace(/^\ufeff/, '');
}
