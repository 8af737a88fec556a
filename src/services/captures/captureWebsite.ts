import { defaultLimits } from '../../domain/capture/limits.ts';
import type { WebsiteAnalysis } from '../../domain/checks/analyze.ts';
import type { CapturePlan, EvidenceBundle } from '../../domain/checks/evidenceBundle.ts';
import { collectSitemapPages } from '../../domain/crawlers/sitemapReads.ts';
import { normalisePageKey } from '../../domain/imports/pageKey.ts';
import { isTerminal, type Usage, unknownUsage } from '../../domain/runs/run.ts';
import type { CaptureStanding, RunPatch, WebsiteRun } from '../../domain/runs/runRecord.ts';
import type { SitemapEntry } from '../../domain/sitemaps/sitemapXml.ts';
import { valueOr } from '../../ports/foreignText.ts';
import type { CaptureProgress } from '../../ports/pageCapture.ts';
import { recordEvidence } from '../../store/captures/evidenceBundles.ts';
import { dropProgress, saveProgress } from '../../store/captures/progress.ts';
import { replaceSitemapPages } from '../../store/crawlers/sitemapPages.ts';
import { listAwaitedPages } from '../../store/experiments/rows.ts';
import { saveResult } from '../../store/runs/results.ts';
import { findRun } from '../../store/runs/rows.ts';
import { findGoogleAiControl } from '../../store/websites/googleAiControl.ts';
import { findVerification } from '../../store/websites/verifications.ts';
import { alertOnFailedGates } from '../alerts/runAlerts.ts';
import { type AppContext, nowIso, steadyIso } from '../appContext.ts';
import { keepLease } from '../keepLease.ts';
import { changeRun } from '../runs/changeRun.ts';
import { schedulePolls } from '../runs/dueWork.ts';

/** Name of this product in websites' robots.txt files. */
export const robotsToken = 'SightlineBot';

/** Returns the agent string of this deployment, with a page on which its owner can be contacted. */
export function agentOf(settings: Pick<AppContext['settings'], 'publicBaseUrl'>): string {
  return `${robotsToken}/1.0 (+${settings.publicBaseUrl}/)`;
}

const cancelPollMs = 1_000;
const progressMs = 1_000;

/**
 * Captures the pages of a website run, freezes the evidence, judges it and saves the result. An interrupted capture
 * starts again within the same run after its lease has expired; a cancel stops it between requests.
 * @param isStopping true if this process is asked to end: the run then stays due for the next one
 */
export async function captureWebsite(app: AppContext, claimed: WebsiteRun, isStopping: () => boolean): Promise<void> {
  const begun = await begin(app, claimed);
  if (begun === null) return;
  const { id, workspaceId, failedPolls } = begun;
  const endLease = keepLease(app, { what: 'a capture', id, leaseMs: app.settings.captureLeaseMs }, (dueAt) =>
    schedulePolls(app, [{ id, workspaceId, dueAt, failedPolls }]),
  );
  try {
    await captureBegun(app, begun, isStopping);
  } catch (cause) {
    app.log.error({ id: begun.id, cause: String(cause) }, 'could not save or check a capture');
    await afterFault(app, begun);
  } finally {
    await endLease();
    await dropProgress(app.db, { workspaceId, runId: id });
  }
}

const maxAttempts = 3;

/**
 * Handles an internal failure (e.g. full disk): retries at most `maxAttempts` times, so that we never hammer a site.
 */
async function afterFault(app: AppContext, run: WebsiteRun): Promise<void> {
  const failedPolls = run.failedPolls + 1;
  if (failedPolls < maxAttempts) {
    return finish(app, run, { failedPolls, dueAt: steadyIso(app, app.settings.captureLeaseMs) });
  }
  const error = `capture_failed: The pages could not be saved or checked in ${maxAttempts} attempts. See the server’s log for the reason.`;
  await finish(app, run, { status: 'failed', error, failedPolls, dueAt: null });
  // Without a verdict nothing would ever refer to the evidence.
  await app.evidence.delete(run.id);
}

