import type { Browser, BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { faultsOf } from '../support/axe.ts';
import { describeInBrowser, questions, seed, useWebApp } from '../support/browser.ts';

const longQuestion = `Which bookkeeping tool suits a freelancer ${'who bills by the hour, and '.repeat(60)}who travels?`;
const turned = 'אבג';

type Reading = { width?: number; media?: Parameters<Page['emulateMedia']>[0] };

/** Findings of an outside review of the web app. Every page, theme and width: access.test.ts. */
describeInBrowser('findings of the outside review', () => {
  const service = useWebApp({ RUNS_PER_DAY_PER_OWNER: '100' });
  let siteId: string;
  let page: Page;

  beforeAll(async () => {
    const asked = [...questions.slice(0, 9), longQuestion, `${turned} tools?`];
    ({ siteId } = await seed(service, service.cookie, 1, asked));
    await inWindow({});
  });
  /** Uses one window for all tests, because a new one loads and compiles the whole app again; restores its state. */
  const visit = async (path: string, reading: Reading = {}): Promise<void> => {
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light', ...reading.media });
    await page.setViewportSize({ width: reading.width ?? 1280, height: 900 });
    await open(path);
  };
  const inWindow = async (options: Parameters<Browser['newContext']>[0]): Promise<BrowserContext> => {
    page = await service.openPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...options });
    return page.context();
  };
  const open = async (path: string): Promise<void> => {
    await page.goto(service.url + path);
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.locator('.skeleton, [aria-busy="true"]').first().waitFor({ state: 'detached' });
  };
  const overview = (): string => `/sites/${siteId}`;
  const phone = { width: 360 };

  it('forced colours: a primary button shows its label; the current page, listed and disabled items are visible', async () => {
    await visit(`${overview()}/questions`, { media: { forcedColors: 'active', colorScheme: 'dark' } });
    const seen = await page.evaluate<Record<string, string[]>>(`(() => {
      const style = (element) => getComputedStyle(element);
      const primary = [...document.querySelectorAll('button')].find((each) => each.textContent.startsWith('Ask '));
      const places = document.querySelectorAll('nav[aria-label=Places] > ul > li > a');
      const off = document.createElement('button');
      off.className = primary.className;
      off.disabled = true;
      primary.after(off);
      return {
        // With its own colours a text keeps its own ground: the browser lays none behind it.
        primary: [style(primary).forcedColorAdjust, style(primary).color, style(primary).backgroundColor],
        places: [...places].map((each) => style(each).outlineStyle),
        off: [style(off).color, style(off).opacity],
      };
    })()`);
    const [adjust, ink, ground] = seen.primary ?? [];
    expect(adjust).toBe('none');
    expect(ink).not.toBe(ground);
    expect(seen.places?.filter((outline) => outline === 'solid')).toHaveLength(1);
    expect(seen.off?.[0]).not.toBe(ink);
    expect(seen.off?.[1]).toBe('1');
  });

  it('200 % text: the heading breaks between words, and nothing is cut off', async () => {
    await visit(overview());
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
    const broken = await page.evaluate<boolean>(`(() => {
      const heading = document.querySelector('h1');
      const text = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT).nextNode();
      const longest = text.textContent.split(' ').reduce((one, other) => (other.length > one.length ? other : one));
      const range = document.createRange();
      const at = text.textContent.indexOf(longest);
      range.setStart(text, at);
      range.setEnd(text, at + longest.length);
      return range.getClientRects().length > 1;
    })()`);
    expect(broken).toBe(false);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  });

  it('phone: columns disappear by priority from the right, and the first stays', async () => {
    await visit(`${overview()}/questions`);
    const heads = async (): Promise<string[]> =>
      (await page.locator('thead th:visible').allInnerTexts()).map((text) => text.trim());
    let before = await heads();
    const counts = [before.length];
    for (const width of [1000, 700, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const now = await heads();
      // The others keep their order, and none is new.
      expect(now, `${width} px`).toEqual(before.filter((head) => now.includes(head)));
      before = now;
      counts.push(now.length);
    }
    expect(before[0]).toBe('Question');
    expect(counts.at(-1)).toBeLessThan(counts[0] ?? 0);
    const last = await page.locator('thead th:visible').last().boundingBox();
    expect((last?.x ?? 360) + (last?.width ?? 0)).toBeLessThanOrEqual(360);
  });

  it('phone: the list of sources shows its counts', async () => {
    await visit(`${overview()}/sources?part=pages`, phone);
    const cell = page
      .getByRole('region', { name: 'Cited pages' })
      .getByRole('cell', { name: /^\d+\/\d+$/ })
      .first();
    await cell.scrollIntoViewIfNeeded();
    const place = await cell.boundingBox();
    expect((place?.x ?? 360) + (place?.width ?? 0)).toBeLessThanOrEqual(360);
  });

  it('phone: the labels of the matrix can be read', async () => {
    await visit(`${overview()}/sources?part=matrix`, phone);
    const matrix = page.getByRole('region', { name: 'Matrix of questions and sources' }).locator('table');
    await matrix.scrollIntoViewIfNeeded();
    const inMatrix = `section[aria-label="Matrix of questions and sources"] table`;
    const labels = await page.evaluate<[string, boolean, number][]>(
      `[...document.querySelectorAll('${inMatrix} tbody th bdi')].map((text) => [text.textContent, text.scrollHeight < text.clientHeight + 8, parseFloat(getComputedStyle(text).fontSize)])`,
    );
    expect(labels.length).toBeGreaterThan(5);
    for (const [text, isWhole, size] of labels) {
      expect(size).toBeGreaterThanOrEqual(12);
      // A question of typical length is shown in full.
      if (text.length < 60) expect([text, isWhole]).toEqual([text, true]);
    }
    const cut = await page.evaluate<string[]>(
      `[...document.querySelectorAll('${inMatrix} thead th span')].filter((domain) => domain.scrollHeight > domain.clientHeight + 1).map((domain) => domain.textContent)`,
    );
    expect(cut).toEqual([]);
  });

  it('phone: the theme and the API are reachable', async () => {
    await visit(overview(), phone);
    await page.getByRole('button', { name: 'More' }).click();
    await page.locator('#more-places').getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('region', { name: 'Your account' }).getByLabel('Theme').selectOption('dark');
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    // The page itself sets the theme, before any file of the app has loaded.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.reload({ waitUntil: 'commit' });
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await page.unroute('**/assets/*.js');
    await page.reload();
    await page.getByRole('button', { name: 'More' }).click();
    await page.locator('#more-places').getByRole('link', { name: 'API' }).click();
    await page.getByRole('heading', { name: 'API', exact: true }).waitFor();
  });

  const rules: readonly [point: string, rule: string, fault: string][] = [
    ['region landmark: nothing is outside of one', 'region', `add(document.body, 'p', 'A text beside the landmarks')`],
    ['heading order: no level is left out', 'heading-order', `add(main, 'h6', 'Far too deep')`],
    [
      'unique landmarks: two of a kind have two names',
      'landmark-unique',
      `add(document.body, 'nav', 'x').ariaLabel = 'Places'`,
    ],
    [
      'targets are 24 px or have the room',
      'target-size',
      `for (const name of ['a', 'b']) add(main, 'button', name).style = 'width: 9px; height: 9px; padding: 0; overflow: hidden'`,
    ],
  ];
  it.each(rules)('%s', async (_point, rule, fault) => {
    await visit(overview());
    expect(await faultsOf(page, [rule])).toEqual([]);
    // The rule detects such a fault.
    await page.evaluate(`(() => {
      const main = document.querySelector('main');
      const add = (parent, tag, text) => {
        const made = document.createElement(tag);
        made.textContent = text;
        parent.append(made);
        return made;
      };
      ${fault};
    })()`);
    expect(await faultsOf(page, [rule])).toHaveLength(1);
  });

  it('bidi isolation: third-party text does not affect the direction around it', async () => {
    await visit(`${overview()}/questions`);
    await page.getByText(`${turned} tools?`).first().waitFor();
    const around = await page.evaluate<string[]>(`(() => {
      const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
      const around = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        if (node.textContent.includes('${turned}')) around.push(getComputedStyle(node.parentElement).unicodeBidi);
      }
      return around;
    })()`);
    expect([...new Set(around)]).toEqual(['isolate']);
  });

  it('one language: texts, numbers and dates follow the browser’s language together', async () => {
    const english = page;
    const german = await inWindow({ locale: 'de-DE' });
    await open(overview());
    const text = await page.locator('main').innerText();
    await german.close();
    page = english;
    expect(text).toContain('Sichtbarkeit');
    expect(text).toMatch(/\d,\d\s?%/);
    expect(text).not.toMatch(/\d\.\d\s?%/);
    expect(text).toContain(new Intl.DateTimeFormat('de-DE', { month: 'short', timeZone: 'UTC' }).format(new Date()));
  });
  it('long questions are shortened in lists and headings, and shown in full with one press', async () => {
    await visit(`${overview()}/questions`);
    const link = page.getByRole('link', { name: longQuestion });
    expect((await link.boundingBox())?.height).toBeLessThan(100);
    await link.click();
    const heading = page.locator('main h1');
    await heading.filter({ hasText: 'who travels?' }).waitFor();
    const short = (await heading.boundingBox())?.height ?? 0;
    expect(short).toBeLessThan(120);
    await page.getByRole('button', { name: 'Show more' }).click();
    expect((await heading.boundingBox())?.height).toBeGreaterThan(2 * short);
  });

  it('the change since the last period shows one difference with one interval and one p', async () => {
    const compared = {
      previousWindow: { startDate: '2026-01-01', endDate: '2026-01-28' },
      verdict: 'increase',
      reason:
        'The paired test finds a change (p < 0.05) above the difference between reruns. Its cause is not measured.',
      ...{ looks: 1, level: 0.05, paired: 8, unpaired: 0, dropped: {}, gained: 1, lost: 4 },
      ...{ compared: 8, repeated: 7, difference: 21.4, interval95: { lower: 2.5, upper: 40.1 }, p: 0.031 },
      noiseFloor: { repeatPairs: 0, flips: 0, repeatsAveraged: 3, percentagePoints: null },
    };
    await page.route('**/api/v2/visibility/overview*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), comparison: compared } });
    });
    await visit(overview());
    await page.locator('summary', { hasText: 'What changed' }).click();
    const section = page.getByRole('region', { name: 'What changed' });
    await section.getByText('+21.4 points on average of 8 questions (+2.5 to +40.1 at 95 %, p = 0.031)').waitFor();
    await section.getByText('How is this computed?').click();
    await section.getByText('Sum of the differences ÷ 8 = +21.4').waitFor();
    const text = await section.innerText();
    expect(text.match(/p = [\d.]+/g)).toEqual(['p = 0.031']);
    expect(text.match(/[+−][\d.]+ points/g)).toEqual(['+21.4 points']);
    await page.unrouteAll();
  });

  it('share of voice states the rank', async () => {
    await visit(overview());
    const body = await service.call('engineOverview', { websiteId: siteId });
    const rank = 1 + body.domains.rows.filter(({ share }) => share > body.shareOfVoice.value).length;
    const metric = page.getByRole('region', { name: 'Share of voice' });
    await metric.getByText(`#${rank} of ${body.domains.total}`).waitFor();
  });

  it('the average position states that lower is better', async () => {
    await visit(overview());
    const metric = page.getByRole('region', { name: 'Average position' });
    await metric.getByRole('button', { name: 'About position' }).click();
    await metric.getByText('How is this computed?').click();
    await metric.getByText(/^Lower is better/).waitFor();
  });

  it('keyboard and screen readers reach each point of the history, and a table lists them all', async () => {
    const { db } = service.running.service.api;
    const dayMs = 86_400_000;
    const runs = await db
      .selectFrom('runs')
      .select(['id', 'created_at'])
      .where('kind', '=', 'keyword')
      .orderBy('id')
      .execute();
    for (const [index, { id, created_at }] of runs.entries()) {
      const at = new Date(Date.parse(created_at) - (index % 4) * dayMs).toISOString();
      await db.updateTable('runs').set({ created_at: at, observed_at: at }).where('id', '=', id).execute();
    }
    await visit(`${overview()}?points=day`);
    const section = page.getByRole('region', { name: 'Over time' });
    const points = section.getByRole('list', { name: 'Points of the chart' }).getByRole('link');
    await expect.poll(() => points.count()).toBe(4);
    const labels = await points.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')));
    for (const label of labels) expect(label).toMatch(/^\d+ \w+ \d{4}: .*answer/);
    // One Tab stop; arrow keys move within it.
    await points.last().focus();
    const told: (string | null)[] = [];
    for (const _point of labels) {
      told.unshift(await page.evaluate<string>(`document.activeElement.getAttribute('aria-label')`));
      await page.keyboard.press('ArrowLeft');
    }
    expect(told).toEqual(labels);
    expect(
      await points.evaluateAll((links) => links.filter((link) => link.getAttribute('tabindex') === '0').length),
    ).toBe(1);
    await section.getByText('As a table').click();
    await expect.poll(() => section.getByRole('table').getByRole('row').count()).toBe(1 + labels.length);
    await page.keyboard.press('Tab');
    await points.first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/answers\?.*from=/);
  });

  it.each([
    ['/docs/api', 'Create key', 'INPUT'],
    ['/questions', 'Add questions', 'TEXTAREA'],
    ['/rivals', 'Add rival', 'INPUT'],
  ])('the first field of a dialog has the focus: %s, %s', async (path, opener, tag) => {
    await visit(path.startsWith('/docs') ? path : `${overview()}${path}`);
    await page.getByRole('button', { name: opener }).first().click();
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate('document.activeElement.tagName')).toBe(tag);
    expect(
      await page.evaluate(
        `document.activeElement === document.querySelector('dialog[open]').querySelector('input, select, textarea')`,
      ),
    ).toBe(true);
  });
});
