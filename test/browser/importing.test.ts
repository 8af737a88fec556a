import { beforeAll, expect, it } from 'vitest';
import { faultsOf } from '../support/axe.ts';
import { describeInBrowser, usePage, useWebApp, watch } from '../support/browser.ts';

/** An export with headings that no kind of file knows, in two tables' worth of preamble. */
const visits = [
  '# Besuche nach Einstiegsseite',
  '# 20260901-20260930',
  '',
  'Adresse der Seite,Neue Leser,Sitzungen',
  '/tarife,11,40',
  '/hilfe,5,25',
  '',
].join('\n');

describeInBrowser('an import whose columns are unknown', () => {
  const service = useWebApp();
  const page = usePage(service);
  let path = '';

  beforeAll(async () => {
    const { site } = await service.call('createSite', { url: 'https://ledgerlane.example/', name: 'Ledgerlane' });
    path = `/sites/${site.id}/reported`;
  });

  it('asks for the kind, then for the columns by their names in the file, and shows the declared figures', async () => {
    const { problems } = watch(page, service.url);
    await page.goto(service.url + path);
    await page.getByText('No files yet').waitFor();
    const file = { name: 'visits.csv', mimeType: 'text/csv', buffer: Buffer.from(visits) };
    await page.getByLabel('Exported file').setInputFiles(file);

    const first = page.getByRole('dialog', { name: 'File type and dates' });
    await first.getByRole('alert').filter({ hasText: 'Adresse der Seite' }).waitFor();
    await expect.poll(() => first.getByRole('group', { name: 'Columns' }).count()).toBe(0);
    await first.getByLabel('Kind').selectOption({ label: 'Google Analytics 4' });
    await first.getByRole('button', { name: 'Import', exact: true }).click();

    const dialog = page.getByRole('dialog', { name: 'File type, columns and dates' });
    const columns = dialog.getByRole('group', { name: 'Columns' });
    const row = columns.getByLabel('A row is');
    expect(await row.locator('option').allInnerTexts()).toEqual(['–', 'Page', 'Day', 'Source']);
    const names = ['–', '1: Adresse der Seite', '2: Neue Leser', '3: Sitzungen'];
    expect(await columns.getByLabel('Visits').locator('option').allInnerTexts()).toEqual(names);
    await row.selectOption({ label: 'Day' });
    await columns.getByLabel('Visits').selectOption({ label: '3: Sitzungen' });
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    // The first column holds no days.
    await dialog.getByRole('alert').waitFor();

    await row.selectOption({ label: 'Page' });
    await expect.poll(() => columns.getByLabel('Page', { exact: true }).inputValue()).toBe('1');
    await expect.poll(() => columns.getByLabel('Day', { exact: true }).count()).toBe(0);
    await expect.poll(() => columns.getByLabel('Visits').inputValue()).toBe('3');
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('2 rows imported.').waitFor();
    const rows = page.getByRole('table').locator('tbody tr');
    await expect.poll(() => rows.filter({ hasText: '/tarife' }).getByText('40', { exact: true }).count()).toBe(1);
    await expect.poll(() => rows.filter({ hasText: '/hilfe' }).getByText('25', { exact: true }).count()).toBe(1);
    expect(problems).toEqual([]);
  });
});
