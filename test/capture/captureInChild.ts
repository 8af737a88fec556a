// Runs one capture in a process of its own, so that its peak memory is its own. Prints what it saw as one line of JSON.
import { createPageCapture } from '../../src/providers/capture/capturePages.ts';
import { captureRequest, keepGoing } from '../support/captureRequest.ts';

const home = process.argv[2] ?? '';
const started = performance.now();
const limits = { totalTimeoutMs: 2_500, connectTimeoutMs: 1_000, idleTimeoutMs: 1_000, maxRetries: 0, samplePages: 40 };
const outcome = await createPageCapture({ allowPrivateTargets: true }).capture(captureRequest(home, limits), keepGoing);
const fetches = outcome.kind === 'captured' ? outcome.bundle.fetches : [];
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
      totalMs: fetch.totalMs,
    },
  ];
});
process.stdout.write(
  JSON.stringify({
    ends: Object.fromEntries(ends),
    tls: fetches.find((fetch) => fetch.purpose === 'home')?.tls ?? null,
    budget: outcome.kind === 'captured' ? outcome.bundle.budget : null,
    milliseconds: Math.round(performance.now() - started),
    peakMiB: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);
