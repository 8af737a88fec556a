import type { CaptureLimits } from '../domain/capture/limits.ts';
import type { WebsiteAnalysis } from '../domain/checks/analyze.ts';
import { AppError } from '../domain/errors.ts';
import { parseSiteUrl } from '../domain/urls/siteDomain.ts';
import type { CaptureProgress } from '../ports/pageCapture.ts';
import { createChromiumRenderer } from '../providers/capture/browser.ts';
import { createPageCapture } from '../providers/capture/capturePages.ts';
import type { ChromiumOptions } from '../providers/capture/chromium.ts';
import { createThreadPool } from '../providers/reading/threadPool.ts';
import { robotsToken } from '../services/captures/captureWebsite.ts';
import { systemRuntime } from './systemRuntime.ts';

/** Progress, reported before and after each request. */
export type CheckProgress = CaptureProgress;

export type CheckOptions = {
  allowPrivateTargets: boolean;
  chromium: ChromiumOptions;
  limits: Partial<CaptureLimits>;
  onProgress(progress: CheckProgress): void;
};

/** Captures and judges one website without an account or a database; nothing is saved. @throws AppError */
export async function checkOnce(address: string, options: CheckOptions): Promise<WebsiteAnalysis> {
  const { url, domain } = parseSiteUrl(address, options.allowPrivateTargets);
  const texts = createThreadPool();
  const capture = createPageCapture({
    texts,
    allowPrivateTargets: options.allowPrivateTargets,
    renderer: createChromiumRenderer(options.chromium),
  });
  const outcome = await capture.capture(
    {
      runId: systemRuntime.newId('run'),
      homeUrl: url,
      registrableDomain: domain,
      siteName: domain,
      limits: options.limits,
      agent: `${robotsToken}/1.0 (one-off check)`,
      robotsToken,
      ownerToken: null,
      experimentPages: [],
    },
    { shouldStop: () => false, onProgress: options.onProgress },
  );
  if (outcome.kind === 'nothing_captured') {
    const why = outcome.error.replace(/^\w+: /, '');
    throw new AppError('provider_unavailable', `${url}: ${why} Is the address right?`, { retry: 'same_key' });
  }
  const judged = await texts.read('website', outcome.bundle);
  if (judged.kind === 'read') return judged.value;
  throw new AppError('provider_unavailable', `${url}: its pages could not be checked: ${judged.message}.`, {
    retry: 'never',
  });
}
