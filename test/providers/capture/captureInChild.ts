// Runs one capture in a separate process, to measure its own peak memory and environment. With a second argument, the
// path of a Chromium, pages are also rendered. Prints the result as one line of JSON.
import { existsSync, readFileSync } from 'node:fs';
import { createChromiumRenderer } from '../../../src/providers/capture/browser.ts';
import { createPageCapture } from '../../../src/providers/capture/capturePages.ts';
import { captureRequest, keepGoing } from '../../support/captureRequest.ts';

/**
 * Returns the peak memory of this program. Linux's resource usage also counts the parent process up to the start, so
 * the high-water mark of this program is used if available.
 */
function peakMiB(): number {
  const path = '/proc/self/status';
  const mark = existsSync(path) ? /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(path, 'utf8')) : null;
  return Math.round((mark === null ? process.resourceUsage().maxRSS : Number(mark[1])) / 1024);
}

const [home = '', chromium] = process.argv.slice(2);
const started = performance.now();
const [totalTimeoutMs, renderer] =
  chromium === undefined ? [2_500, null] : [45_000, createChromiumRenderer({ path: chromium, allowRoot: true })];
const limits = { totalTimeoutMs, connectTimeoutMs: 1_000, idleTimeoutMs: 1_000, maxRetries: 0, samplePages: 40 };
const capture = createPageCapture({ allowPrivateTargets: true, renderer });
const outcome = await capture.capture(captureRequest(home, limits), keepGoing);
const { fetches, rendered } = outcome.kind === 'captured' ? outcome.bundle : { fetches: [], rendered: [] };
const ends = fetches.map((fetch) => {
  const last = fetch.hops.at(-1)?.outcome;
  const end = last?.kind === 'response' ? String(last.status) : (last?.code ?? '');
  const path = new URL(fetch.requestedUrl).pathname;
  return [
    path,
    {
      purpose: fetch.purpose,
      end,
      kept: fetch.body?.length ?? null,
      truncated: fetch.truncated,
    },
  ];
});
process.stdout.write(
  JSON.stringify({
    ends: Object.fromEntries(ends),
    rendered: Object.fromEntries(rendered.map(({ url, html }) => [url, html])),
    tls: fetches.find((fetch) => fetch.purpose === 'home')?.tls ?? null,
    budget: outcome.kind === 'captured' ? outcome.bundle.budget : null,
    milliseconds: Math.round(performance.now() - started),
    peakMiB: peakMiB(),
  }),
);
