import type { Page } from 'playwright-core';
import { launch, noBrowser, signInWith } from '../test/support/browser.ts';
import { type Bench, type Figure, median, percentile, SkippedFigure } from './figure.ts';
import { startSeededService } from './seededService.ts';

const listed = 10_000;
const rounds = 5;
const scrollMs = 3_000;
/** Pixels of one turn of the wheel, many times a second: as fast as a person scrolls through a long list. */
const wheelPx = 400;

/** The simplest list of as many rows: the best that this browser on this machine can do. */
const bareList = `<!doctype html><title>Bare</title><table>${Array.from({ length: listed }, (_, row) => `<tr style="height:44px"><td>Which tool suits customer number ${row}?</td></tr>`).join('')}</table>`;

/** Scrolls for a while. Returns the times between the frames that were drawn meanwhile, in milliseconds. */
async function scrollThrough(page: Page): Promise<number[]> {
  await page.evaluate('scrollTo(0, 0)');
  await page.mouse.move(640, 500);
  const frames = page.evaluate<number[]>(`new Promise((done) => {
    const times = [];
    const began = performance.now();
    const next = (now) => {
      times.push(now);
      if (now - began < ${scrollMs}) requestAnimationFrame(next);
      else done(times.slice(1).map((time, index) => time - times[index]));
    };
    requestAnimationFrame(next);
  })`);
  let isOver = false;
  void frames.finally(() => {
    isOver = true;
  });
  while (!isOver) await page.mouse.wheel(0, wheelPx);
  const gaps = await frames;
  const moved = await page.evaluate<number>('scrollY');
  if (moved < wheelPx * 5) throw new Error(`the page scrolled by ${moved} px only`);
  return gaps;
}

const framesPerSecond = (gaps: readonly number[]): number =>
  (1_000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0);

/**
 * Measures a list of ten thousand questions, scrolled as fast as a person can, next to a bare table of as many rows.
 */
async function measureScroll(): Promise<Figure[]> {
  if (noBrowser !== null) throw new SkippedFigure(noBrowser);
  const service = await startSeededService('sqlite');
  const browser = await launch();
  try {
    const headers = { cookie: service.cookie };
    const site = { url: 'https://www.ledgerlane.example/', name: 'Ledgerlane' };
    const siteId: string = (await service.ask('/api/v2/sites', { headers, body: site })).body.site.id;
    for (let at = 0; at < listed; at += 100) {
      const queries = Array.from({ length: 100 }, (_, more) => `Which tool suits customer number ${at + more}?`);
      await service.ask('/api/v2/questions', { headers, body: { queries, websiteId: siteId } });
    }
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await signInWith(context, service.url, service.cookie);
    const page = await context.newPage();
    await page.goto(`${service.url}/sites/${siteId}/questions`);
    await page.getByRole('button', { name: /^Show all/ }).click({ timeout: 120_000 });
    const bare = await context.newPage();
    await bare.setContent(bareList);
    const seen: { ours: number[]; bare: number[] }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await page.bringToFront();
      const ours = await scrollThrough(page);
      await bare.bringToFront();
      seen.push({ ours, bare: await scrollThrough(bare) });
    }
    const figure = (what: string, unit: string, of: (gaps: readonly number[]) => number): Figure => ({
      what: `${listed} questions: ${what}`,
      unit,
      value: median(seen.map(({ ours }) => of(ours))),
      baseline: median(seen.map((round) => of(round.bare))),
      target: null,
    });
    return [
      { ...figure('frames while scrolling', 'a second', framesPerSecond), target: { of: 'ratio', atLeast: 0.95 } },
      figure('time between frames, p95', 'ms', (gaps) => percentile(gaps, 0.95)),
    ];
  } finally {
    await browser.close();
    await service.close();
  }
}

export const scroll: Bench = { name: 'scroll', run: measureScroll };
