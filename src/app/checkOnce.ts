import type { CaptureLimits } from '../domain/capture/limits.ts';
import type { WebsiteAnalysis } from '../domain/checks/analyze.ts';
import { AppError } from '../domain/errors.ts';
import { parseSiteUrl } from '../domain/siteDomain.ts';
import { threadAnalyst } from '../providers/analysis/threadAnalyst.ts';
import { createChromiumRenderer } from '../providers/capture/browser.ts';
import { createPageCapture } from '../providers/capture/capturePages.ts';
import { robotsToken } from '../services/captureWebsite.ts';
import { systemRuntime } from './systemRuntime.ts';

export type CheckOptions = {
  allowPrivateTargets: boolean;
  chromiumPath: string | null;
  limits: Partial<CaptureLimits>;
  onProgress(progress: { requests: number; bytes: number; pagesCaptured: number }): void;
};

/** Captures and judges one website without an account or a database; nothing is kept. @throws AppError */
export async function checkOnce(address: string, options: CheckOptions): Promise<WebsiteAnalysis> {
  const { url, domain } = parseSiteUrl(address, options.allowPrivateTargets);
  const capture = createPageCapture({
    allowPrivateTargets: options.allowPrivateTargets,
    renderer: createChromiumRenderer({ path: options.chromiumPath }),
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
    },
    { shouldStop: () => false, onProgress: options.onProgress },
  );
  if (outcome.kind === 'nothing_captured') {
    const why = outcome.error.replace(/^\w+: /, '');
    throw new AppError('provider_unavailable', `${url}: ${why} Is the address right?`, { retry: 'same_key' });
  }
  return threadAnalyst.analyze(outcome.bundle);
}