async function captureBegun(app: AppContext, begun: WebsiteRun, isStopping: () => boolean): Promise<void> {
  const capture = await captureAndKeep(app, begun, isStopping);
  if (capture === null) return;
  // Judges the stored evidence, as a replay would; the capture itself is no longer in memory.
  const frozen = await app.evidence.read(begun.id);
  if (frozen.kind !== 'found') throw new Error(`the evidence of ${begun.id} cannot be read back (${frozen.kind})`);
  const { capturedAt } = frozen.bundle;
  const entries = valueOr([], await app.texts.read('sitemapEntries', sitemapsOf(frozen.bundle)));
  const judged = await app.texts.read('website', frozen.bundle);
  if (judged.kind === 'cut_off') {
    // Judging the same pages again would be interrupted again, and no website is captured twice for that.
    app.log.error({ id: begun.id, by: judged.by, cause: judged.message }, 'a website check was interrupted');
    const error =
      'analysis_cut_off: Checking the captured pages needed too much time or memory, so nothing was measured.';
    // Without a verdict nothing would ever refer to the evidence.
    await app.evidence.delete(begun.id);
    await finish(app, begun, { status: 'failed', error, dueAt: null, usage: capture.usage });
    return;
  }
  await saveVerdict(app, begun, { analysis: judged.value, entries, capturedAt, ...capture });
}

/** Extracts only the sitemaps of a capture, so that pages are not sent to the reader's thread a second time. */
const sitemapsOf = (bundle: EvidenceBundle): EvidenceBundle => ({
  ...bundle,
  fetches: bundle.fetches.filter(({ purpose }) => purpose === 'sitemap'),
  rendered: [],
});

type Kept = Pick<Judged, 'stored' | 'usage'>;

/** Returns null if there is nothing to judge: the run has ended, or waits for the next process. */
async function captureAndKeep(app: AppContext, begun: WebsiteRun, isStopping: () => boolean): Promise<Kept | null> {
  const { ask } = begun;
  const startedAt = app.runtime.monotonic();
  const progress = progressRule(app, begun);
  const experimentPages = await listAwaitedPages(app.db, begun);
  const { maxRequests = defaultLimits.maxRequests } = app.settings.captureLimits;
  const outcome = await app.capture.capture(
    {
      runId: begun.id,
      homeUrl: ask.homeUrl,
      registrableDomain: ask.domain,
      siteName: ask.siteName,
      // A redirect each, besides what the checks need.
      limits: { ...app.settings.captureLimits, maxRequests: maxRequests + 2 * experimentPages.length },
      agent: agentOf(app.settings),
      robotsToken,
      ownerToken: await findOwnerToken(app, begun),
      experimentPages,
    },
    { shouldStop: stopRule(app, begun, isStopping), onProgress: progress.tell },
  );
  await progress.said();
  if (isStopping() && !(await isCancelled(app, begun))) {
    await finish(app, begun, { dueAt: steadyIso(app) });
    return null;
  }
  const durationMs = Math.round(app.runtime.monotonic() - startedAt);
  if (outcome.kind === 'nothing_captured') {
    const usage = { ...unknownUsage, pagesFetched: 0, durationMs, costUsd: 0 };
    const cancelled = await isCancelled(app, begun);
    await finish(
      app,
      begun,
      cancelled
        ? { status: 'cancelled', dueAt: null, usage }
        : { status: 'failed', error: outcome.error, dueAt: null, usage },
    );
    return null;
  }
  const { bundle } = outcome;
  const usage = {
    ...unknownUsage,
    pagesFetched: bundle.fetches.length,
    bytesFetched: bundle.budget.bytes,
    durationMs,
    costUsd: 0,
  };
  if (bundle.budget.stoppedBy === 'cancelled') {
    await finish(app, begun, { status: 'cancelled', dueAt: null, usage });
    return null;
  }
  const statement = await findStatement(app, begun);
  const plan = statement === null ? bundle.plan : { ...bundle.plan, googleAiControl: statement };
  const { manifestSha256, bytes } = await app.evidence.write({ ...bundle, plan });
  return { stored: { manifestDigest: manifestSha256, bytes }, usage };
}

/**
 * Returns the token that allows bot-like user agents on this website: only if its owner has proved ownership and
 * enabled them, and the website has not changed since. The capture checks for the token again.
 */
async function findOwnerToken(app: AppContext, run: WebsiteRun): Promise<string | null> {
  if (run.websiteId === null) return null;
  const site = await findVerification(app.db, run.workspaceId, run.websiteId);
  if (site === null || site.verifiedAt === null || !site.compareBotAgents) return null;
  return site.url === run.ask.homeUrl ? site.token : null;
}

