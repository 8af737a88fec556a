import type { Page, Request } from 'playwright-core';

const underWay = new WeakMap<Page, Set<Request>>();

/** Counts the requests of a page from now on, for `settledPage`. */
export function followRequests(page: Page): void {
  const open = new Set<Request>();
  underWay.set(page, open);
  page.on('request', (request) => open.add(request));
  const end = (request: Request) => open.delete(request);
  page.on('requestfinished', end).on('requestfailed', end);
}

/**
 * Waits until the page is idle: no request, and no visible loading state. Playwright's own `networkidle` would add half
 * a second to each page. @throws if `followRequests` was not called before the page was opened
 */
export async function settledPage(page: Page): Promise<void> {
  const open = underWay.get(page);
  if (open === undefined) throw new Error('request tracking is not installed on this page');
  // An answer may lead to the next request one frame later, so the page must be idle twice.
  for (let quiet = 0; quiet < 2; ) {
    await page.locator('.skeleton, [aria-busy="true"]').first().waitFor({ state: 'detached' });
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
    quiet = open.size === 0 ? quiet + 1 : 0;
    if (open.size > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
