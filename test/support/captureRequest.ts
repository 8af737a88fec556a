import type { CaptureLimits } from '../../src/domain/capture/limits.ts';
import type { EvidenceBundle } from '../../src/domain/checks/evidenceBundle.ts';
import type { CaptureHooks, CaptureOutcome, CaptureRequest } from '../../src/ports/pageCapture.ts';

/** No politeness and short timeouts: the servers of tests are our own. */
const hastyLimits: Partial<CaptureLimits> = {
  minIntervalMs: 0,
  maxCrawlDelayMs: 0,
  maxRetryAfterMs: 0,
  renderIdleMs: 100,
};

export function captureRequest(homeUrl: string, limits: Partial<CaptureLimits> = {}): CaptureRequest {
  return {
    runId: 'run_test0001',
    homeUrl,
    registrableDomain: new URL(homeUrl).hostname,
    siteName: 'Kettle House',
    limits: { ...hastyLimits, ...limits },
    agent: 'SightlineBot/1.0 (+http://127.0.0.1/contact)',
    robotsToken: 'SightlineBot',
    ownerToken: null,
    experimentPages: [],
  };
}

export const keepGoing: CaptureHooks = { shouldStop: () => false };

export function bundleOf(outcome: CaptureOutcome): EvidenceBundle {
  if (outcome.kind !== 'captured') throw new Error(outcome.error);
  return outcome.bundle;
}