/** Returns the owner's statement in frozen form: without its author, since evidence and checks are shown to others. */
async function findStatement(
  app: AppContext,
  run: WebsiteRun,
): Promise<Required<CapturePlan>['googleAiControl'] | null> {
  const { websiteId, workspaceId } = run;
  const statement = websiteId === null ? null : await findGoogleAiControl(app.db, { websiteId, workspaceId });
  return statement === null ? null : { setting: statement.setting, saidAt: statement.saidAt };
}

type Judged = {
  analysis: WebsiteAnalysis;
  entries: readonly SitemapEntry[];
  capturedAt: string;
  stored: { manifestDigest: string; bytes: number };
  usage: Usage;
};

/** Saves run, verdict and evidence record in one transaction; a cancel that came too late does not undo the capture. */
async function saveVerdict(app: AppContext, run: WebsiteRun, judged: Judged): Promise<void> {
  const { analysis, entries, capturedAt, stored, usage } = judged;
  const patch: RunPatch = {
    status: 'completed',
    observedAt: capturedAt,
    environmentFingerprint: analysis.resultDigest,
    error: null,
    dueAt: null,
    usage,
  };
  await changeRun(
    app,
    run,
    (current) => (isTerminal(current.status) ? null : patch),
    async (tx) => {
      const now = nowIso(app);
      const scope = { workspaceId: run.workspaceId, runId: run.id };
      await recordEvidence(tx, scope, stored, now);
      const version = `${analysis.analyzerVersion}+bots.${analysis.botTableVersion}`;
      await saveResult(tx, scope, { version, result: analysis.result, facts: null }, now);
      if (run.websiteId !== null) {
        const pages = collectSitemapPages(entries, (url) => normalisePageKey(url, run.ask.domain), capturedAt);
        await replaceSitemapPages(tx, run.websiteId, pages, capturedAt);
      }
      await alertOnFailedGates(tx, app, run, analysis.result);
    },
  );
}

/** Moves the run to `capturing`, or ends it if it was cancelled before it began. Null: nothing to do. */
async function begin(app: AppContext, run: WebsiteRun): Promise<WebsiteRun | null> {
  const begun = await changeRun(app, run, (current) => {
    if (isTerminal(current.status) || current.version !== run.version) return null;
    if (current.cancelRequestedAt !== null) return { status: 'cancelled', dueAt: null };
    const dueAt = steadyIso(app, app.settings.captureLeaseMs);
    return { phase: 'capturing', status: 'running', submittedAt: nowIso(app), dueAt };
  });
  return begun.changed && begun.run.phase === 'capturing' && !isTerminal(begun.run.status) ? begun.run : null;
}

/** Saves on top of the newest version, unless the run has ended in the meantime. */
async function finish(app: AppContext, run: WebsiteRun, patch: RunPatch): Promise<void> {
  await changeRun(app, run, (current) => (isTerminal(current.status) ? null : patch));
}

async function isCancelled(app: AppContext, run: WebsiteRun): Promise<boolean> {
  return ((await findRun(app.db, run.workspaceId, run.id))?.cancelRequestedAt ?? null) !== null;
}

/** Reports the progress of a capture, at most once a second. A failure to report never ends a capture. */
function progressRule(
  app: AppContext,
  run: WebsiteRun,
): { tell(progress: CaptureProgress): void; said(): Promise<void> } {
  const scope = { workspaceId: run.workspaceId, runId: run.id };
  let latest: CaptureStanding | null = null;
  let timer: NodeJS.Timeout | undefined;
  let saying: Promise<void> = Promise.resolve();
  let waitMs = 0;
  const say = (): void => {
    timer = undefined;
    waitMs = progressMs;
    if (latest === null) return;
    saying = saveProgress(app.db, scope, latest).catch((cause) =>
      app.log.warn({ id: run.id, cause: String(cause) }, 'could not save the progress of a capture'),
    );
  };
  return {
    tell: ({ pagesCaptured, pagesPlanned, url }) => {
      latest = { pagesRead: pagesCaptured, pagesPlanned, page: url };
      timer ??= setTimeout(say, waitMs);
    },
    said: () => {
      clearTimeout(timer);
      return saying;
    },
  };
}

/** Creates the stop condition that is checked between requests; it reads the database at most once a second. */
function stopRule(app: AppContext, run: WebsiteRun, isStopping: () => boolean): () => Promise<boolean> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let cancelled = false;
  return async () => {
    if (isStopping() || cancelled) return true;
    const now = app.runtime.monotonic();
    if (now - lookedAt < cancelPollMs) return false;
    lookedAt = now;
    cancelled = await isCancelled(app, run);
    return cancelled;
  };
}
