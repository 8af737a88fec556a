import { createPageCapture } from '../src/providers/capture/capturePages.ts';
import { bundleOf, captureRequest, keepGoing } from '../test/support/captureRequest.ts';
import { type Answering, soundSite, startWebsite } from '../test/support/website.ts';

export type CaptureFigures = {
  pages: number;
  requests: number;
  bytes: number;
  /** The median of the runs. */
  captureMs: number;
  /** The same requests, one after the other, with nothing but `node:http`: what the machine and the server cost. */
  bareMs: number;
  targetMs: number;
};

const pagesOfSite = 12;
const runs = 5;

/** Captures a 12-page website of this machine without etiquette delays, beside a bare reading of the same addresses. */
export async function captureSite(): Promise<CaptureFigures> {
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
  return {
    pages: pagesOfSite,
    requests: budget.requests,
    bytes: budget.bytes,
    captureMs: median(captureTimes),
    bareMs: median(bareTimes),
    targetMs: 2_000,
  };
}

function median(times: readonly number[]): number {
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0);
}

if (import.meta.main) {
  const figures = await captureSite();
  const ratio = (figures.captureMs / Math.max(1, figures.bareMs)).toFixed(1);
  console.log(
    `capture of ${figures.pages} pages: ${figures.captureMs} ms (target ${figures.targetMs} ms), ${figures.requests} requests, ${figures.bytes} bytes, ${ratio} times a bare reading (${figures.bareMs} ms)`,
  );
}
