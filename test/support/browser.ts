import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterEach, beforeEach, describe } from 'vitest';
import { readConfig } from '../../src/app/config.ts';
import { type RunningService, serve } from '../../src/app/serve.ts';
import { type CallsAs, callsAs } from './calls.ts';
import { askAt, type HttpReply, type HttpRequest } from './http.ts';
import { owner } from './owner.ts';
import { patience, waitLimitMs } from './patience.ts';
import { mustSkip } from './require.ts';
import { scratch } from './scratch.ts';
import { until } from './until.ts';
import { standInFor, useStarted } from './useStarted.ts';
import { startWebsite, type Website } from './website.ts';
import type { WireRun } from './wire.ts';

const root = join(import.meta.dirname, '..', '..');

export const token = 'setup-token-for-browsers';
export { owner };

/** Finds Chromium on this machine, or null: the tests then report it instead of passing silently. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH;
  const places = [named, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  return places.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null;
}

const whyNoBrowser =
  findChromium() === null ? 'no Chromium on this machine: install one, or name it in CHROMIUM_PATH' : null;

export const noBrowser = mustSkip('browser', whyNoBrowser) ? whyNoBrowser : null;

/** Describes tests that need a browser: without one they are skipped, with the reason. */
export function describeInBrowser(name: string, body: () => void): void {
  if (noBrowser !== null) console.warn(`${name}: skipped, ${noBrowser}`);
  describe.runIf(noBrowser === null)(name, body);
}

function newest(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((latest, entry) => Math.max(latest, statSync(join(entry.parentPath, entry.name)).mtimeMs), 0);
}

/**
 * Builds the web app if it is missing or older than its source. Test files run at the same time: one of them builds.
 */
