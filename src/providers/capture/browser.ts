import { createHash } from 'node:crypto';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import type { CaptureLimits } from '../../domain/capture/limits.ts';
import { auditAccessibility } from './accessibilityAudit.ts';
import type { AddressGuard } from './addressGuard.ts';
import { type ChromiumOptions, findChromium, isRoot, whyNoBrowser } from './chromium.ts';
import { openFilteringProxy } from './filteringProxy.ts';
import { readHiddenTexts } from './hiddenTexts.ts';
import type { PageRenderer, RenderedFacts, RenderSession } from './renderPages.ts';
import type { RobotsGate } from './siteFetcher.ts';
import { webmcpReading, webmcpRecorder } from './webmcpRecorder.ts';

/**
 * Loopback uses the proxy as well, and nothing bypasses it: no name resolution, no QUIC, no peer connections. One
 * process for all frames, because a page with a hundred frames would otherwise start a hundred processes, and a context
 * without cookies or logins has nothing to isolate.
 */
export const fences = [
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-background-networking',
  '--disable-site-isolation-trials',
  '--disable-features=IsolateOrigins,site-per-process,AsyncDns,DnsOverHttps,MediaRouter,OptimizationHints',
];

const unneeded = new Set(['image', 'media', 'font', 'websocket', 'eventsource', 'ping', 'manifest']);

/** Milliseconds beyond its budget after which a page that blocks the browser is abandoned, and the browser with it. */
const renderGraceMs = 3_000;

/** Creates a renderer with this machine's Chromium, a fresh one for every capture. */
export function createChromiumRenderer(options: ChromiumOptions = {}): PageRenderer {
  return {
    whyNot: () => whyNoBrowser(options),
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
    // Loaded on first use: it is large, and most processes never render a page.
    const { chromium } = await import('playwright-core');
    browser = await chromium.launch({
      executablePath: findChromium(options) ?? '',
      headless: true,
      // Chromium's sandbox cannot start for root.
      chromiumSandbox: !isRoot(),
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
      timer = setTimeout(() => resolve('late'), limits.renderTimeoutMs + renderGraceMs);
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
    const scriptErrors: string[] = [];
    page.on('pageerror', (fault) => {
      if (scriptErrors.length < maxScriptErrors) scriptErrors.push(cut(fault.message));
    });
    context.on('page', (popup) => void popup.close().catch(() => {}));
    await show(page, url, limits);
    const html = (await shownHtml(page)).slice(0, limits.renderedHtmlBytes).toWellFormed();
    return {
      url: page.url(),
      html,
      sha256: createHash('sha256').update(html).digest('hex'),
      ...(scriptErrors.length === 0 ? {} : { scriptErrors }),
      interactive: await interactiveNodes(context, page),
      hiddenTexts: await readHiddenTexts(page),
      webmcpTools: await webmcpTools(page),
      // Runs last, because it adds its own script to the page.
      accessibility: await auditAccessibility(page),
    };
  } finally {
    await context.close().catch(() => {});
  }
}

/**
 * Restricts a page to reading: it cannot submit a form or open a socket or window, and does not load what no check
 * reads. A known robots.txt also binds what the page loads from its host, as it binds engines that render. Those of
 * other hosts (fonts, third-party scripts) are not fetched, because that would double the requests.
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

/** Returns true for a frame of another document: it is not part of the page's own text, and each may cost a process. */
function isEmbedded(request: Request): boolean {
  if (!request.isNavigationRequest()) return false;
  try {
    return request.frame().parentFrame() !== null;
  } catch {
    // The request of a window that does not exist yet: a popup, which is closed anyway.
    return true;
  }
}

/**
 * Loads the page, then waits up to the idle time for its scripts' requests. A page that never finishes loading is read
 * in its current state.
 */
async function show(page: Page, url: string, limits: CaptureLimits): Promise<void> {
  const loadMs = Math.max(1, limits.renderTimeoutMs - limits.renderIdleMs);
  const answer = await page.goto(url, { waitUntil: 'load', timeout: loadMs }).catch((fault: unknown) => {
    if (fault instanceof Error && fault.name === 'TimeoutError' && /^https?:/.test(page.url())) return 'slow' as const;
    throw fault;
  });
  if (answer === null || (answer !== 'slow' && answer.status() >= 400)) throw new Error('the page did not load');
  await page.waitForLoadState('networkidle', { timeout: Math.max(1, limits.renderIdleMs) }).catch(() => {});
}

/** Returns the document with its open shadow roots, each as the declarative template that would create it. */
async function shownHtml(page: Page): Promise<string> {
  const plain = await page.content();
  const whole: unknown = await page.evaluate(shadowReading).catch(() => null);
  return typeof whole === 'string' ? `<!doctype html>${whole}` : plain;
}

/** Returns null without an open shadow root, so that a typical page is read without change. */
const shadowReading = `(() => {
  const roots = [];
  const waiting = [document];
  while (waiting.length > 0 && roots.length < 5000) {
    for (const element of waiting.pop().querySelectorAll('*')) {
      if (element.shadowRoot === null || element.shadowRoot === undefined) continue;
      roots.push(element.shadowRoot);
      waiting.push(element.shadowRoot);
    }
  }
  return roots.length === 0 ? null : document.documentElement.getHTML === undefined ? null :
    '<html' + [...document.documentElement.attributes].map((each) => ' ' + each.name + '="' + each.value.replaceAll('&', '&amp;').replaceAll('"', '&quot;') + '"').join('') + '>' +
    document.documentElement.getHTML({ shadowRoots: roots }) + '</html>';
})()`;
const maxScriptErrors = 5;

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
const maxNodes = 2_000;
const maxNameLength = 160;

async function interactiveNodes(context: BrowserContext, page: Page): Promise<RenderedFacts['interactive']> {
  const tools = await context.newCDPSession(page);
  const { nodes } = await tools.send('Accessibility.getFullAXTree');
  return nodes
    .filter((node) => !node.ignored && interactiveRoles.has(String(node.role?.value)))
    .slice(0, maxNodes)
    .map((node) => ({ role: String(node.role?.value), name: cut(String(node.name?.value ?? '')) }));
}

async function webmcpTools(page: Page): Promise<RenderedFacts['webmcpTools']> {
  const tools: { name: string; hasValidSchema: boolean }[] = await page.evaluate(webmcpReading);
  return tools.map((tool) => ({ name: cut(tool.name), hasValidSchema: tool.hasValidSchema }));
}

function cut(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, maxNameLength).toWellFormed();
}
