import type { Paper } from '../../ports/paper.ts';
import { type ChromiumOptions, findChromium, isRoot, whyNoBrowser } from '../capture/chromium.ts';

const timeoutMs = 60_000;

/**
 * Creates a printer that uses the Chromium that also renders pages for captures: a fresh browser each time, without
 * network.
 */
export function createChromiumPaper(options: ChromiumOptions): Paper {
  // One at a time: a browser takes memory, and reports are printed rarely.
  let before: Promise<unknown> = Promise.resolve();
  return {
    whyNot: () => whyNoBrowser(options),
    print(html, size) {
      const work = before.then(() => print(options, html, size === 'a4' ? 'A4' : 'Letter'));
      before = work.catch(() => {});
      return work;
    },
  };
}

async function print(options: ChromiumOptions, html: string, format: 'A4' | 'Letter'): Promise<Uint8Array> {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: findChromium(options) ?? '',
    headless: true,
    chromiumSandbox: !isRoot(),
    timeout: timeoutMs,
  });
  try {
    const context = await browser.newContext({ javaScriptEnabled: false, offline: true, acceptDownloads: false });
    await context.route('**/*', (route) => route.abort());
    const page = await context.newPage();
    await page.setContent(html, { waitUntil: 'load', timeout: timeoutMs });
    return await page.pdf({ format, printBackground: true, preferCSSPageSize: false, tagged: true, outline: true });
  } finally {
    await browser.close().catch(() => {});
  }
}