async function ensureWebBuilt(): Promise<void> {
  const page = join(root, 'dist', 'web', 'index.html');
  const isFresh = () => existsSync(page) && statSync(page).mtimeMs >= newest(join(root, 'web'));
  const lock = join(root, 'dist', '.web-build');
  mkdirSync(join(root, 'dist'), { recursive: true });
  for (let tries = 0; !isFresh(); tries += 1) {
    try {
      mkdirSync(lock);
    } catch {
      if (tries > 600) throw new Error(`${lock} is held by a build that does not end; delete it`);
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    try {
      if (!isFresh()) build();
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
}

function build(): void {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  execFileSync(
    process.execPath,
    [vite, 'build', '--config', join(root, 'web', 'vite.config.ts'), '--logLevel', 'error'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      // A test run sets NODE_ENV=test, which would build the slow development React.
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
}

/** It calls operations with the contract's types, as the caller named in the last argument. */
export type WebService = CallsAs & {
  url: string;
  /** A small website on this machine, for captures and suggestions. */
  website: Website;
  running: RunningService;
  api: RunningService['service']['api'];
  db: RunningService['service']['api']['db'];
  /** Sends one request, as a program with a cookie would. */
  ask(path: string, given?: HttpRequest): Promise<HttpReply>;
  close(): Promise<void>;
};

/** Starts a whole service with its own database on the bundled simulator, serving the built app on loopback. */
export async function startWebService(env: Record<string, string> = {}): Promise<WebService> {
  await ensureWebBuilt();
  const dataDir = mkdtempSync(join(scratch, 'sightline-web-'));
  const running = await serve(
    readConfig({
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      SETUP_TOKEN: token,
      POLL_INTERVAL_MS: '50',
      REQUESTS_PER_MINUTE: '1000000',
      ALLOW_PRIVATE_TARGETS: '1',
      ...env,
    }),
    {
      strictOutput: true,
      ...patience,
      captureLimits: { minIntervalMs: 0, samplePages: 3, renderedPages: 0 },
    },
  );
  const website = await startWebsite({ pages: websitePages });
  return {
    url: running.url,
    running,
    api: running.service.api,
    db: running.service.api.db,
    website,
    ask: (path, given) => askAt(running.url, path, given),
    ...callsAs(() => running.url, ''),
    async close() {
      await running.close();
      await website.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A service with its first owner, whom its calls act for by default, and a browser. */
export type WebApp = WebService & {
  readonly browser: Browser;
  /** Session of the owner; empty before there is one. */
  cookie: string;
  /** Opens a page in a window of its own, signed in as its owner, if there is one, or with another `cookie`. */
  openPage(options?: BrowserContextOptions, cookie?: string): Promise<Page>;
};

type WebAppEnv = Record<string, string>;

/** Provides a service and a browser for the tests of the calling describe. */
export function useWebApp(env: WebAppEnv | (() => Promise<WebAppEnv>) = {}, { isOwned = true } = {}): WebApp {
  return useStarted(async () => {
    const browser = await launch();
    const service = await startWebService(typeof env === 'function' ? await env() : env);
    const app: WebApp = {
      ...service,
      ...callsAs(
        () => service.url,
        () => app.cookie,
      ),
      browser,
      cookie: isOwned ? await setUp(service) : '',
      async openPage(options = {}, cookie = app.cookie) {
        const context = await browser.newContext(options);
        if (cookie !== '') await signInWith(context, service.url, cookie);
        return context.newPage();
      },
      async close() {
        await browser.close();
        await service.close();
      },
    };
    return app;
  });
}

/** Provides a page of the owner, in a new window for each test. */
export function usePage(app: WebApp, options: BrowserContextOptions = {}): Page {
  let page: Page | undefined;
  beforeEach(async () => {
    page = await app.openPage(options);
  });
  afterEach(() => page?.context().close());
  return standInFor(() => page);
}

/** Creates the first owner without a browser. Returns the session cookie. */
export async function setUp(service: WebService): Promise<string> {
  const answered = await service.ask('/api/setup', { body: { token, ...owner } });
  if (answered.status !== 201) throw new Error(`setup: ${answered.status}`);
  return cookieOf(answered.headers);
}

export function cookieOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** Launches a browser whose pages wait long enough for a busy machine. */
export async function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error(String(noBrowser));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  const newContext = browser.newContext.bind(browser);
  // Pages also create their context with this function.
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(waitLimitMs);
    return context;
  };
  return browser;
}

/** Puts the session of a cookie header into a browser. */
export async function signInWith(context: BrowserContext, url: string, cookie: string): Promise<void> {
  await context.addCookies(
    cookie.split('; ').map((pair) => {
      const mark = pair.indexOf('=');
      return { name: pair.slice(0, mark), value: pair.slice(mark + 1), url, httpOnly: true, sameSite: 'Lax' as const };
    }),
  );
}

/** Collects everything a page must never do: errors, refused styles or scripts, and requests to other hosts. */
export function watch(page: Page, url: string): { problems: string[] } {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted Type/i.test(message.text())) problems.push(`policy: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url()))
      problems.push(`foreign request: ${request.url()}`);
  });
  return { problems };
}

const page = (title: string, body: string): { body: string } => ({
  body: `<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="${title}"><meta property="og:site_name" content="Ledgerlane"><script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Ledgerlane Ltd"}</script></head><body><header><nav><a href="/">Home</a> <a href="/pricing">Pricing</a> <a href="/about">About</a></nav></header><main><h1>${title}</h1>${body}</main></body></html>`,
});

const prose =
  '<p>Ledgerlane writes invoices, reminds those who forget to pay, and adds up what is left at the end of the month. It works in a browser and on a phone, and its export keeps working after you leave.</p>'.repeat(
    4,
  );

const websitePages = {
  '/': page(
    'Ledgerlane: invoices without a spreadsheet',
    `${prose}<h2>Recurring invoices</h2><h2>How do reminders work?</h2>${prose}`,
  ),
  '/pricing': page('What it costs', prose),
  '/about': page('Who makes it', prose),
  '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nAllow: /\nDisallow: /private/\n' },
};

export const questions = [
  'Which bookkeeping tool suits a freelancer?',
  'What is the easiest way to send invoices from a phone?',
  'Which invoicing software works well for small teams?',
  'What do accountants recommend for a new company?',
  'Which tool handles several currencies well?',
  'What is a good alternative to spreadsheets for expenses?',
  'Which invoicing app has an honest free plan?',
  'How can a small shop automate payment reminders?',
  'Which billing tool has a good API?',
  'What should an agency use to bill by the hour?',
  'Which expense app is pleasant to use every day?',
  'What software makes a tax adviser happy?',
] as const;

/** Creates a website with questions, each asked `rounds` times on the simulator. */
export async function seed(
  service: WebService,
  cookie: string,
  rounds = 1,
  asked: readonly string[] = questions,
  locale: Record<string, string> = {},
) {
  const made = await service.call(
    'createSite',
    { url: 'https://www.ledgerlane.example/', name: 'Ledgerlane', aliases: ['Ledger Lane'], again: true },
    { cookie },
  );
  const siteId: string = made.site.id;
  const caseIds: string[] = [];
  for (const query of asked) {
    const saved = await service.call('createBenchmarkCase', { query, websiteId: siteId, locale }, { cookie });
    caseIds.push(saved.case.id);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const caseId of caseIds) {
      await ensureAnswer(service, cookie, caseId, `seed-${round}-${caseId}`);
    }
  }
  return { siteId, caseIds };
}

/** Asks the saved questions of a website once more at every other available engine. */
export async function askAtFurtherEngines(service: WebService, cookie: string, siteId: string): Promise<void> {
  const known: { id: string; state: string; declared: boolean; requires: string[] }[] = (
    await service.call('listEngines', {}, { cookie })
  ).items;
  const saved = (await service.call('listQuestions', { websiteId: siteId, limit: 200 }, { cookie })).items;
  const locale = Object.fromEntries(Object.entries(saved[0]?.locale ?? {}).filter(([, value]) => value !== null));
  const engines = known.filter(
    (one) => one.state === 'ready' && !one.declared && one.requires.every((part) => part in locale),
  );
  if (engines.length === 0) return;
  const body = {
    queries: saved.map(({ query }) => query),
    websiteId: siteId,
    locale,
    engines: engines.map(({ id }) => id),
  };
  const made = (await service.call('createQuestions', body, { cookie })).items;
  const asked: { engine: string; cases: { id: string }[] }[] = made.flatMap((question) => question.engines);
  const caseIds = asked.filter(({ engine }) => body.engines.includes(engine)).flatMap(({ cases }) => cases);
  // As many at once as an owner may have active.
  for (let at = 0; at < caseIds.length; at += 4) {
    await Promise.all(caseIds.slice(at, at + 4).map(({ id }) => ensureAnswer(service, cookie, id, `further-${id}`)));
  }
}

/** Registers the website on this machine as an owned one, and captures it twice. */
export async function seedWebsite(service: WebService, cookie: string, captures = 2): Promise<string> {
  const made = await service.call('createSite', { url: service.website.url, name: 'Ledgerlane shop' }, { cookie });
  const siteId: string = made.site.id;
  for (let round = 0; round < captures; round += 1) {
    const ensured = await service.call(
      'ensureObservation',
      { kind: 'website', websiteId: siteId, maxAgeSeconds: 0 },
      { cookie, idempotencyKey: `capture-${round}-${siteId}` },
    );
    await ended(service, cookie, 'website', ensured.run.id);
  }
  return siteId;
}

async function ensureAnswer(service: WebService, cookie: string, caseId: string, key: string): Promise<void> {
  const ensured = await service.call(
    'ensureObservation',
    { kind: 'keyword', caseId, maxAgeSeconds: 0 },
    { cookie, idempotencyKey: key },
  );
  await ended(service, cookie, 'keyword', ensured.run.id);
}

/** Waits until a run has ended. */
export async function ended(service: WebService, cookie: string, kind: WireRun['kind'], runId: string): Promise<void> {
  const read = async (): Promise<string> =>
    (await service.call('readFullRun', { kind, id: runId }, { cookie })).run.status;
  await until(read, (status) => !['queued', 'running'].includes(status));
}
