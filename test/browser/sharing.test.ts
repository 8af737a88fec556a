import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { faultsOf } from '../support/axe.ts';
import { describeInBrowser, seed, useWebApp, watch } from '../support/browser.ts';

describeInBrowser('sharing a report', () => {
  const service = useWebApp({ ALLOW_ROOT_BROWSER: '1' });
  let page: Page;
  let siteId: string;
  let caseId: string;

  beforeAll(async () => {
    const seeded = await seed(service, service.cookie, 1);
    siteId = seeded.siteId;
    caseId = seeded.caseIds[0] ?? '';
    page = await service.openPage({ acceptDownloads: true });
  });

  it('a report is frozen from the overview, saved as a file and as a PDF, and opened by a visitor until its link is revoked', async () => {
    await page.goto(`${service.url}/sites/${siteId}`);
    await page.getByRole('link', { name: 'Share…' }).click();
    await page.getByRole('heading', { name: 'Reports', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Freeze this report' }).click();
    for (const [format, ending] of [
      ['HTML', /\.html$/],
      ['PDF', /\.pdf$/],
    ] as const) {
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: new RegExp(`^Save as ${format}`) }).click(),
      ]);
      expect(saved.suggestedFilename()).toMatch(ending);
    }
    await page.getByRole('button', { name: /^Links:/ }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    const address = await page.locator('dialog[open] p.font-mono').innerText();
    const stranger = await service.openPage({}, '');
    const { problems } = watch(stranger, service.url);
    await stranger.goto(address);
    await stranger.getByRole('heading', { name: 'Do the answers recommend Ledgerlane?' }).waitFor();
    const shown = await stranger.getByText(/^Listed in \d+ of 12 simulated answers/).innerText();
    expect(problems).toEqual([]);
    expect(await stranger.context().cookies()).toEqual([]);
    // In print no column heading breaks inside a word, and the number of the tenth step fits.
    await stranger.emulateMedia({ media: 'print' });
    await stranger.setViewportSize(papers.A4);
    const [broken, room] = await stranger.evaluate<[string[], number]>(`(() => {
      const lines = (word) => {
        const range = document.createRange();
        range.selectNodeContents(word);
        return range.getClientRects().length;
      };
      const heads = [...document.querySelectorAll('th')].filter((head) => /^\\w+$/.test(head.textContent));
      const list = document.querySelector('ol') ?? document.querySelector('main').appendChild(document.createElement('ol'));
      const { paddingLeft, fontSize } = getComputedStyle(list);
      return [heads.filter((head) => lines(head) > 1).map((head) => head.textContent), parseFloat(paddingLeft) / parseFloat(fontSize)];
    })()`);
    expect(broken).toEqual([]);
    expect(room).toBeGreaterThan(2.4);
    await stranger.emulateMedia({ media: null });
    await page.getByRole('button', { name: /^Revoke the link/ }).click();
    await page.getByText(/^Revoked on/).waitFor();
    await stranger.reload();
    await stranger.getByRole('heading', { name: 'Report not available' }).waitFor();
    await stranger.context().close();
    await page.keyboard.press('Escape');
    await page.goto(`${service.url}/sites/${siteId}`);
    const counted = shown.replace(/ simulated.*/s, '');
    await page.getByText(counted).first().waitFor({ state: 'attached' });
  });

  it('the page of frozen reports and its dialog pass axe', async () => {
    await page.goto(`${service.url}/sites/${siteId}/reports`);
    await page.getByRole('button', { name: /^Links:/ }).click();
    await page.getByText(/^Revoked on/).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  /** Paper sizes in CSS pixels, without margins of a centimetre. */
  const papers = { A4: { width: 718, height: 1047 }, Letter: { width: 740, height: 980 } } as const;

  it.each([
    'overview',
    'questions',
    'question',
    'engines',
    'sources',
    'answers',
    'rivals',
    'website',
    'settings',
    'spending',
  ])('%s is printed on A4 and Letter without half-empty sheets', async (name) => {
    const places: Record<string, string> = { overview: '', question: `/questions/${caseId}` };
    const isOfSite = !['settings', 'spending'].includes(name);
    await page.goto(service.url + (isOfSite ? `/sites/${siteId}${places[name] ?? `/${name}`}` : `/${name}`));
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize(papers.A4);
    const beyond = await page.evaluate<string[]>(
      `[...document.querySelectorAll('main :is(th, td)')].filter((cell) => cell.checkVisibility() && cell.getBoundingClientRect().width > 0 && cell.getBoundingClientRect().right > innerWidth + 1).map((cell) => cell.textContent).slice(0, 5)`,
    );
    expect(beyond, 'table cells outside the printed page').toEqual([]);
    for (const [format, paper] of Object.entries(papers)) {
      await page.setViewportSize(paper);
      const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
      const margin = { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' };
      const pdf = await page.pdf({ format, margin });
      const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
      // The content would fill all sheets but the last; up to a fifth of each may stay empty before a row that is kept
      // together.
      expect(sheets, format).toBeLessThanOrEqual(Math.ceil(height / (paper.height * 0.8)));
    }
    await page.emulateMedia({ media: null });
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('background colours with a meaning are printed: the cells of the matrix', async () => {
    await page.goto(`${service.url}/sites/${siteId}/sources?part=matrix`);
    await page.getByRole('region', { name: 'Matrix of questions and sources' }).getByRole('table').waitFor();
    await page.emulateMedia({ media: 'print' });
    const cells = await page.evaluate<string[]>(
      `[...document.querySelectorAll('section[aria-label="Matrix of questions and sources"] td .bg-edge, section[aria-label="Matrix of questions and sources"] td .bg-accent')].map((cell) => getComputedStyle(cell).printColorAdjust)`,
    );
    expect(cells.length).toBeGreaterThan(0);
    expect([...new Set(cells)]).toEqual(['exact']);
    await page.emulateMedia({ media: null });
  });
});
