import { createHash } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import type { CaptureLimits } from '../../domain/capture/limits.ts';
import type { AddressGuard } from './addressGuard.ts';
import { openFilteringProxy } from './filteringProxy.ts';
import type { PageRenderer, RenderedFacts, RenderSession } from './renderPages.ts';
import type { RobotsGate } from './siteFetcher.ts';
import { webmcpReading, webmcpRecorder } from './webmcpRecorder.ts';

export type ChromiumOptions = {
  /** CHROMIUM_PATH; null or absent looks at the usual places. A path that is given and wrong counts as not found. */
  path?: string | null;
  /** Chromium's own sandbox. It cannot start for root, where it is off unless said otherwise. */
  sandbox?: boolean;
};

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Loopback goes to the proxy as well, and nothing goes past it: no name look-ups, no QUIC, no peer connections. One
 * process for all frames, because a page of a hundred frames would otherwise start a hundred, and a context without
 * cookies or logins has nothing to keep apart.
 */
const fences = [
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-background-networking',
  '--disable-site-isolation-trials',
  '--disable-features=IsolateOrigins,site-per-process,AsyncDns,DnsOverHttps,MediaRouter,OptimizationHints',
];

const unneeded = new Set(['image', 'media', 'font', 'websocket', 'eventsource', 'ping', 'manifest']);

/** Milliseconds beyond its budget after which a page that holds up the browser is given up, and the browser with it. */
const patienceMs = 3_000;

/** Path of a Chromium that can be run; null when there is none. */
export function findChromium(options: ChromiumOptions = {}): string | null {
  const places = typeof options.path === 'string' && options.path !== '' ? [options.path] : usualPlaces;
  return places.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Renders with a Chromium of this machine, a fresh one for every capture. */
export function createChromiumRenderer(options: ChromiumOptions = {}): PageRenderer {
  return {
    isFound: () => findChromium(options) !== null,
    open: (guard, agent, limits, mayAsk) => openSession(options, guard, agent, limits, mayAsk),
  };
}

async function openSession(
  options: ChromiumOptions,
  guard: AddressGuard,
  agent: string,
  limits: CaptureLimits,
  mayAsk: RobotsGate,
): Promise<RenderSession> {
  const proxy = await openFilteringProxy(guard);
  let browser: Browser;
  try {
    // Large, and most processes never render a page: loaded by the first that does.
    const { chromium } = await import('playwright-core');
    browser = await chromium.launch({
      executablePath: findChromium(options) ?? '',
      headless: true,
      chromiumSandbox: options.sandbox ?? process.getuid?.() !== 0,
      args: [`--proxy-server=${proxy.url}`, ...fences],
      ignoreDefaultArgs: ['--disable-popup-blocking'],
      timeout: limits.renderTimeoutMs,
    });
  } catch (fault) {
    await proxy.close();
    throw fault;
  }
  let broken = false;
  const counted = { sent: 0, keptOutByRobots: 0 };

  async function render(url: string): Promise<RenderedFacts | null> {
    if (broken) return null;
    proxy.allow(limits.renderPageBytes);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), limits.renderTimeoutMs + patienceMs);
    });
    const work = renderOne(browser, url, agent, limits, { mayAsk, counted }).catch(() => null);
    const result = await Promise.race([work, late]);
    clearTimeout(timer);
    if (result !== 'late') return result;
    broken = true;
    await browser.close().catch(() => {});
    return null;
  }

  return {
    render,
    bytes: proxy.bytes,
    requests: () => counted,
    async close() {
      await browser.close().catch(() => {});
      await proxy.close();
    },
  };
}

type Manners = { mayAsk: RobotsGate; counted: { sent: number; keptOutByRobots: number } };

async function renderOne(
  browser: Browser,
  url: string,
  agent: string,
  limits: CaptureLimits,
  manners: Manners,
): Promise<RenderedFacts> {
  const context = await browser.newContext({ userAgent: agent, acceptDownloads: false, serviceWorkers: 'block' });
  try {
    await fenceIn(context, manners);
    const page = await context.newPage();
    context.on('page', (popup) => void popup.close().catch(() => {}));
    await show(page, url, limits);
    const html = (await page.content()).slice(0, limits.renderedHtmlBytes).toWellFormed();
    return {
      url: page.url(),
      html,
      sha256: createHash('sha256').update(html).digest('hex'),
      interactive: await interactiveNodes(context, page),
      webmcpTools: await webmcpTools(page),
    };
  } finally {
    await context.close().catch(() => {});
  }
}

/**
 * A page may only read: no form is sent, no socket or window opened, and what no check looks at is not loaded. Where the
 * robots.txt of a host is known it binds what the page loads from there too, as it binds the engines that render. That
 * of other hosts (fonts, scripts of third parties) is not asked for: it would double the requests.
 */
async function fenceIn(context: BrowserContext, { mayAsk, counted }: Manners): Promise<void> {
  await context.addInitScript({ content: webmcpRecorder });
  await context.route('**/*', async (route) => {
    const request = route.request();
    const reads = request.method() === 'GET' || request.method() === 'HEAD';
    if (isEmbedded(request)) return route.fulfill({ status: 200, contentType: 'text/html', body: '' });
    if (!reads || unneeded.has(request.resourceType())) return route.abort();
    if (/^https?:/.test(request.url()) && !(await mayAsk(request.url()))) {
      counted.keptOutByRobots += 1;
      return route.abort();
    }
    counted.sent += 1;
    return route.continue();
  });
  await context.routeWebSocket(/.*/, (socket) => socket.close());
}

/** Frames of other documents are no part of a page's own text, and each may cost a process. */
function isEmbedded(request: Request): boolean {
  if (!request.isNavigationRequest()) return false;
  try {
    return request.frame().parentFrame() !== null;
  } catch {
    // The request of a window that is not there yet: a popup, which is closed anyway.
    return true;
  }
}

/** Load, then up to the idle time for what scripts still fetch. A page whose load never ends is taken as it stands. */
async function show(page: Page, url: string, limits: CaptureLimits): Promise<void> {
  const loadMs = Math.max(1, limits.renderTimeoutMs - limits.renderIdleMs);
  const answer = await page.goto(url, { waitUntil: 'load', timeout: loadMs }).catch((fault: unknown) => {
    if (fault instanceof Error && fault.name === 'TimeoutError' && /^https?:/.test(page.url())) return 'slow' as const;
    throw fault;
  });
  if (answer === null || (answer !== 'slow' && answer.status() >= 400)) throw new Error('the page did not load');
  await page.waitForLoadState('networkidle', { timeout: Math.max(1, limits.renderIdleMs) }).catch(() => {});
}

const interactiveRoles = new Set([
  'button',
  'checkbox',
  'combobox',
  'link',
  'listbox',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
]);
const mostNodes = 2_000;
const longestName = 160;

async function interactiveNodes(context: BrowserContext, page: Page): Promise<RenderedFacts['interactive']> {
  const tools = await context.newCDPSession(page);
  const { nodes } = await tools.send('Accessibility.getFullAXTree');
  return nodes
    .filter((node) => !node.ignored && interactiveRoles.has(String(node.role?.value)))
    .slice(0, mostNodes)
    .map((node) => ({ role: String(node.role?.value), name: cut(String(node.name?.value ?? '')) }));
}

async function webmcpTools(page: Page): Promise<RenderedFacts['webmcpTools']> {
  const found: { name: string; hasValidSchema: boolean }[] = await page.evaluate(webmcpReading);
  return found.map((tool) => ({ name: cut(tool.name), hasValidSchema: tool.hasValidSchema }));
}

function cut(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, longestName).toWellFormed();
}
