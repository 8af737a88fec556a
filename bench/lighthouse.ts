import { chromium } from 'playwright-core';
import { findChromium, noBrowser } from '../test/support/browser.ts';
import { freePort } from './childProcess.ts';
import { type Bench, type Figure, median, SkippedFigure } from './figure.ts';
import { importLighthouse } from './lighthousePackage.ts';
import { fillYear, saveReport } from './report.ts';
import { startSeededService } from './seededService.ts';

/** Scores vary with the machine's load; number of runs for the page whose speed is promised. */
const overviewRuns = 3;

type Scores = { performance: number; accessibility: number };
type Judge = (url: string, form: 'phone' | 'desktop', headers: Record<string, string>) => Promise<Scores>;

async function loadLighthouse(port: number): Promise<Judge> {
  const { lighthouse, desktopConfig } = await importLighthouse();
  return async (url, form, extraHeaders) => {
    const flags = { port, logLevel: 'silent', onlyCategories: ['performance', 'accessibility'], extraHeaders };
    const { lhr } = await lighthouse(url, flags, form === 'desktop' ? desktopConfig : undefined);
    const score = (name: keyof Scores) => Math.round(100 * (lhr.categories[name]?.score ?? Number.NaN));
    return { performance: score('performance'), accessibility: score('accessibility') };
  };
}

async function measureLighthouse(): Promise<Figure[]> {
  const executablePath = findChromium();
  if (executablePath === null) throw new SkippedFigure(String(noBrowser));
  const port = await freePort();
  const judge = await loadLighthouse(port);
  const service = await startSeededService('sqlite', { POLL_INTERVAL_MS: '50' });
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', `--remote-debugging-port=${port}`],
  });
  try {
    const { siteId, caseIds } = await saveReport(service);
    fillYear(service);
    const answers = await service.ask(`/api/v2/questions/${caseIds[0]}`, {
      headers: { cookie: service.cookie },
    });
    const pages: Record<string, string> = {
      overview: `/sites/${siteId}`,
      questions: `/sites/${siteId}/questions`,
      question: `/sites/${siteId}/questions/${caseIds[0]}`,
      answer: `/answers/${answers.body.items[0].run.id}`,
      sources: `/sites/${siteId}/sources`,
      website: `/sites/${siteId}/website`,
      SEO: '/seo',
      settings: '/settings',
      API: '/docs/api',
      'API reference': '/docs/api/reference',
      'sign-in': '/sign-in',
      setup: '/setup',
    };
    const figures: Figure[] = [];
    const add = (what: string, values: readonly number[], atLeast: number | null): void => {
      const target = atLeast === null ? null : { of: 'value' as const, atLeast };
      figures.push({ what, unit: 'of 100', value: median(values), baseline: null, target });
    };
    for (const [name, path] of Object.entries(pages)) {
      const headers: Record<string, string> = ['sign-in', 'setup'].includes(name) ? {} : { Cookie: service.cookie };
      for (const form of ['phone', 'desktop'] as const) {
        const seen: Scores[] = [];
        for (let run = 0; run < (name === 'overview' ? overviewRuns : 1); run += 1) {
          seen.push(await judge(service.url + path, form, headers));
        }
        const speed = seen.map(({ performance }) => performance);
        // The reference is a vendor's program of a megabyte: its speed is recorded, not promised.
        add(`${name}, ${form}: performance`, speed, name === 'overview' ? 95 : null);
        add(`${name}, ${form}: accessibility`, [Math.min(...seen.map(({ accessibility }) => accessibility))], 100);
      }
    }
    return figures;
  } finally {
    await browser.close();
    await service.close();
  }
}

export const lighthouse: Bench = { name: 'lighthouse', run: measureLighthouse };
