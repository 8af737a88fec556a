import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { WebsiteAnalysis } from '../../domain/checks/analyze.ts';
import type { EvidenceBundle } from '../../domain/checks/evidence.ts';
import type { SiteAnalyst } from '../../ports/siteAnalyst.ts';

const longestMs = 120_000;
const memoryMb = 512;
/** Pages are short-lived: a small young generation keeps them as well, and the process some 40 MB smaller. */
const youngMemoryMb = 24;

/** Beside this file in the sources, or beside the bundle's entry. */
const threadFile = ['./analysisThread.ts', './analysisThread.js', '../analysisThread.js']
  .map((name) => new URL(name, import.meta.url))
  .find((url) => existsSync(url));

/** One thread an analysis, with a memory limit and a time limit: page text comes from anybody. */
export const threadAnalyst: SiteAnalyst = {
  analyze: (bundle) =>
    threadFile === undefined
      ? Promise.reject(new Error('the analysis thread is missing from this build'))
      : analyzeInThread(bundle, threadFile),
};

/** Bodies are handed over, not copied twice on the way: together they may be as large as all else in the process. */
function bodiesOf(bundle: EvidenceBundle): ArrayBuffer[] {
  const whole = bundle.fetches.flatMap(({ body }) =>
    body?.buffer instanceof ArrayBuffer && body.byteLength === body.buffer.byteLength ? [body.buffer] : [],
  );
  return [...new Set(whole)];
}

export function analyzeInThread(bundle: EvidenceBundle, file: URL): Promise<WebsiteAnalysis> {
  const { promise, resolve, reject } = Promise.withResolvers<WebsiteAnalysis>();
  const thread = new Worker(file, {
    workerData: bundle,
    transferList: bodiesOf(bundle),
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMemoryMb },
    // The thread needs nothing of the server's settings, and must not see its secrets.
    env: {},
  });
  const limit = setTimeout(() => {
    void thread.terminate();
    reject(new Error(`the analysis took longer than ${longestMs / 1000} s`));
  }, longestMs);
  thread.once('message', (analysis: WebsiteAnalysis) => resolve(analysis));
  thread.once('error', reject);
  thread.once('exit', (code) => {
    clearTimeout(limit);
    if (code !== 0) reject(new Error(`the analysis ended with code ${code}`));
  });
  return promise;
}
