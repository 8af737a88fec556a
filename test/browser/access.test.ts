import type { Browser, BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { pagePaths } from '../../src/contract/pages.ts';
import { faultsOf } from '../support/axe.ts';
import { describeInBrowser, signInWith, useWebApp, watch } from '../support/browser.ts';
import { outsidePaths, type PagePaths, pageNames, seedEveryPage } from '../support/everyPage.ts';
import { followRequests, settledPage } from '../support/settledPage.ts';

type Options = Parameters<Browser['newContext']>[0];

const looks = {
  'light and wide': { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  'dark and narrow': { colorScheme: 'dark', viewport: { width: 360, height: 800 } },
} as const satisfies Record<string, Options>;
const lookNames = Object.keys(looks) as (keyof typeof looks)[];

describeInBrowser('accessible pages', () => {
  const service = useWebApp();
  let paths: PagePaths;

  beforeAll(async () => {
    paths = await seedEveryPage(service, service.cookie);
  });

  async function reader(options: Options, isSignedIn = true): Promise<{ context: BrowserContext; page: Page }> {
    const context = await service.browser.newContext({ reducedMotion: 'reduce', ...options });
    if (isSignedIn) await signInWith(context, service.url, service.cookie);
    const page = await context.newPage();
    followRequests(page);
    return { context, page };
  }

  /** Windows that all tests share, because a new one loads and compiles the whole app again. */
  const windows = new Map<keyof typeof looks, Promise<Page>>();
  const problems = new Map<keyof typeof looks, string[]>();
  function windowIn(look: keyof typeof looks): Promise<Page> {
    const known =
      windows.get(look) ??
      reader(looks[look]).then(({ page }) => {
        problems.set(look, watch(page, service.url).problems);
        return page;
      });
    windows.set(look, known);
    return known;
  }

  async function open(page: Page, name: string): Promise<void> {
    await page.goto(service.url + (paths[name as keyof PagePaths] ?? name));
    await page.locator('h1').first().waitFor();
    await settledPage(page);
  }

  const overflow = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth - innerWidth');

  describe('the API reference', () => {
    it.each(lookNames)('%s, passes axe and does not scroll sideways', async (look) => {
      const { context, page } = await reader(looks[look]);
      await page.goto(`${service.url}/docs/api/reference`);
      await page.getByRole('heading', { name: 'agent evaluation and visibility API' }).waitFor();
      await settledPage(page);
      await page.getByRole('button', { name: 'Copy' }).first().waitFor({ state: 'attached' });
      expect(await faultsOf(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await context.close();
    });
  });

  const rulesOfColours = ['color-contrast', 'link-in-text-block'];
  const rulesOfSizes = ['target-size', 'scrollable-region-focusable'];

  /**
   * Each variant is a state of the same open page, because reloading takes longest and would find nothing more. Every
   * rule runs once per width, each in another theme; other variants run only the rules that they affect.
   */
  const readings: readonly [
    name: string,
    media: Parameters<Page['emulateMedia']>[0],
    width: number,
    letters: string,
    rules: readonly string[] | undefined,
  ][] = [
    ['light and wide', { colorScheme: 'light' }, 1280, '100%', undefined],
    ['dark and wide', { colorScheme: 'dark' }, 1280, '100%', rulesOfColours],
    ['dark and narrow', { colorScheme: 'dark' }, 360, '100%', undefined],
    ['light and narrow', { colorScheme: 'light' }, 360, '100%', rulesOfColours],
    ['letters of twice the size', { colorScheme: 'light' }, 1280, '200%', [...rulesOfColours, ...rulesOfSizes]],
    ['letters of twice the size, narrow', { colorScheme: 'dark' }, 390, '200%', [...rulesOfColours, ...rulesOfSizes]],
    ['colours of the reader', { colorScheme: 'dark', forcedColors: 'active' }, 1280, '100%', rulesOfColours],
  ];

  async function readEveryWay(page: Page, where: string): Promise<void> {
    // Checks folded parts too; the first entry represents a long list of equal ones.
    const folded = page.locator('details:not([open]) > summary:visible');
    for (let opened = 0; opened < 6 && (await folded.count()) > 0; opened += 1) await folded.first().click();
    const faults: string[] = [];
    try {
      for (const [name, media, width, letters, rules] of readings) {
        await page.emulateMedia({ forcedColors: 'none', ...media });
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(`document.documentElement.style.fontSize = '${letters}'; scrollTo(0, 0)`);
        await fits(page, `${where}, ${name}`);
        const found = await faultsOf(page, rules);
        faults.push(...found.map((fault) => `${name}: ${fault}`));
      }
      expect(faults, where).toEqual([]);
      await page.evaluate(`document.documentElement.style.fontSize = '100%'`);
      for (const width of [768, 320]) {
        await page.setViewportSize({ width, height: 900 });
        await fits(page, `${where}, ${width} px`);
      }
    } finally {
      await page.emulateMedia({ forcedColors: 'none', ...looks['light and wide'] });
      await page.setViewportSize(looks['light and wide'].viewport);
    }
  }

  /**
   * Checks that nothing scrolls sideways except a focusable element. A chart redraws some frames after its width
   * changes, so the page waits for those frames.
   */
  async function fits(page: Page, where: string): Promise<void> {
    const tooWide = await page.evaluate<string[]>(`(async () => {
      const excess = () => document.documentElement.scrollWidth - innerWidth;
      for (let frames = 0; frames < 60 && excess() > 0; frames += 1) await new Promise(requestAnimationFrame);
      if (excess() <= 0) return [];
      const isOut = (part) => part.getBoundingClientRect().right > innerWidth + 1 && part.closest('[tabindex="0"]') === null;
      const parts = [...document.querySelectorAll('body *')].filter(isOut).slice(0, 3);
      return [excess() + ' px', ...parts.map((part) => part.outerHTML.slice(0, 120))];
    })()`);
    expect(tooWide, where).toEqual([]);
  }

  it.each(pageNames)(
    '%s passes axe in every theme, width, text size and with forced colours, fits, and contacts no other host',
    async (name) => {
      const page = await windowIn('light and wide');
      await open(page, name);
      await readEveryWay(page, name);
      expect(problems.get('light and wide')?.splice(0)).toEqual([]);
    },
    120_000,
  );

  it('pages before sign-in pass axe and fit', async () => {
    const { context, page } = await reader(looks['light and wide'], false);
    for (const [name, path] of Object.entries(await outsidePaths(service, service.cookie))) {
      await page.goto('about:blank');
      await open(page, path);
      await readEveryWay(page, name);
    }
    await context.close();
  });

  it('every page is covered', () => {
    const seen = [...Object.values(paths), '/sign-in', '/setup', '/join', '/reset', '/forgot'].map(
      (path) => path.split('?')[0] ?? '',
    );
    const isSeen = (page: string) => {
      const form = new RegExp(`^${page.replaceAll(/\$\w+/g, '[^/]+')}$`);
      return seen.some((path) => form.test(path));
    };
    // The root only redirects to the overview.
    expect(pagePaths.filter((page) => !isSeen(page))).toEqual(['/']);
  });

  it('a very long word in a name or question does not widen a page', async () => {
    const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(9);
    const made = await service.call('createSite', {
      url: 'https://long.example/',
      name: word.slice(0, 200),
      aliases: [word.slice(0, 150)],
    });
    const siteId: string = made.site.id;
    const asked = await service.call('createBenchmarkCase', { query: word, websiteId: siteId });
    const caseId: string = asked.case.id;
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
    await service.call('archiveBenchmarkCase', { id: caseId });
    await service.call('archiveSite', { id: siteId });
  });

  const dialogs: readonly [page: string, opener: RegExp, title: RegExp][] = [
    ['overview', /^Ask 3 questions/, /^Ask 3 questions/],
    ['questions', /^Add questions/, /^Add questions/],
    ['question', /^Archive/, /^Archive this question/],
    ['SEO', /^Check a domain/, /^Check a domain/],
    ['API', /^Create key/, /^Create key/],
  ];
  it.each(dialogs)('a dialog on %s traps the focus, returns it, and passes axe', async (...given) => {
    const [name, label, title] = given;
    for (const look of lookNames) {
      const page = await windowIn(look);
      await open(page, name);
      const button = page.getByRole('button', { name: label }).first();
      // On narrow screens, actions are behind one button.
      const more = page.getByRole('button', { name: 'Actions', exact: true });
      const isFolded = await more.isVisible();
      if (isFolded) await more.click();
      await button.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: title }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      for (let step = 0; step < 15; step += 1) {
        await page.keyboard.press('Tab');
        // Between its last and first stop the browser visits its own toolbars, where the page has no focus.
        expect(
          await page.evaluate(
            `document.activeElement === document.body || document.activeElement.closest('dialog') !== null`,
          ),
        ).toBe(true);
      }
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      const opener = isFolded && !(await button.isVisible()) ? more : button;
      expect(await opener.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    }
  });

  const failing: readonly [what: string, run: (page: Page) => Promise<void>][] = [
    [
      'a report that failed',
      async (page) => {
        const error = { error: { code: 'internal_error', message: 'An internal error occurred.' } };
        await page.route('**/api/v2/visibility/overview*', (route) =>
          route.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify(error) }),
        );
        await open(page, 'overview');
        await page.getByText('An internal error occurred.').waitFor();
      },
    ],
    [
      'a value that is not a website address',
      async (page) => {
        await open(page, 'start');
        await page.getByLabel('Address').fill('no address at all');
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByRole('alert').first().waitFor();
        await expect.poll(() => page.getByLabel('Address').getAttribute('aria-invalid')).toBe('true');
      },
    ],
    [
      'a key without the password',
      async (page) => {
        await open(page, 'API');
        await page.getByRole('button', { name: 'Create key' }).click();
        await page.getByRole('textbox', { name: 'Name' }).fill('buyer');
        await page.getByLabel(/^seo/).check();
        await page.getByLabel('Confirm your password').fill('not the password');
        await page.getByRole('button', { name: 'Create', exact: true }).click();
        await page.getByText('Wrong password.').waitFor();
      },
    ],
  ];
  it.each(failing)('%s is presented accessibly', async (_what, run) => {
    for (const look of lookNames) {
      const page = await windowIn(look);
      await run(page);
      expect(await faultsOf(page)).toEqual([]);
      await page.unrouteAll();
    }
  });

  it('a page whose data cannot be read still has exactly one heading', async () => {
    const page = await windowIn('light and wide');
    const error = { error: { code: 'internal_error', message: 'An internal error occurred.' } };
    const kept = [/\/session$/, /\/(session|sites)$/];
    const without: string[] = [];
    for (const read of kept) {
      await page.route('**/api/v2/**', (route) =>
        read.test(new URL(route.request().url()).pathname)
          ? route.continue()
          : route.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify(error) }),
      );
      for (const name of pageNames) {
        await page.goto(service.url + paths[name]);
        const told = page.getByRole('alert').or(page.locator('h1'));
        await told
          .first()
          .waitFor()
          .catch(() => undefined);
        await settledPage(page);
        const found = await page.locator('h1:visible').count();
        if (found !== 1) without.push(`${name}: ${found}`);
      }
      await page.unrouteAll();
    }
    expect(without).toEqual([]);
    problems.get('light and wide')?.splice(0);
  });

  it('a refused sign-in is announced and passes axe', async () => {
    const { context, page } = await reader(looks['light and wide'], false);
    await open(page, '/sign-in');
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByLabel('Password').fill('not the password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await context.close();
  });

  it('each page has its own title, and navigation moves the focus to the new heading', async () => {
    const page = await windowIn('light and wide');
    await open(page, 'overview');
    expect(await page.title()).toBe('Overview · Ledgerlane · Sightline');
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
    const places = page.getByRole('navigation', { name: 'Places' });
    for (const [place, heading] of [
      ['Questions', /^Questions$/],
      ['Sources', /^Sources$/],
      ['Website', /^Website$/],
      ['SEO', /./],
      ['Settings', /^Settings/],
    ] as const) {
      const before = await page.title();
      await places.getByRole('link', { name: place }).click();
      await page.locator('h1:focus').filter({ hasText: heading }).waitFor();
      await expect.poll(() => page.title()).not.toBe(before);
    }
  });

  it('the first Tab reaches the skip link, which skips the navigation', async () => {
    const page = await windowIn('light and wide');
    for (const name of ['overview', 'API', '/docs/api/reference']) {
      await open(page, name);
      await page.keyboard.press('Tab');
      const link = page.locator('a:focus');
      await expect.poll(() => link.textContent()).toMatch(/^Skip to the/);
      // It scrolls into view with the next frame.
      await expect.poll(async () => (await link.boundingBox())?.y).toBeGreaterThanOrEqual(0);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(`document.activeElement.closest('main, #reference') !== null`),
        `after the skip link of ${name}`,
      ).toBe(true);
    }
  });

  it('nothing moves for a reader who prefers reduced motion', async () => {
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

  it('charts keep their shapes in forced colours', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { context, page } = await reader({ forcedColors: 'active', colorScheme });
      await open(page, 'overview');
      await page.getByRole('region', { name: 'Engine by engine' }).getByRole('img').first().waitFor();
      const seen = await page.evaluate<{ ground: string; dot: string; line: string; text: string }>(`(() => {
        const picture = document.querySelector('section[aria-label="Engine by engine"] svg[role=img]');
        const axis = document.querySelector('section[aria-label="Over time"] svg[role=img]');
        const of = (drawing, name, property) => getComputedStyle(drawing.querySelector(name))[property];
        return {
          ground: getComputedStyle(document.documentElement).backgroundColor,
          dot: of(picture, 'circle', 'fill'),
          line: of(picture, 'line', 'stroke'),
          text: of(axis, 'text', 'fill'),
        };
      })()`);
      for (const part of [seen.dot, seen.line, seen.text]) expect(part).not.toBe(seen.ground);
      await context.close();
    }
  });
});
