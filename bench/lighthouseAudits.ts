import { chromium } from 'playwright-core';
import { lighthouseAudits } from '../scripts/lighthouseTable.ts';
import { analyze } from '../src/domain/checks/analyze.ts';
import { createChromiumRenderer } from '../src/providers/capture/browser.ts';
import { createPageCapture } from '../src/providers/capture/capturePages.ts';
import { findChromium, noBrowser } from '../test/support/browser.ts';
import { bundleOf, captureRequest, keepGoing } from '../test/support/captureRequest.ts';
import { type Answering, startWebsite } from '../test/support/website.ts';
import { freePort } from './childProcess.ts';
import { defectPages } from './defectPages.ts';
import { type Bench, type Figure, SkippedFigure } from './figure.ts';
import { importLighthouse } from './lighthousePackage.ts';

const categories = ['seo', 'accessibility', 'agentic-browsing'];

/**
 * Compares Lighthouse with our checks on self-written pages, each with planted defects and as the home page of its own
 * website: every defect named by an audit of Lighthouse must be named by the corresponding checks in the table.
 */
async function compare(): Promise<Figure[]> {
  if (findChromium() === null) throw new SkippedFigure(String(noBrowser));
  const { lighthouse } = await importLighthouse();
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-dev-shm-usage', `--remote-debugging-port=${port}`],
  });
  const renderer = createChromiumRenderer({ allowRoot: true });
  const named = new Map<string, { times: number; missed: string[] }>();
  try {
    for (const [name, page] of Object.entries(defectPages)) {
      const pages: Record<string, Answering> = {};
      const website = await startWebsite({ pages });
      Object.assign(pages, page(website.url));
      const { lhr } = await lighthouse(website.url, { port, logLevel: 'silent', onlyCategories: categories });
      const capture = createPageCapture({ allowPrivateTargets: true, renderer });
      const bundle = bundleOf(await capture.capture(captureRequest(website.url, { samplePages: 2 }), keepGoing));
      await website.close();
      const ours = new Map(analyze(bundle).result.checks.map((check) => [check.id, check.outcome]));
      const shown = bundle.rendered.flatMap(({ accessibility }) => accessibility?.findings ?? []);
      const rules = new Set(shown.map(({ rule }) => rule));
      const defect = (id: string) => ours.get(id) === 'warn' || ours.get(id) === 'fail';
      const refs = categories.flatMap((category) => lhr.categories[category]?.auditRefs.map(({ id }) => id) ?? []);
      for (const id of new Set(refs)) {
        const audit = lhr.audits[id];
        if (audit?.score !== 0 || audit.scoreDisplayMode === 'manual' || lighthouseAudits[id]?.checks.length === 0)
          continue;
        const entry = named.get(id) ?? { times: 0, missed: [] };
        entry.times += 1;
        // A rule of axe-core must be named itself: another finding of the same check does not count.
        const isNamed = lighthouseAudits[id]?.checks.some(defect) ?? rules.has(id);
        if (!isNamed) entry.missed.push(name);
        named.set(id, entry);
      }
    }
  } finally {
    await browser.close();
  }
  const figures = [...named].sort().map(
    ([id, { times, missed }]): Figure => ({
      what: `${id}${missed.length === 0 ? '' : ` (not named: ${missed.join(', ')})`}`,
      unit: 'of its defects named',
      value: times - missed.length,
      baseline: times,
      target: { of: 'ratio', atLeast: 1 },
    }),
  );
  return [
    { what: 'audits that named a defect', unit: 'audits', value: named.size, baseline: null, target: null },
    ...figures,
  ];
}

export const lighthouseComparison: Bench = { name: 'lighthouseAudits', run: compare };
