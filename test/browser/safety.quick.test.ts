import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, ended, owner, seed, signInWith, useWebApp, watch } from '../support/browser.ts';
import { long } from '../support/long.ts';
import { savePlain } from '../support/plainTexts.ts';
import { followRequests, settledPage } from '../support/settledPage.ts';
import { firstInQuick } from '../support/suites.ts';
import { startWebsite } from '../support/website.ts';

const hostile =
  '<img src=x onerror="window.hit=1"><script>window.hit=1</script>[click](javascript:window.hit=1) ![x](https://evil.example/x.png)';

describeInBrowser('safety in a browser', () => {
  const service = useWebApp();
  let siteId: string;
  let runId: string;
  let evil: Server;
  let evilUrl: string;

  beforeAll(async () => {
    const seeded = await seed(service, service.cookie, 1, ['Which bookkeeping tool suits a freelancer?']);
    siteId = seeded.siteId;
    const body = await service.call('readQuestion', { id: seeded.caseIds[0] ?? '' });
    runId = body.items[0]?.run.id ?? '';
    evil = createServer((request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(pageOf(new URL(request.url ?? '/', 'http://evil').searchParams.get('do') ?? ''));
    });
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
    // Another site to the browser: localhost and 127.0.0.1 are neither the same origin nor the same site.
    evilUrl = `http://localhost:${(evil.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    evil?.close();
  });

  function pageOf(what: string): string {
    const sites = `${service.url}/api/v2/sites`;
    const pages: Record<string, string> = {
      form: `<form method="post" action="${sites}" enctype="text/plain"><input name='{"url":"https://stolen.example","x":"' value='"}'></form><script>document.forms[0].submit()</script>`,
      fetch: `<script>fetch('${sites}',{method:'POST',credentials:'include',headers:{'content-type':'application/json'},body:'{"url":"https://stolen.example"}'}).catch(()=>{}).finally(()=>document.title='done')</script>`,
      plain: `<script>fetch('${sites}',{method:'POST',credentials:'include',mode:'no-cors',body:'{"url":"https://stolen.example"}'}).catch(()=>{}).finally(()=>document.title='done')</script>`,
      image: `<img src="${service.url}/api/v2/runs/keyword/${runId}/cancel" onerror="document.title='done'">`,
      read: `<script>fetch('${sites}',{credentials:'include'}).then(r=>r.text()).then(t=>document.title='read '+t.length).catch(()=>document.title='done')</script>`,
      frame: `<iframe src="${service.url}/docs/api" onload="document.title='done'"></iframe>`,
    };
    return `<!doctype html><title>waiting</title>${pages[what] ?? ''}`;
  }

  async function visitor(): Promise<{ context: BrowserContext; page: Page }> {
    const page = await service.openPage();
    followRequests(page);
    return { context: page.context(), page };
  }

  async function names(): Promise<string[]> {
    const body = await service.call('listSites', {});
    return body.sites.map((site: { domain: string }) => site.domain);
  }

  it.each(firstInQuick(1, ['form', 'fetch', 'plain', 'image', 'read']))(
    'another site cannot change anything with its %s',
    async (what) => {
      const { context, page } = await visitor();
      await page.goto(`${evilUrl}/?do=${what}`);
      if (what === 'form') await page.waitForURL((url) => url.href.startsWith(service.url));
      else await page.waitForFunction(`document.title !== 'waiting'`);
      expect(await page.title()).not.toMatch(/^read/);
      expect(await names()).toEqual(['ledgerlane.example']);
      await context.close();
    },
  );

  it('another site cannot frame the page of keys', async () => {
    const { context, page } = await visitor();
    await page.goto(`${evilUrl}/?do=frame`);
    await page.waitForFunction(`document.title !== 'waiting'`);
    const frame = page.frames()[1];
    expect(frame === undefined ? '' : await frame.evaluate('document.body.innerText').catch(() => '')).not.toContain(
      'Start and keys',
    );
    await context.close();
  });

  long('an address cannot add text to the consent page', async () => {
    const { context, page } = await visitor();
    await page.goto(`${service.url}/connect?error=call_0800_1234&error_description=Your%20account%20is%20locked.`);
    await page.getByRole('heading', { name: 'This program cannot be connected' }).waitFor();
    const shown = await page.evaluate('document.body.innerText');
    expect(shown).not.toMatch(/0800|locked/);
    await context.close();
  });

  it('markup in a name, an answer or a page title stays text', async () => {
    await service.call('changeSite', { id: siteId, name: hostile.slice(0, 190) });
    const { db } = service.running.service.api;
    await savePlain(db);
    const row = await db.selectFrom('run_results').selectAll().where('run_id', '=', runId).executeTakeFirstOrThrow();
    const saved = JSON.parse(row.result);
    saved.text = hostile;
    saved.mentions = [
      { name: hostile, url: 'javascript:window.hit=1', reason: hostile, citationUrls: ['javascript:window.hit=1'] },
    ];
    saved.citations = [{ url: 'javascript:window.hit=1', title: hostile, startIndex: 0, endIndex: 20 }];
    saved.limitations = [`simulated: ${hostile}`];
    await db
      .updateTable('run_results')
      .set({ result: JSON.stringify(saved) })
      .where('run_id', '=', runId)
      .execute();
    const { context, page } = await visitor();
    const { problems } = watch(page, service.url);
    for (const path of [`/answers/${runId}`, `/sites/${siteId}`, '/settings', `/sites/${siteId}/sources`]) {
      await page.goto(service.url + path);
      await page.locator('h1').first().waitFor();
      await settledPage(page);
      expect(await page.evaluate('window.hit')).toBeUndefined();
      await expect.poll(() => page.locator('main img, main script, main a[href^="javascript:"]').count()).toBe(0);
    }
    await page.goto(`${service.url}/answers/${runId}`);
    await page.locator('main').getByText('window.hit=1').first().waitFor();
    await page.getByRole('button', { name: 'Show original text' }).click();
    await expect.poll(() => page.locator('main').textContent()).toContain('<img src=x onerror=');
    expect(problems).toEqual([]);
    await context.close();
  });

  long('headings, lists, tables and code of an answer are formatted; its links and images stay text', async () => {
    const { db } = service.running.service.api;
    const row = await db.selectFrom('run_results').selectAll().where('run_id', '=', runId).executeTakeFirstOrThrow();
    const cited = 'It exports everything [manual](https://docs.example/export)';
    const text = [
      '# Which one to take',
      `1. **Ledgerlane** is steady. ${cited}`,
      '2. Otherly',
      '| Tool | Price |\n| --- | --- |\n| Ledgerlane | 9 |',
      '```\ncurl <b>https://example.com</b>\n```',
      '![a picture](https://evil.example/pixel.png) <script>window.hit=1</script>',
    ].join('\n\n');
    const startIndex = text.indexOf(cited);
    const citations = [
      { url: 'https://docs.example/export', title: 'Export', startIndex, endIndex: startIndex + cited.length },
    ];
    const result = JSON.stringify({ ...JSON.parse(row.result), text, citations });
    await db.updateTable('run_results').set({ result }).where('run_id', '=', runId).execute();
    const { context, page } = await visitor();
    await page.goto(`${service.url}/answers/${runId}`);
    await page.getByRole('heading', { name: 'Which one to take', level: 3 }).waitFor();
    const written = page.locator('main .bg-raised').filter({ hasText: 'Which one to take' });
    await expect.poll(() => written.locator('ol > li').count()).toBe(2);
    await expect.poll(() => written.getByRole('cell', { name: '9' }).count()).toBe(1);
    await expect.poll(() => written.locator('pre').textContent()).toContain('curl <b>https://example.com</b>');
    await expect.poll(() => written.locator('strong').first().textContent()).toBe('Ledgerlane');
    // Cited words are marked, and link only to the list of sources.
    await expect.poll(() => written.getByRole('link').count()).toBe(1);
    expect(await written.getByRole('link', { name: 'Source 1' }).getAttribute('href')).toBe('#source-1');
    await expect.poll(() => written.textContent()).toContain('It exports everything manual1');
    await expect.poll(() => written.locator('img, script').count()).toBe(0);
    expect(await written.textContent()).toContain('a picture <script>window.hit=1</script>');
    expect(await page.evaluate('window.hit')).toBeUndefined();
    await db.updateTable('run_results').set({ result: row.result }).where('run_id', '=', runId).execute();
    await context.close();
  });

  long(
    'markup in questions, names, sources and captured pages stays text in every table, chart, title, label and file',
    async () => {
      const { db } = service.running.service.api;
      const escaped = hostile.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
      const captured = await startWebsite({
        pages: {
          '/': {
            body: `<!doctype html><html lang="en"><head><title>${escaped}</title><meta name="description" content="${escaped}"><meta property="og:site_name" content="&lt;img src=x onerror=window.hit=1&gt;"></head><body><main><h1>${escaped}</h1><h2>${escaped}?</h2><p>${escaped}</p></main></body></html>`,
          },
        },
      });
      const made = await service.call('createSite', { url: captured.url, name: hostile.slice(0, 190) });
      const hostileSite: string = made.site.id;
      const caseIds: string[] = [];
      for (const query of [`${hostile} first?`, `=cmd|'/c calc'!A1 ${hostile}`]) {
        const saved = await service.call('createBenchmarkCase', { query, websiteId: hostileSite });
        caseIds.push(saved.case.id);
      }
      const asked = [
        ...caseIds.map((caseId) => ({ kind: 'keyword', caseId, maxAgeSeconds: 0 }) as const),
        { kind: 'website', websiteId: hostileSite, maxAgeSeconds: 0 } as const,
      ];
      let last = '';
      for (const [index, ask] of asked.entries()) {
        const idempotencyKey = `hostile-run-${index}`;
        const ensured = await service.call('ensureObservation', ask, { idempotencyKey });
        await ended(service, service.cookie, ask.kind, ensured.run.id);
        if (ask.kind === 'keyword') last = ensured.run.id;
      }
      await savePlain(db);
      for (const caseId of caseIds) {
        const rows = await db
          .selectFrom('run_results')
          .innerJoin('runs', 'runs.id', 'run_results.run_id')
          .select(['run_results.run_id', 'run_results.facts'])
          .where('runs.target_id', '=', caseId)
          .execute();
        for (const row of rows) {
          const facts = JSON.parse(String(row.facts));
          for (const mention of facts.mentions) mention.name = hostile;
          for (const source of facts.sources) source.title = hostile;
          await db
            .updateTable('run_results')
            .set({ facts: JSON.stringify(facts) })
            .where('run_id', '=', row.run_id)
            .execute();
        }
      }
      const { context, page } = await visitor();
      const { problems } = watch(page, service.url);
      const places = ['', '/questions', `/questions/${caseIds[0]}`, '/sources', '/website'].map(
        (part) => `/sites/${hostileSite}${part}`,
      );
      for (const path of [...places, `/answers/${last}`, '/settings', '/seo', '/docs/api', '/docs/api/mcp', '/start']) {
        await page.goto(service.url + path);
        await page.locator('h1').first().waitFor();
        await settledPage(page);
        expect(await page.evaluate('window.hit'), path).toBeUndefined();
        await expect
          .poll(() => page.locator('main img, main script, dialog img, a[href^="javascript:"]').count(), {
            message: path,
          })
          .toBe(0);
      }
      await page.getByLabel('Address').fill(captured.url);
      await page.getByRole('button', { name: 'Check the home page' }).click();
      await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toContain('<img');
      await page.goto(`${service.url}/sites/${hostileSite}?branded=include`);
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      expect(await page.title()).toContain('<img src=x onerror=');
      await page.goto(`${service.url}/sites/${hostileSite}/questions`);
      await page.getByRole('row').nth(1).waitFor();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'CSV' }).click(),
      ]);
      const csv = readFileSync(await file.path(), 'utf8');
      expect(csv).toContain('<img src=x');
      // A spreadsheet executes text that starts like this.
      expect(csv).not.toMatch(/(^|[\r\n,"])=cmd/);
      await page.goto(`${service.url}/sites/${hostileSite}?branded=include`);
      const leaders = page.getByRole('region', { name: 'Who is recommended' });
      const [picture] = await Promise.all([
        page.waitForEvent('download'),
        leaders.getByRole('button', { name: 'PNG' }).click(),
      ]);
      expect(
        readFileSync(await picture.path())
          .subarray(1, 4)
          .toString('latin1'),
      ).toBe('PNG');
      expect(await page.evaluate('window.hit')).toBeUndefined();
      expect(problems).toEqual([]);
      await context.close();
      await captured.close();
      for (const id of caseIds) await service.call('archiveBenchmarkCase', { id });
      await service.call('archiveSite', { id: hostileSite });
    },
  );

  it('a key is shown once: not after closing, not after a reload, not in the list, not in storage', async () => {
    const { context, page } = await visitor();
    await page.goto(`${service.url}/docs/api`);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('agent');
    await page.getByLabel(/^manage/).check();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const secret = ((await page.locator('[data-secret]').textContent()) ?? '').trim();
    expect(secret).toMatch(/^sl_\w{20,}/);
    await service.call('authStatus', {}, { key: secret });
    await page.getByText('read, manage').waitFor();
    expect(
      await page.evaluate('JSON.stringify([localStorage, sessionStorage, history.state]) + location.href'),
    ).not.toContain(secret);
    await page.reload();
    await page.getByText('agent').first().waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.goto(`${service.url}/docs/api/mcp`);
    await page.goBack();
    await page.getByText('agent').first().waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('button', { name: 'Revoke agent' }).click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await page
      .getByText(/revoked/)
      .first()
      .waitFor();
    await service.refuse('authStatus', {}, 'unauthorized', { key: secret });
    await context.close();
  });

  long('a key that may buy needs the right password', async () => {
    const { context, page } = await visitor();
    await page.goto(`${service.url}/docs/api`);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('buyer');
    await page.getByLabel(/^seo/).check();
    await page.getByLabel('Confirm your password').fill('not the password');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Wrong password.').waitFor();
    await page.getByLabel('Confirm your password').fill(owner.password);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.locator('[data-secret]').waitFor();
    await context.close();
  });

  long('after sign-out the back button shows nothing private, and the other tab is signed out too', async () => {
    const signedIn = await service.ask('/api/auth/sign-in/email', { body: owner });
    const context = await service.browser.newContext();
    await signInWith(
      context,
      service.url,
      signedIn.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
    );
    const [page, other] = [await context.newPage(), await context.newPage()];
    followRequests(page);
    await page.goto(`${service.url}/sites/${siteId}`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await other.goto(`${service.url}/settings`);
    await other.getByRole('heading', { name: 'Settings' }).waitFor();
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.goBack().catch(() => null);
    await page.goBack().catch(() => null);
    await settledPage(page);
    expect(await page.content()).not.toContain('Overview');
    await context.close();
  });

  it('pages have a strict policy and are never cached, while hashed files are cached permanently', async () => {
    const html = { accept: 'text/html' };
    const tab = await service.browser.newPage();
    const page = await tab.goto(`${service.url}/settings`);
    const headers = page?.headers() ?? {};
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).not.toContain('unsafe-');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(headers['cache-control']).toBe('no-store');
    const script = /\/assets\/[\w-]+\.js/.exec(String(await page?.text()))?.[0] ?? '';
    expect((await service.ask(script)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await service.ask('/assets/gone-12345678.js')).status).toBe(404);
    expect((await service.ask('/settings')).status).toBe(404);
    expect((await service.ask('/api/no-such-thing', { headers: html })).body.error.code).toBe('not_found');
    const outside = await service.ask('/..%2f..%2fpackage.json', { headers: html });
    expect(JSON.stringify(outside.body)).not.toContain('dependencies');
    await tab.close();
  });
});
