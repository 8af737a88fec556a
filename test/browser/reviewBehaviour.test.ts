import { beforeAll, expect, it } from 'vitest';
import { describeInBrowser, usePage, useWebApp, watch } from '../support/browser.ts';

const manyQuestions = 1_000;

/** Findings of the outside review that appear only on interaction. Static ones: reviewPoints.test.ts. */
describeInBrowser('findings of the outside review', () => {
  const service = useWebApp();
  let siteId: string;
  const page = usePage(service, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });

  beforeAll(async () => {
    const made = await service.call('createSite', { url: 'https://www.ledgerlane.example/', name: 'Ledgerlane' });
    siteId = made.site.id;
    for (let at = 0; at < manyQuestions; at += 100) {
      const queries = Array.from({ length: 100 }, (_, more) => `Which tool suits customer number ${at + more}?`);
      await service.call('createQuestions', { queries, websiteId: siteId });
    }
  });

  const places = () => page.getByRole('navigation', { name: 'Places' });

  it('dates are kept during navigation, even through pages without dates', async () => {
    await page.goto(`${service.url}/sites/${siteId}/sources?from=2026-01-01&to=2026-01-31&tag=price`);
    await page.getByRole('heading', { name: 'Sources', exact: true }).waitFor();
    await places().getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    await places().getByRole('link', { name: 'Questions' }).click();
    await page.waitForURL(`**/sites/${siteId}/questions?from=2026-01-01&to=2026-01-31&tag=price`);
  });

  it('a reached limit states when it ends', async () => {
    const error = { code: 'rate_limited', message: 'More than 120 requests in 60 seconds.', retry: 'after_seconds' };
    await page.route('**/api/v2/visibility/overview*', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/json',
        headers: { 'retry-after': '95' },
        body: JSON.stringify({ error }),
      }),
    );
    const before = Date.now();
    await page.goto(`${service.url}/sites/${siteId}`);
    const told = await page.getByText(/Available again from/).innerText();
    const time = /from (\d\d:\d\d:\d\d) UTC on/.exec(told)?.[1];
    const possible = Array.from({ length: 1 + Math.ceil((Date.now() - before) / 1_000) }, (_, later) =>
      new Date(before + (95 + later) * 1_000).toISOString().slice(11, 19),
    );
    expect(possible).toContain(time);
  });

  /** Counts reads of the question list while a page opens. */
  async function readsOfQuestions(path: string, shown = 'h1'): Promise<number> {
    let reads = 0;
    const count = (request: { url(): string }) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/v2/questions' && searchParams.get('limit') !== '1') reads += 1;
    };
    page.on('request', count);
    await page.goto(service.url + path);
    await page.locator(shown).first().waitFor();
    await page.waitForLoadState('networkidle');
    page.off('request', count);
    return reads;
  }

  it('a thousand questions are fetched only by the page that lists them', async () => {
    const ofSite = `/sites/${siteId}`;
    const whole = 'button:has-text("Show all 1,000 questions")';
    expect(await readsOfQuestions(`${ofSite}/questions`, whole)).toBe(manyQuestions / 200);
    for (const path of [
      `${ofSite}/sources`,
      `${ofSite}/answers`,
      `${ofSite}/website`,
      `${ofSite}/rivals`,
      `${ofSite}/reports`,
    ])
      expect([path, await readsOfQuestions(path)]).toEqual([path, 0]);
    for (const path of ['/sites', '/settings', '/seo', '/spending', '/activity', '/plans', '/alerts', '/docs/api'])
      expect([path, await readsOfQuestions(path)]).toEqual([path, 0]);
    // The overview loads the questions only on demand: one read shows whether there are any.
    expect(await readsOfQuestions(ofSite)).toBe(1);
    await page.getByRole('button', { name: 'Ask all questions' }).click();
    await page.getByRole('dialog', { name: 'Ask 1,000 questions' }).waitFor();
  });

  it('a search does not block: the field updates first, then the list, and the address after a pause', async () => {
    await page.goto(`${service.url}/sites/${siteId}/questions`);
    await page.getByRole('button', { name: 'Show all 1,000 questions' }).click();
    const field = page.getByLabel('Search questions');
    await field.focus();
    await page.evaluate(`(() => {
      window.addresses = 0;
      const replace = history.replaceState;
      history.replaceState = function (...given) {
        if (String(given[2]).includes('q=')) window.addresses += 1;
        return replace.apply(this, given);
      };
    })()`);
    // State right after the keystroke, in the same turn: the letter, with the old rows.
    const [value, rows, rowsAfter] = await page.evaluate<[string, number, number]>(`(() => {
      const field = document.querySelector('input[data-search]');
      const rows = document.querySelectorAll('main tbody tr').length;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '9');
      field.dispatchEvent(new Event('input', { bubbles: true }));
      return [field.value, rows, document.querySelectorAll('main tbody tr').length];
    })()`);
    expect([value, rowsAfter]).toEqual(['9', rows]);
    await page.keyboard.press('End');
    await page.keyboard.type('87');
    await page.waitForURL(/q=.*987/);
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    expect(await page.evaluate('window.addresses')).toBe(1);
  });

  it('a long list renders only the rows near the window, but prints all of them', async () => {
    await page.goto(`${service.url}/sites/${siteId}/questions`);
    await page.getByRole('button', { name: 'Show all 1,000 questions' }).click();
    const rows = page.locator('main tbody tr:not(:has(td[colspan]))');
    await expect.poll(() => rows.count()).toBeLessThan(150);
    expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('1001');
    const first = await rows.first().innerText();
    // Unseen rows have a default height: the end is known when it is reached.
    const lastRow = async () => {
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      return rows.last().getAttribute('aria-rowindex');
    };
    await expect.poll(lastRow).toBe('1001');
    expect(await rows.first().innerText()).not.toBe(first);
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    expect(await rows.count()).toBe(manyQuestions);
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    await expect.poll(() => rows.count()).toBeLessThan(150);
  });

  it('“try it” in the reference sends only the entered key', async () => {
    const body = await service.call('createKey', { name: 'reader', permissions: ['read'] });
    const { problems } = watch(page, service.url);
    const tryIt = async (): Promise<number> => {
      const [answered] = await Promise.all([
        page.waitForResponse((response) => new URL(response.url()).pathname === '/api/v1/seo'),
        page.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().click(),
      ]);
      return answered.status();
    };
    await page.goto(`${service.url}/docs/api/reference`);
    const test = page.getByRole('button', { name: /Test Request.*get \/seo/ });
    await test.waitFor();
    await page.getByPlaceholder('Token').first().fill(body.secret);
    await test.click();
    expect(await tryIt()).toBe(200);
    expect(problems).toEqual([]);
    // This browser's session opens nothing there, and the key is lost with the page.
    await page.reload();
    await test.click();
    expect(await tryIt()).toBe(401);
  });

  it('the reference links back', async () => {
    await page.goto(`${service.url}/sites/${siteId}/sources`);
    await page.getByRole('heading', { name: 'Sources', exact: true }).waitFor();
    await page.goto(`${service.url}/docs/api/reference`);
    await page.getByRole('link', { name: 'Back to Sightline' }).click();
    await page.waitForURL(`**/sites/${siteId}`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });
});
