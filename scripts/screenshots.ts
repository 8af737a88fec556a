// Writes a picture of every page, light and dark, wide and narrow: `node scripts/screenshots.ts [folder]`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launch, seed, seedWebsite, setUp, signInWith, startWebService, token } from '../test/browser/support.ts';

const folder = process.argv[2] ?? join(import.meta.dirname, '..', 'docs', 'tour');
const only = process.argv[3];
mkdirSync(folder, { recursive: true });

const service = await startWebService({ REQUESTS_PER_MINUTE: '10000', RUNS_PER_DAY_PER_OWNER: '1000' });
const browser = await launch();
try {
  const shots: { name: string; path: string; before?: (page: Page) => Promise<void> }[] = [];
  const plain = await browser.newContext();
  const first = await plain.newPage();
  await first.goto(`${service.url}/setup?token=${token}`);
  await first.getByLabel('E-mail').waitFor();
  if (only === undefined) await first.screenshot({ path: join(folder, 'setup.png') });
  await plain.close();
  const cookie = await setUp(service);
  const { siteId, caseIds } = await seed(service, cookie, 3);
  const captured = await seedWebsite(service, cookie);
  await service.ask('/api/workspace/seo', {
    cookie,
    headers: { 'idempotency-key': 'tour-overview' },
    body: { domain: 'ledgerlane.example', confirmSpend: true },
  });
  const answers = await service.ask(`/api/workspace/benchmark-cases/${caseIds[1]}/answers`, { cookie });
  const runId: string = answers.body.answers[0].run.id;
  shots.push(
    { name: 'start', path: '/start' },
    { name: 'start-questions', path: `/start?site=${siteId}` },
    { name: 'overview', path: `/sites/${siteId}` },
    { name: 'questions', path: `/sites/${siteId}/questions` },
    { name: 'question', path: `/sites/${siteId}/questions/${caseIds[1]}` },
    { name: 'answer', path: `/answers/${runId}` },
    { name: 'sources', path: `/sites/${siteId}/sources` },
    { name: 'website', path: `/sites/${captured}/website` },
    { name: 'seo', path: '/seo' },
    { name: 'settings', path: '/settings' },
    { name: 'api', path: '/docs/api' },
    { name: 'mcp', path: '/docs/api/mcp' },
    { name: 'reference', path: '/docs/api/reference' },
  );
  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) {
      const context = await browser.newContext({
        colorScheme: scheme,
        viewport: { width, height: width > 600 ? 900 : 844 },
      });
      await signInWith(context, service.url, cookie);
      const page = await context.newPage();
      for (const shot of shots) {
        if (only !== undefined && !only.split(',').includes(shot.name)) continue;
        await page.goto(service.url + shot.path);
        await page.locator('h1').first().waitFor();
        await page.waitForLoadState('networkidle');
        await shot.before?.(page);
        await page.screenshot({ path: join(folder, `${shot.name}-${scheme}-${width}.png`), fullPage: true });
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await service.close();
}
