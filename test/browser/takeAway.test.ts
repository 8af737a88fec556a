import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeInBrowser, seed, seedWebsite, usePage, useWebApp } from '../support/browser.ts';

/** Parses RFC 4180 to rows of cells. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  return rows.filter((row) => row.length > 1 || row[0] !== '');
}

/** Measures the next chart drawn for a file, while it is in the page. Runs in the page. */
const measureDrawing = `new MutationObserver((changes) => {
  const svg = changes.flatMap(({ addedNodes }) => [...addedNodes]).map((node) => node.querySelector?.('svg')).find(Boolean);
  if (svg == null) return;
  const all = (name) => [...svg.querySelectorAll(name)];
  window.drawn = {
    width: svg.width.baseVal.value,
    wordsEnd: Math.max(...all('text').map((text) => text.getBBox().x + text.getBBox().width)),
    axis: all('line').map((line) => line.x1.baseVal.value),
    dots: all('circle').map((dot) => dot.cx.baseVal.value),
  };
}).observe(document.body, { childList: true })`;

describeInBrowser('every table and chart can be exported', () => {
  const service = useWebApp();
  let siteId: string;
  let captured: string;
  let caseIds: string[];
  const page = usePage(service, { acceptDownloads: true });
  const formula = '=HYPERLINK("https://evil.example","Ü, which tool?")';

  beforeAll(async () => {
    ({ siteId, caseIds } = await seed(service, service.cookie, 2, [formula, 'Which tool sends reminders?']));
    captured = await seedWebsite(service, service.cookie);
    await service.call(
      'requestSeoOverview',
      { domain: 'ledgerlane.example', confirmSpend: true },
      { idempotencyKey: 'take-away' },
    );
  });

  const pages = {
    overview: () => `/sites/${siteId}`,
    'answers of a question': () => `/sites/${siteId}/questions/${caseIds[0]}`,
    'names in its answers': () => `/sites/${siteId}/questions/${caseIds[0]}?part=who`,
    'searches for it': () => `/sites/${siteId}/questions/${caseIds[0]}?part=searches`,
    'two of its answers': () => `/sites/${siteId}/questions/${caseIds[0]}?part=compare`,
    questions: () => `/sites/${siteId}/questions`,
    'source domains': () => `/sites/${siteId}/sources?part=domains`,
    'source pages': () => `/sites/${siteId}/sources?part=pages`,
    'kinds of sources': () => `/sites/${siteId}/sources?part=kinds`,
    'questions by sources': () => `/sites/${siteId}/sources?part=matrix`,
    website: () => `/sites/${captured}/website`,
    SEO: () => '/seo',
  };

  async function open(name: keyof typeof pages): Promise<void> {
    await page.goto(service.url + pages[name]());
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    // The strip of an engine has its files in its explanation.
    if (name === 'answers of a question') await page.getByRole('button', { name: /^About answers of / }).hover();
  }

  async function saved(button: Locator): Promise<{ name: string; bytes: Buffer }> {
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk));
    return { name: file.suggestedFilename(), bytes: Buffer.concat(chunks) };
  }

  const csvOf = async (button: Locator): Promise<string[][]> => {
    const { name, bytes } = await saved(button);
    expect(name).toMatch(/^[\w.-]+\.csv$/);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    return rowsOf(bytes.subarray(3).toString('utf8'));
  };

  /** Returns the size of a picture, and the number of its pixels in the accent colour. */
  async function coloursOf(bytes: Buffer): Promise<{ width: number; height: number; hues: number }> {
    return page.evaluate<{ width: number; height: number; hues: number }>(`(async () => {
      const image = new Image();
      image.src = 'data:image/png;base64,${bytes.toString('base64')}';
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
      const drawn = canvas.getContext('2d');
      drawn.drawImage(image, 0, 0);
      const { data } = drawn.getImageData(0, 0, image.width, image.height);
      let hues = 0;
      for (let at = 0; at < data.length; at += 4) if (data[at + 2] - data[at] > 60) hues += 1;
      return { width: image.width, height: image.height, hues };
    })()`);
  }

  const charts: [keyof typeof pages, number][] = [
    ['overview', 3],
    ['answers of a question', 1],
    ['questions by sources', 1],
    ['SEO', 1],
  ];

  it.each(charts)('%s: each of its %i charts is exported as a PNG that contains it', async (name, count) => {
    await open(name);
    const buttons = page.getByRole('button', { name: 'PNG', exact: true });
    await expect.poll(() => buttons.count()).toBe(count);
    for (let at = 0; at < count; at += 1) {
      const { name: file, bytes } = await saved(buttons.nth(at));
      expect(file).toMatch(/^[\w.-]+\.png$/);
      const seen = await coloursOf(bytes);
      expect(seen.width, file).toBeGreaterThan(600);
      // The accent marks the owner's own data, never titles or axes; a matrix has it if an own page is cited.
      if (!file.includes('matrix')) expect(seen.hues, file).toBeGreaterThan(100);
    }
  });

  it('the engines are exported as a picture as wide as its labels, all of them on one axis', async () => {
    await page.route('**/api/v2/visibility/engines?*', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const [column] = body.engines;
      const scoreOf = (value: number, denominator: number) => ({
        ...column,
        engine: `engine-${value}`,
        visibilityScore: {
          ...column.visibilityScore,
          ...{ value, numerator: 123_456_789, denominator, interval95: { lower: value - 5, upper: value + 5 } },
        },
      });
      body.engines = [scoreOf(20, 617_283_945), scoreOf(80, 154_320_986)];
      await route.fulfill({ response, json: body });
    });
    await page.goto(`${service.url}/sites/${siteId}/engines`);
    const table = page.getByRole('region', { name: 'Side by side' });
    await table.getByText('123,456,789 of 617,283,945').first().waitFor();
    await page.evaluate(measureDrawing);
    const { name, bytes } = await saved(table.getByRole('button', { name: 'PNG' }));
    expect(name).toMatch(/engines\.png$/);
    const drawn = await page.evaluate<{ width: number; wordsEnd: number; axis: number[]; dots: number[] }>('drawn');
    expect(drawn.wordsEnd).toBeGreaterThan(860);
    expect(drawn.wordsEnd).toBeLessThanOrEqual(drawn.width);
    // Twice the pixels of the chart, plus a margin.
    expect((await coloursOf(bytes)).width).toBeGreaterThan(2 * drawn.width);
    const [from = 0, , , , to = 0] = drawn.axis;
    expect(drawn.dots).toEqual([from + 0.2 * (to - from), from + 0.8 * (to - from)]);
  });

  const tables: [keyof typeof pages, number][] = [
    ['overview', 3],
    ['questions', 1],
    ['answers of a question', 1],
    ['names in its answers', 1],
    ['searches for it', 1],
    ['two of its answers', 2],
    ['source domains', 1],
    ['source pages', 1],
    ['kinds of sources', 1],
    ['questions by sources', 1],
    ['website', 1],
    ['SEO', 4],
  ];

  it.each(tables)(
    '%s: each of its %i tables is exported as CSV with a header and rows of equal length',
    async (name, count) => {
      await open(name);
      const buttons = page.getByRole('button', { name: 'CSV', exact: true });
      await expect.poll(() => buttons.count()).toBe(count);
      for (let at = 0; at < count; at += 1) {
        const rows = await csvOf(buttons.nth(at));
        expect(rows.length).toBeGreaterThan(1);
        expect(new Set(rows.map((row) => row.length)).size).toBe(1);
      }
    },
  );

  it('the three numbers are exported exactly as in the report', async () => {
    await open('overview');
    const body = await service.call('engineOverview', { websiteId: siteId });
    const numbers = page.getByRole('group', { name: 'The three numbers' });
    const rows = await csvOf(numbers.getByRole('button', { name: 'CSV', exact: true }));
    const { visibilityScore: score, shareOfVoice: voice, averagePosition: place } = body;
    const text = (value: number | null) => (value === null ? '' : String(value));
    expect(rows[1]?.slice(0, 2)).toEqual(['Visibility score', text(score.value)]);
    const { by_domain: domain, by_owner_word: word, by_name: name } = score.noBases;
    expect(rows[1]?.slice(5)).toEqual(
      [score.numerator, score.denominator, score.excludedUnknown, domain, word, name].map(text),
    );
    expect(rows[2]?.[1]).toBe(text(voice.value));
    expect(rows[3]?.[1]).toBe(text(place.value));
  });

  it('a question that does not list the website is exported without a position, and a share with its counts', async () => {
    await open('questions');
    const [head, ...rows] = await csvOf(page.getByRole('button', { name: 'CSV', exact: true }));
    expect(head?.slice(1, 12)).toEqual([
      ...['Tags', 'Branded'],
      ...['Latest answer', 'Rests on', 'Position', 'Answered (UTC)', 'Listed %', 'Lower 95 %', 'Upper 95 %'],
      ...['Answers that list you', 'Answers with a verdict'],
    ]);
    const body = await service.call('enginePrompts', { websiteId: siteId });
    const cell = (value: unknown) => (value === null ? '' : String(value));
    for (const row of body.questions.rows) {
      const found = rows.find(([question]) => question?.endsWith(row.question));
      expect(found?.slice(3, 12)).toEqual(
        [
          row.targetStatus.replace('_', ' '),
          row.targetBasis,
          ...[
            row.position,
            row.observedAt,
            row.listedRate,
            row.interval95?.lower ?? null,
            row.interval95?.upper ?? null,
          ],
          ...[row.listed, row.known],
        ].map(cell),
      );
    }
  });

  it('a question that a spreadsheet would execute is text in the file, with its quotes, commas and umlauts', async () => {
    await open('questions');
    const rows = await csvOf(page.getByRole('button', { name: 'CSV', exact: true }));
    expect(rows.map(([question]) => question)).toContain(`'${formula}`);
    await open('questions by sources');
    const matrix = await csvOf(page.getByRole('button', { name: 'CSV', exact: true }).first());
    expect(matrix.map(([question]) => question)).toContain(`'${formula}`);
  });

  it('checks without a verdict are exported too, so that a missing one does not look passed', async () => {
    await open('website');
    const rows = await csvOf(page.getByRole('button', { name: 'CSV', exact: true }).first());
    const outcomes = new Set(rows.slice(1).map((row) => row[4]));
    expect(outcomes).toContain('unmeasured');
    // A check without a verdict is named in words, in the file and on the page.
    const [, named] = rows.find((row) => row[0] === 'agent.names') ?? [];
    expect(named).toMatch(/\w+ \w+/);
    await page.getByRole('button', { name: /^Not measured/ }).click();
    await expect.poll(() => page.getByText(String(named)).count()).toBe(1);
    const body = await service.call('listRuns', { kind: 'website', websiteId: captured });
    const read = await service.call('readFullRun', { kind: 'website', id: body.items[0]?.id ?? '' });
    expect(rows.length - 1).toBe(read.run.result.coverage.checks.defined);
  });
});
