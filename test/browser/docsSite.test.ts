import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsOf } from '../support/axe.ts';
import { describeInBrowser, launch } from '../support/browser.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

describeInBrowser('the documentation site in a browser', () => {
  let out: string;
  let server: Server;
  let url: string;
  let browser: Browser;
  beforeAll(async () => {
    out = mkdtempSync(join(tmpdir(), 'docs-site-'));
    await promisify(execFile)(process.execPath, [join(root, 'scripts/docsSite.ts'), '--out', out]);
    server = createServer((request, response) => {
      const path = join(out, new URL(request.url ?? '/', 'http://site').pathname);
      try {
        const body = readFileSync(path);
        response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(body);
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const [version] = JSON.parse(readFileSync(join(out, 'versions.json'), 'utf8'));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${version}/`;
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
    rmSync(out, { recursive: true, force: true });
  });

  it.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)(
    'passes axe on every page, %s and %d wide, and no page is wider than the window',
    async (theme, width) => {
      const page = await browser.newPage({ colorScheme: theme, viewport: { width, height: 800 } });
      const [version = ''] = JSON.parse(readFileSync(join(out, 'versions.json'), 'utf8'));
      const pages = readdirSync(join(out, version), { recursive: true, encoding: 'utf8' }).filter(
        (name) => name.endsWith('.html') && !name.startsWith('reference'),
      );
      const found: unknown[] = [];
      for (const name of pages) {
        await page.goto(url + name);
        const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        const faults = await faultsOf(page);
        if (beyond > 0 || faults.length > 0) found.push([name, beyond, faults]);
      }
      expect(found).toEqual([]);
      await page.close();
    },
  );

  it('finds a section during typing, keeps the chosen theme, and shows the API reference', async () => {
    const page = await browser.newPage();
    await page.goto(`${url}index.html`);
    await page.getByRole('searchbox').fill('monthly budget');
    await page.locator('#found a', { hasText: 'budget' }).first().click();
    await page.waitForURL(/\.html#/);
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await page.goto(`${url}faq.html`);
    await page.getByRole('button', { name: 'Light theme' }).waitFor();
    await page.getByRole('link', { name: 'API reference' }).click();
    await page.getByText('Observations').first().waitFor();
    await page.close();
  });
});
