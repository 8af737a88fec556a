import { createPageCapture } from '../src/providers/capture/capturePages.ts';
import { bundleOf, captureRequest, keepGoing } from '../test/support/captureRequest.ts';
import { type Answering, soundSite, startWebsite } from '../test/support/website.ts';
import { type Bench, type Figure, median } from './figure.ts';

const pagesOfSite = 12;
const runs = 5;

/**
 * Captures a 12-page website of this machine without etiquette delays, next to a bare fetch of the same addresses, one
 * after the other: the cost of the machine and that server.
 */
async function measureCapture(): Promise<Figure[]> {
  const pages: Record<string, Answering> = {};
  const website = await startWebsite({ pages });
  Object.assign(pages, soundSite(website.url, pagesOfSite));
  const capture = createPageCapture({ allowPrivateTargets: true });
  const captureTimes: number[] = [];
  const bareTimes: number[] = [];
  let budget = { requests: 0, bytes: 0 };
  try {
    for (let run = 0; run < runs; run += 1) {
      const seen = website.requests.length;
      const started = performance.now();
      budget = bundleOf(await capture.capture(captureRequest(website.url), keepGoing)).budget;
      captureTimes.push(performance.now() - started);
      const paths = website.requests.slice(seen).map((request) => request.replace(/^\w+ \//, ''));
      const bareStarted = performance.now();
      for (const path of paths) await fetch(new URL(path, website.url)).then((answer) => answer.arrayBuffer());
      bareTimes.push(performance.now() - bareStarted);
    }
  } finally {
    await website.close();
  }
  const alone = { baseline: null, target: null };
  return [
    {
      what: `capture of ${pagesOfSite} pages, median of ${runs}`,
      unit: 'ms',
      value: median(captureTimes),
      baseline: median(bareTimes),
      target: { of: 'value', atMost: 2_000 },
    },
    { what: 'its requests', unit: 'requests', value: budget.requests, ...alone },
    { what: 'its bytes', unit: 'bytes', value: budget.bytes, ...alone },
  ];
}

export const captureSite: Bench = { name: 'captureSite', run: measureCapture };
