import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeInBrowser, owner, useWebApp, watch } from '../support/browser.ts';
import { seedEveryPage } from '../support/everyPage.ts';

describeInBrowser('every page in a browser', () => {
  const service = useWebApp();
  let paths: Record<string, string> = {};

  beforeAll(async () => {
    paths = await seedEveryPage(service, service.cookie);
  });

  let context: BrowserContext | undefined;

  async function open(name: string): Promise<{ page: Page }> {
    const options = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const;
    const page = (await context?.newPage()) ?? (await service.openPage(options));
    context = page.context();
    await page.goto(service.url + (paths[name] ?? ''));
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    return { page };
  }

  it('a gate links to its check, unfolded, with rule and the strength of its source, and so does its address', async () => {
    const page = await service.openPage();
    await page.goto(service.url + (paths.website ?? ''));
    await page.getByRole('link', { name: 'The main text is in the HTML as served' }).click();
    const told = page.getByText('(taken together: study)').and(page.locator(':visible'));
    await told.waitFor();
    await expect.poll(() => page.getByText('(taken together: )').count()).toBe(0);
    const address = page.url();
    await page.goto('about:blank');
    await page.goto(address);
    await told.waitFor();
    await page.close();
  });

  it('copied configurations name the variables of the command line, this server, and the bridge', async () => {
    const shown: string[] = [];
    for (const name of ['API', 'MCP clients']) {
      const { page } = await open(name);
      await page.locator('pre').first().waitFor();
      shown.push(...(await page.locator('pre').allTextContents()));
      await page.close();
    }
    expect(shown).toHaveLength(8);
    for (const text of shown) expect(text).toContain(service.url);
    const variables = shown.flatMap((text) => text.match(/SIGHTLINE_\w+/g) ?? []);
    expect([...new Set(variables)].sort()).toEqual(['SIGHTLINE_API_KEY', 'SIGHTLINE_URL']);
    expect(JSON.parse(shown.at(-1) ?? '').mcpServers.sightline).toMatchObject({
      command: 'node',
      args: [expect.stringMatching(/bin\/sightline\.mjs$/), 'mcp'],
      env: { SIGHTLINE_URL: service.url },
    });
  });

  it('the reference lists every operation and contacts no other host', async () => {
    const context = await service.browser.newContext();
    const page = await context.newPage();
    const { problems } = watch(page, service.url);
    await page.goto(`${service.url}/docs/api/reference`);
    await page.getByText('agent evaluation and visibility API').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(problems).toEqual([]);
    // The dialog for trying calls loads when it is opened.
    const bytes = await page.evaluate<number>(
      `performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('.js')).reduce((sum, entry) => sum + entry.encodedBodySize, 0)`,
    );
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(850_000);
    await context.close();
  });

  it('sends a visitor without a session to sign in, and back to the page afterwards', async () => {
    const context = await service.browser.newContext();
    const page = await context.newPage();
    await page.goto(service.url + (paths.questions ?? ''));
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password').fill(owner.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Questions', exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(paths.questions);
    await context.close();
  });

  it('opens pages with g and a letter, lists its shortcuts with ?, and closes dialogs with Escape', async () => {
    const { page } = await open('overview');
    await page.keyboard.press('g');
    await page.keyboard.press('q');
    await page.getByRole('heading', { name: 'Questions', exact: true }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await page.close();
  });

  it('shows the focus on everything that Tab reaches', async () => {
    const { page } = await open('overview');
    const bare: string[] = [];
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Tab');
      const seen = await page.evaluate<{ what: string; outlined: boolean } | null>(`(() => {
        const at = document.activeElement;
        if (at === null || at === document.body) return null;
        const { outlineStyle, outlineWidth } = getComputedStyle(at);
        return { what: at.outerHTML.slice(0, 120), outlined: outlineStyle !== 'none' && outlineWidth !== '0px' };
      })()`);
      if (seen !== null && !seen.outlined) bare.push(seen.what);
    }
    expect(bare).toEqual([]);
    await page.close();
  });

  it.each(['overview', 'questions', 'sources', 'website', 'settings', 'API'])(
    '%s sends no request twice',
    async (name) => {
      const page = await service.openPage();
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/')) asked.push(request.url().replace(service.url, ''));
      });
      await page.goto(service.url + (paths[name] ?? ''));
      await page.locator('h1').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(asked).toContain('/api/v2/session');
      expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
      await page.context().close();
    },
  );

  it('the overview requests its report before the session is known, and shows the early result', async () => {
    const page = await service.openPage();
    let answerSession = (): void => {};
    const held = new Promise<void>((resolve) => {
      answerSession = resolve;
    });
    await page.route('**/api/v2/session', async (route) => {
      await held;
      await route.continue();
    });
    const early = ['overview', 'citations'].map((read) =>
      page.waitForResponse((response) => response.url().includes(`/visibility/${read}?`)),
    );
    await page.goto(service.url + (paths.overview ?? ''));
    await Promise.all(early);
    await expect.poll(() => page.locator('h1').count()).toBe(0);
    answerSession();
    await page.getByRole('region', { name: 'Visibility score' }).waitFor();
    await page.context().close();
  });

  it('reports are compressed for clients that accept it, and plain for others', async () => {
    const siteId = (paths.overview ?? '').split('/').at(-1);
    const read = (encoding: string) =>
      service.reply('engineOverview', { websiteId: siteId }, { headers: { 'accept-encoding': encoding } });
    const [packed, plain] = [await read('gzip'), await read('identity')];
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect([packed.headers.get('vary'), plain.headers.get('vary')]).toEqual(['Accept-Encoding', 'Accept-Encoding']);
    expect(packed.body.domains).toEqual(plain.body.domains);
    expect(packed.body.visibilityScore.denominator).toBe(3);
    const refused = await read('gzip;q=0');
    expect(refused.headers.get('content-encoding')).toBeNull();
  });

  it('first load transfers less than 200 kB of compressed script', async () => {
    const { page } = await open('overview');
    const bytes = await page.evaluate(
      `performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('.js')).reduce((sum, entry) => sum + entry.encodedBodySize, 0)`,
    );
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(200_000);
    await page.close();
  });
});
