import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  faultsOf,
  launch,
  noBrowser,
  pageNames,
  seedEveryPage,
  setUp,
  signInWith,
  startWebService,
  type WebService,
} from '../support/browser.ts';

if (noBrowser !== null) console.warn(`access in a browser: skipped, ${noBrowser}`);

type Options = Parameters<Browser['newContext']>[0];

const looks = {
  'light and wide': { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  'dark and narrow': { colorScheme: 'dark', viewport: { width: 360, height: 800 } },
} as const satisfies Record<string, Options>;
const lookNames = Object.keys(looks) as (keyof typeof looks)[];

describe.runIf(noBrowser === null)('pages for every reader', () => {
  let service: WebService;
  let browser: Browser;
  let cookie: string;
  let paths: Record<string, string>;

  beforeAll(async () => {
    service = await startWebService({ REQUESTS_PER_MINUTE: '10000' });
    browser = await launch();
    cookie = await setUp(service);
    paths = await seedEveryPage(service, cookie);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  async function reader(options: Options, isSignedIn = true): Promise<{ context: BrowserContext; page: Page }> {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    if (isSignedIn) await signInWith(context, service.url, cookie);
    return { context, page: await context.newPage() };
  }

  /** Windows that stay open for all tests: a new one loads and compiles the whole app again. */
  const windows = new Map<keyof typeof looks, Promise<Page>>();
  function windowIn(look: keyof typeof looks): Promise<Page> {
    const known = windows.get(look) ?? reader(looks[look]).then(({ page }) => page);
    windows.set(look, known);
    return known;
  }

  async function open(page: Page, name: string): Promise<void> {
    await page.goto(service.url + (paths[name] ?? name));
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    // What has come over the network is drawn a moment later, in small steps.
    await page.locator('.skeleton, [aria-busy="true"]').first().waitFor({ state: 'detached' });
  }

  const overflow = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth - innerWidth');

  describe('the API reference', () => {
    it.each(lookNames)('%s, has no serious accessibility fault and does not scroll sideways', async (look) => {
      const { context, page } = await reader(looks[look]);
      await page.goto(`${service.url}/docs/api/reference`);
      await page.getByRole('heading', { name: 'agent evaluation and visibility API' }).waitFor();
      await page.waitForLoadState('networkidle');
      await page.getByRole('button', { name: 'Copy' }).first().waitFor({ state: 'attached' });
      expect(await faultsOf(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await context.close();
    });
  });

  it.each(pageNames)('%s fits 320 px, a tablet, and a wide window with letters of twice the size', async (name) => {
    const page = await windowIn('light and wide');
    await open(page, name);
    const wide = () =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('body *')].filter((part) => part.getBoundingClientRect().right > innerWidth + 1 && part.closest('[tabindex="0"]') === null).map((part) => part.outerHTML.slice(0, 120)).slice(0, 3)`,
      );
    try {
      for (const [width, size] of [
        [1280, '200%'],
        [768, '100%'],
        [320, '100%'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(`document.documentElement.style.fontSize = '${size}'`);
        // Pictures are drawn anew once their new width is known.
        await expect
          .poll(() => overflow(page), { timeout: 5_000 })
          .toBeLessThanOrEqual(0)
          .catch(async (cause: unknown) => {
            throw new Error(`${width} px, letters ${size}: ${(await wide()).join('\n')}`, { cause });
          });
      }
    } finally {
      await page.setViewportSize(looks['light and wide'].viewport);
    }
  });

  it('a name and a question of one long word push nothing out of a page', async () => {
    const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(9);
    const made = await service.ask('/api/v2/sites', {
      cookie,
      body: { url: 'https://long.example/', name: word.slice(0, 200), aliases: [word.slice(0, 150)] },
    });
    const siteId: string = made.body.site.id;
    const asked = await service.ask('/api/v2/benchmark-cases', {
      cookie,
      body: { query: word, websiteId: siteId },
    });
    const caseId: string = asked.body.case.id;
    const page = await windowIn('light and wide');
    const narrow = { width: 320, height: 900 };
    for (const path of [
      `/sites/${siteId}/questions/${caseId}`,
      `/sites/${siteId}`,
      `/start?site=${siteId}`,
      '/settings',
      `/sites/${siteId}/questions`,
    ]) {
      await open(page, path);
      expect([path, await overflow(page)]).toEqual([path, 0]);
      await page.setViewportSize(narrow);
      await expect.poll(() => overflow(page), { message: `${path} at 320 px` }).toBe(0);
      if (path.endsWith('/questions')) {
        const last = await page.getByRole('columnheader').last().boundingBox();
        expect((last?.x ?? narrow.width) + (last?.width ?? narrow.width)).toBeLessThanOrEqual(narrow.width);
      }
      await page.setViewportSize(looks['light and wide'].viewport);
    }
    await service.ask(`/api/v2/benchmark-cases/${caseId}`, { cookie, method: 'DELETE' });
    await service.ask(`/api/v2/sites/${siteId}`, { cookie, method: 'DELETE' });
  });

  const dialogs: readonly [page: string, opener: RegExp, title: RegExp][] = [
    ['overview', /^Ask 3 questions/, /^Ask 3 questions/],
    ['questions', /^Add questions/, /^Add questions/],
    ['question', /^Archive/, /^Archive this question/],
    ['SEO', /^Look up/, /^Look up/],
    ['API', /^Make a key/, /^Make a key/],
  ];
  it.each(dialogs)(
    'a dialog on %s keeps the focus inside, gives it back, and has no serious fault',
    async (...given) => {
      const [name, opener, title] = given;
      for (const look of lookNames) {
        const page = await windowIn(look);
        await open(page, name);
        const button = page.getByRole('button', { name: opener }).first();
        await button.focus();
        await page.keyboard.press('Enter');
        await page.getByRole('dialog', { name: title }).waitFor();
        expect(await faultsOf(page)).toEqual([]);
        for (let step = 0; step < 15; step += 1) {
          await page.keyboard.press('Tab');
          // Between its last and its first stop the browser visits its own bars, where the page has no focus.
          expect(
            await page.evaluate(
              `document.activeElement === document.body || document.activeElement.closest('dialog') !== null`,
            ),
          ).toBe(true);
        }
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
        expect(await button.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
      }
    },
  );

  const failing: readonly [what: string, run: (page: Page) => Promise<void>][] = [
    [
      'a report that failed',
      async (page) => {
        const error = { error: { code: 'internal_error', message: 'Something inside failed.' } };
        await page.route('**/api/v2/visibility/overview*', (route) =>
          route.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify(error) }),
        );
        await open(page, 'overview');
        await page.getByText('Something inside failed.').waitFor();
      },
    ],
    [
      'a website address that is none',
      async (page) => {
        await open(page, 'start');
        await page.getByLabel('Address').fill('no address at all');
        await page.getByRole('button', { name: 'Save and go on' }).click();
        await page.getByRole('alert').first().waitFor();
        await expect.poll(() => page.getByLabel('Address').getAttribute('aria-invalid')).toBe('true');
      },
    ],
    [
      'a key without the password',
      async (page) => {
        await open(page, 'API');
        await page.getByRole('button', { name: 'Make a key' }).click();
        await page.getByRole('textbox', { name: 'Name' }).fill('buyer');
        await page.getByLabel(/^seo/).check();
        await page.getByLabel('Your password, again').fill('not the password');
        await page.getByRole('button', { name: 'Make the key and show it once' }).click();
        await page.getByText('This is not the password of your account.').waitFor();
      },
    ],
  ];
  it.each(failing)('%s is told in a way that everybody can read', async (_what, run) => {
    for (const look of lookNames) {
      const page = await windowIn(look);
      await run(page);
      expect(await faultsOf(page)).toEqual([]);
      await page.unrouteAll();
    }
  });

  it.each([
    ['/sign-in', 'Sign in'],
    ['/setup?token=x', 'This server has its owner'],
    ['/join', ''],
  ])('%s has no serious fault before anybody is signed in', async (path, heading) => {
    for (const look of lookNames) {
      const { context, page } = await reader(looks[look], false);
      await open(page, path);
      if (heading !== '') await page.getByRole('heading', { name: heading }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await context.close();
    }
  });

  it('a refused sign-in is announced and has no serious fault', async () => {
    const { context, page } = await reader(looks['light and wide'], false);
    await open(page, '/sign-in');
    await page.getByLabel('E-mail').fill('nobody@example.com');
    await page.getByLabel('Password').fill('not the password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await context.close();
  });

  it('each page names its tab, and after a move the focus stands at the heading of the new page', async () => {
    const page = await windowIn('light and wide');
    await open(page, 'overview');
    expect(await page.title()).toBe('Do the answers recommend Ledgerlane? · Sightline');
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
    const places = page.getByRole('navigation', { name: 'Places' });
    for (const [place, heading] of [
      ['Questions', /^Which questions list us/],
      ['Sources', /^Which pages do the answers rest on/],
      ['Website', /^Can engines read/],
      ['SEO', /./],
      ['Settings', /^Settings/],
    ] as const) {
      const before = await page.title();
      await places.getByRole('link', { name: place }).click();
      await page.locator('h1:focus').filter({ hasText: heading }).waitFor();
      await expect.poll(() => page.title()).not.toBe(before);
    }
  });

  it('the first Tab reaches the skip link, which leads past the places', async () => {
    const page = await windowIn('light and wide');
    for (const name of ['overview', 'API', '/docs/api/reference']) {
      await open(page, name);
      await page.keyboard.press('Tab');
      const link = page.locator('a:focus');
      await expect.poll(() => link.textContent()).toMatch(/^Skip to the/);
      expect((await link.boundingBox())?.y).toBeGreaterThanOrEqual(0);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(`document.activeElement.closest('main, #reference') !== null`),
        `after the skip link of ${name}`,
      ).toBe(true);
    }
  });

  it('nothing moves for a reader who asked for stillness', async () => {
    const { context, page } = await reader({});
    await page.route('**/api/v2/visibility/overview*', () => {});
    await page.goto(service.url + (paths.overview ?? ''));
    const skeleton = page.locator('.skeleton').first();
    await skeleton.waitFor();
    const motion = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('.skeleton')).animationDuration`,
    );
    expect(Number.parseFloat(motion)).toBeLessThanOrEqual(0.001);
    await context.close();
  });

  it('pictures keep their shapes in the colours of a reader who chose them', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { context, page } = await reader({ forcedColors: 'active', colorScheme });
      await open(page, 'overview');
      await page.getByRole('region', { name: 'Visibility score' }).waitFor();
      const seen = await page.evaluate<{ ground: string; dot: string; line: string; text: string }>(`(() => {
        const picture = document.querySelector('section[aria-label="Visibility score"] svg[role=img]');
        const of = (name, property) => getComputedStyle(picture.querySelector(name))[property];
        return {
          ground: getComputedStyle(document.documentElement).backgroundColor,
          dot: of('circle', 'fill'),
          line: of('line', 'stroke'),
          text: of('text', 'fill'),
        };
      })()`);
      for (const part of [seen.dot, seen.line, seen.text]) expect(part).not.toBe(seen.ground);
      await context.close();
    }
  });
});
