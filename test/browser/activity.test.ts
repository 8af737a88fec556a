import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { faultsOf } from '../support/axe.ts';
import { describeInBrowser, seed, useWebApp } from '../support/browser.ts';

describeInBrowser('activity and failures', () => {
  const service = useWebApp();
  let page: Page;
  let siteId: string;

  beforeAll(async () => {
    const seeded = await seed(service, service.cookie, 1, ['Which tool fails here?', 'Which tool works here?']);
    siteId = seeded.siteId;
    const { db } = service.running.service.api;
    await db
      .updateTable('runs')
      .set({ status: 'failed', error: 'The provider refused the question.' })
      .where('target_id', '=', seeded.caseIds[0] ?? '')
      .execute();
    page = await service.openPage();
  });

  it.each(['', '/questions'])('a failed run is shown on %s with its reason and a link to the list', async (at) => {
    await page.goto(`${service.url}/sites/${siteId}${at}`);
    await page.getByText('1 of the newest 2 runs failed').waitFor();
    await page.getByText('The provider refused the question.').first().waitFor();
    await page.getByRole('link', { name: 'See the failed runs' }).click();
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    await page.getByText('1 run.').waitFor();
    await page.getByRole('link', { name: 'Which tool fails here?' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Which tool works here?' }).count()).toBe(0);
    expect(page.url()).toContain('status=failed');
  });

  it('the list of runs is filtered by its address and its controls, and passes axe', async () => {
    await page.goto(`${service.url}/activity`);
    await page.getByText('2 runs.').waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('completed');
    await page.getByText('1 run.').waitFor();
    await page.getByRole('link', { name: 'Which tool works here?' }).waitFor();
    expect(page.url()).toContain('status=completed');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('2 runs.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  it('Settings show the server’s keys, and the sign-in page explains forgotten passwords', async () => {
    await page.goto(`${service.url}/settings?part=keys`);
    const keys = page.getByRole('region', { name: 'Provider keys' });
    await keys.getByText('OPENAI_API_KEY').waitFor();
    await expect.poll(() => keys.getByText('Not set').count()).toBeGreaterThan(3);
    const stranger = await service.openPage({}, '');
    await stranger.goto(`${service.url}/sign-in`);
    await stranger.getByRole('link', { name: 'Forgot your password?' }).click();
    await stranger.getByText('This server sends no mail').waitFor();
    expect(await faultsOf(stranger)).toEqual([]);
    await stranger.context().close();
  });
});
