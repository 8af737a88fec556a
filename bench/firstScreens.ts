import { launch, noBrowser, signInWith } from '../test/support/browser.ts';
import { demoPages, startDemo } from '../test/support/demo.ts';
import { type FirstScreen, measureFirstScreen } from '../test/support/firstScreen.ts';
import { type Bench, type Figure, SkippedFigure } from './figure.ts';

const windows = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;

function figuresOf(page: string, seen: FirstScreen, isPhone: boolean): Figure[] {
  const figure = (what: string, unit: string, value: number | null, atMost: number | null): Figure => ({
    what: `${page}: ${what}`,
    unit,
    value: value ?? Number.NaN,
    baseline: null,
    target: atMost === null ? null : { of: 'value', atMost },
  });
  return [
    figure('first datum', 'px', seen.firstDatum, isPhone ? 300 : 220),
    figure('words of prose', 'words', seen.proseWords, isPhone ? 25 : 40),
    figure('words above the first datum', 'words', seen.wordsAbove, null),
    figure('controls above the first datum', 'controls', seen.controlsAbove, 8),
    figure('whole rows', 'rows', seen.rows, null),
    figure('height', 'px', seen.height, null),
  ];
}

/** Measures what a visitor sees first on each page of the demo: pixels, words, controls and rows. */
export const firstScreens: Bench = {
  name: 'firstScreens',
  async run() {
    if (noBrowser !== null) throw new SkippedFigure(noBrowser);
    const demo = await startDemo();
    const browser = await launch();
    const figures: Figure[] = [];
    for (const [name, viewport] of Object.entries(windows)) {
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce', isMobile: name === 'phone' });
      await signInWith(context, demo.service.url, demo.cookie);
      for (const [title, path] of Object.entries(demoPages(demo))) {
        const page = await context.newPage();
        await page.goto(demo.service.url + path);
        await page.locator('main h1').waitFor();
        await page.waitForLoadState('networkidle');
        await page.locator('.skeleton').first().waitFor({ state: 'detached' });
        const seen = await page.evaluate<FirstScreen>(measureFirstScreen);
        figures.push(...figuresOf(`${title}, ${name}`, seen, name === 'phone'));
        await page.close();
      }
      await context.close();
    }
    await browser.close();
    await demo.close();
    return figures;
  },
};
