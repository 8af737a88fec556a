import type { Browser, BrowserContext } from 'playwright-core';
import { launch, noBrowser, signInWith } from '../test/support/browser.ts';
import { serveBareApp } from './bareApp.ts';
import { type Bench, type Figure, median, SkippedFigure } from './figure.ts';
import { fillYear, saveReport } from './report.ts';
import { startSeededService } from './seededService.ts';

const rounds = 9;
const patienceMs = 30_000;

/** Signs that a page is complete: JavaScript expressions, evaluated in the page. */
type Signs = {
  /** True once the page's main number is shown. */
  number: string;
  /** True once the whole page is shown. */
  whole: string;
  /** The button that is then pressed. */
  button: string;
  /** True once the press has been answered. */
  answer: string;
};

const overview: Signs = {
  number: `/\\d.%/.test(document.querySelector('section[aria-label="Visibility score"]')?.textContent ?? '')`,
  whole: `[...document.querySelectorAll('h2')].some((heading) => heading.textContent === 'Sources of the answers') && document.querySelector('.skeleton') === null`,
  button: `[...document.querySelectorAll('button')].find((button) => button.textContent.startsWith('Ask '))`,
  answer: `document.querySelector('dialog[open] h2') !== null`,
};

const bare: Signs = {
  number: `document.querySelector('h1') !== null`,
  whole: `document.querySelector('h1') !== null`,
  button: `document.querySelector('button')`,
  answer: `document.querySelector('dialog[open]') !== null`,
};

/**
 * Milliseconds from the start of the navigation. `number`: the frame with the first number was shown. `interactive`: the
 * whole page was shown, the main thread had become idle, and a press of a button was answered on the screen.
 */
type Arrival = { number: number; interactive: number };

const watcher = (signs: Signs): string => `(() => {
  const seen = window.arrival = {};
  let isPressed = false;
  const shown = (then) => requestAnimationFrame(() => setTimeout(then));
  const look = () => {
    if (!('number' in seen) && ${signs.number}) {
      seen.number = null;
      shown(() => { seen.number = performance.now(); });
    }
    if (!isPressed && ${signs.whole}) {
      isPressed = true;
      shown(() => requestIdleCallback(() => { seen.pressed = performance.now(); (${signs.button}).click(); }));
    }
    if (isPressed && !('interactive' in seen) && ${signs.answer}) {
      seen.interactive = null;
      shown(() => { seen.interactive = performance.now(); });
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
})()`;

/**
 * `scripts`, `requests` and `bytes` count files requested before the button was pressed: everything that is loaded to
 * show the whole page. The dialog that the press opens is a file of its own and is not counted.
 */
type Visit = { arrival: Arrival; scripts: { path: string; bytes: number }[]; requests: number; bytes: number };

async function visit(context: BrowserContext, url: string, signs: Signs): Promise<Visit> {
  const page = await context.newPage();
  try {
    await page.addInitScript(watcher(signs));
    await page.goto(url);
    const until = performance.now() + patienceMs;
    for (;;) {
      const arrival = await page.evaluate<Partial<Arrival>>('window.arrival');
      if (arrival.number && arrival.interactive) {
        const loaded = await page.evaluate<{ path: string; bytes: number }[]>(
          `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].filter((entry) => entry.startTime < window.arrival.pressed).map((entry) => ({ path: new URL(entry.name).pathname, bytes: entry.encodedBodySize }))`,
        );
        return {
          arrival: arrival as Arrival,
          scripts: loaded.filter(({ path }) => path.endsWith('.js')),
          requests: loaded.length,
          bytes: loaded.reduce((sum, { bytes }) => sum + bytes, 0),
        };
      }
      if (performance.now() > until) throw new Error(`${url} did not become interactive: ${JSON.stringify(arrival)}`);
      // Checking is work for the page's own thread, so it is done rarely.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    await page.close();
  }
}

/**
 * Simulates one visitor with an empty cache, and the same visitor again after the browser has kept and compiled the
 * files.
 */
async function reader(browser: Browser, url: string, cookie: string | null, signs: Signs) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    if (cookie !== null) await signInWith(context, new URL(url).origin, cookie);
    const first = await visit(context, url, signs);
    await visit(context, url, signs);
    return { first, again: await visit(context, url, signs) };
  } finally {
    await context.close();
  }
}

async function measureWeb(): Promise<Figure[]> {
  if (noBrowser !== null) throw new SkippedFigure(noBrowser);
  const service = await startSeededService('sqlite', { POLL_INTERVAL_MS: '50' });
  let browser: Browser | null = null;
  let still: Awaited<ReturnType<typeof serveBareApp>> | null = null;
  try {
    const { siteId } = await saveReport(service);
    const answers = fillYear(service);
    const url = `${service.url}/sites/${siteId}`;
    browser = await launch();
    const { first } = await reader(browser, url, service.cookie, overview);
    still = await serveBareApp(first.scripts.map(({ path }) => path).filter((path) => path.startsWith('/assets/')));
    const seen: { app: Awaited<ReturnType<typeof reader>>; bare: Awaited<ReturnType<typeof reader>> }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const app = await reader(browser, url, service.cookie, overview);
      seen.push({ app, bare: await reader(browser, still.url, null, bare) });
    }
    const script = first.scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
    const plain = (what: string, unit: string, value: number, target: Figure['target'] = null): Figure => ({
      what,
      unit,
      value,
      baseline: null,
      target,
    });
    const timed = (when: 'first' | 'again', mark: keyof Arrival, what: string, atMost: number | null): Figure[] => {
      const of = (page: 'app' | 'bare') => seen.map((round) => round[page][when].arrival[mark]);
      const at = (what: string, pick: (values: number[]) => number): Figure => ({
        what,
        unit: 'ms',
        value: pick(of('app')),
        baseline: pick(of('bare')),
        target: null,
      });
      return [
        { ...at(`${what}, median`, median), target: atMost === null ? null : { of: 'value', atMost } },
        at(`${what}, fastest`, (values) => Math.min(...values)),
        at(`${what}, slowest of ${rounds}`, (values) => Math.max(...values)),
      ];
    };
    const empty = `overview with a year of data (${answers} answers), empty cache`;
    return [
      plain('compressed script of the first load', 'kB', script, { of: 'value', atMost: 150 }),
      plain('all that the first load brings, compressed', 'kB', first.bytes / 1000),
      plain('its requests', 'requests', first.requests),
      ...timed('first', 'number', `${empty}: numbers on the screen`, null),
      ...timed('first', 'interactive', `${empty}: interactive`, 1_000),
      ...timed('again', 'interactive', 'the same with kept files: interactive', 1_000),
    ];
  } finally {
    still?.close();
    await browser?.close();
    await service.close();
  }
}

export const web: Bench = { name: 'web', run: measureWeb };
