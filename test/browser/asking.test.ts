import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeInBrowser, questions, seed, usePage, useWebApp } from '../support/browser.ts';
import { createWatcher } from '../support/watcher.ts';

const asked = questions.slice(0, 3);

describe.each(['on', 'off'])('WATCH=%s', (watch) =>
  describeInBrowser('asking from the web app', () => {
    const service = useWebApp({ ACTIVE_RUNS_PER_OWNER: '1', WATCH: watch });
    let siteId: string;
    const first = usePage(service);

    beforeAll(async () => {
      ({ siteId } = await seed(service, service.cookie, 0, asked));
    });

    /** Opens a page whose ensures are never sent, as if it had been closed first. */
    async function openMute(): Promise<Page> {
      const page = await first.context().newPage();
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

    const countRuns = async () => (await service.call('listRuns', { limit: 200 })).items.length;

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
  }),
);
