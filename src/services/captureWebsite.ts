import type { WebsiteAnalysis } from '../domain/checks/analyze.ts';
import { isTerminal, type Usage, unknownUsage } from '../domain/run.ts';
import type { RunPatch, RunRecord } from '../domain/runRecord.ts';
import { recordEvidence } from '../store/evidenceBundles.ts';
import { saveResult } from '../store/results.ts';
import { findRun, saveRun } from '../store/runs.ts';
import { findVerification } from '../store/siteVerifications.ts';
import { inTransaction } from '../store/transaction.ts';
import { scheduleLooks } from './dueWork.ts';
import { keepLease } from './keepLease.ts';
import { nowIso, type World } from './world.ts';

/** Token under which websites may address this product in robots.txt. */
export const robotsToken = 'SightlineBot';

/** The agent string of this deployment, with a page where its owner can be met. */
export function agentOf(settings: Pick<World['settings'], 'publicBaseUrl'>): string {
  return `${robotsToken}/1.0 (+${settings.publicBaseUrl}/)`;
}

const cancelLookMs = 1_000;

/**
 * Captures the pages of a website run, freezes the evidence, judges it and saves the result. A capture that was
 * interrupted starts again within the same run, once its lease has run out; a cancel stops it between requests.
 * @param isStopping true when this process is asked to end: the run then stays due for the next one
 */
export async function captureWebsite(world: World, claimed: RunRecord, isStopping: () => boolean): Promise<void> {
  const begun = await begin(world, claimed);
  if (begun === null) return;
  const { id, workspaceId, failedLooks } = begun;
  const endLease = keepLease(world, { what: 'a capture', id, leaseMs: world.settings.captureLeaseMs }, (dueAt) =>
    scheduleLooks(world, [{ id, workspaceId, dueAt, failedLooks }]),
  );
  try {
    await captureBegun(world, begun, isStopping);
  } catch (cause) {
    world.log.error({ id: begun.id, cause: String(cause) }, 'a capture could not be kept or judged');
    await afterFault(world, begun);
  } finally {
    await endLease();
  }
}

const mostTries = 3;

/** The fault is ours, a full disk for one: the run is tried again, but nobody's website is asked without end. */
async function afterFault(world: World, run: RunRecord): Promise<void> {
  const failedLooks = run.failedLooks + 1;
  if (failedLooks < mostTries) {
    return finish(world, run, { failedLooks, dueAt: nowIso(world, world.settings.captureLeaseMs) });
  }
  const error = `capture_failed: The pages could not be kept or judged in ${mostTries} tries. The log of the server says why.`;
  await finish(world, run, { status: 'failed', error, failedLooks, dueAt: null });
  // Without a verdict nothing would ever refer to it.
  await world.evidence.delete(run.id);
}

async function captureBegun(world: World, begun: RunRecord, isStopping: () => boolean): Promise<void> {
  const kept = await captureAndKeep(world, begun, isStopping);
  if (kept === null) return;
  // Judged from what was stored, so that a replay judges the same; what was captured is out of memory by now.
  const frozen = await world.evidence.read(begun.id);
  if (frozen.kind !== 'found') throw new Error(`the evidence of ${begun.id} cannot be read back (${frozen.kind})`);
  const analysis = await world.analyst.analyze(frozen.bundle);
  await saveVerdict(world, begun, { analysis, capturedAt: frozen.bundle.capturedAt, ...kept });
}

type Kept = Pick<Judged, 'stored' | 'usage'>;

/** Null when the run has ended, or waits for the next process, without anything to judge. */
async function captureAndKeep(world: World, begun: RunRecord, isStopping: () => boolean): Promise<Kept | null> {
  const { ask } = begun;
  if (ask.kind !== 'website') return null;
  const startedAt = world.runtime.monotonic();
  const outcome = await world.capture.capture(
    {
      runId: begun.id,
      homeUrl: ask.homeUrl,
      registrableDomain: ask.domain,
      siteName: ask.siteName,
      limits: world.settings.captureLimits,
      agent: agentOf(world.settings),
      robotsToken,
      ownerToken: await ownerTokenOf(world, begun),
    },
    { shouldStop: stopRule(world, begun, isStopping) },
  );
  if (isStopping() && !(await isCancelled(world, begun))) {
    await finish(world, begun, { dueAt: nowIso(world) });
    return null;
  }
  const durationMs = Math.round(world.runtime.monotonic() - startedAt);
  if (outcome.kind === 'nothing_captured') {
    const usage = { ...unknownUsage, pagesFetched: 0, durationMs, costUsd: 0 };
    const cancelled = await isCancelled(world, begun);
    await finish(
      world,
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
    await finish(world, begun, { status: 'cancelled', dueAt: null, usage });
    return null;
  }
  const { manifestSha256, bytes } = await world.evidence.write(bundle);
  return { stored: { manifestDigest: manifestSha256, bytes }, usage };
}

/**
 * The token that allows bot-like agent strings on this website: only when its owner has proved it and asked for it, and it
 * is still the website that was proved. The capture looks for it once more.
 */
async function ownerTokenOf(world: World, run: RunRecord): Promise<string | null> {
  if (run.websiteId === null || run.ask.kind !== 'website') return null;
  const site = await findVerification(world.db, run.workspaceId, run.websiteId);
  if (site === null || site.verifiedAt === null || !site.compareBotAgents) return null;
  return site.url === run.ask.homeUrl ? site.token : null;
}

type Judged = {
  analysis: WebsiteAnalysis;
  capturedAt: string;
  stored: { manifestDigest: string; bytes: number };
  usage: Usage;
};

/** Run, verdict and the record of its evidence in one transaction; a cancel that came too late does not undo the capture. */
async function saveVerdict(world: World, run: RunRecord, judged: Judged): Promise<void> {
  const { analysis, capturedAt, stored, usage } = judged;
  const now = nowIso(world);
  for (let tries = 0; tries < 5; tries += 1) {
    const done = await inTransaction(world.db, async (tx) => {
      const current = await findRun(tx, run.workspaceId, run.id);
      if (current === null || isTerminal(current.status)) return true;
      const patch: RunPatch = {
        status: 'completed',
        observedAt: capturedAt,
        environmentFingerprint: analysis.resultDigest,
        error: null,
        dueAt: null,
        usage,
      };
      if ((await saveRun(tx, current, patch, now)) === null) return false;
      const scope = { workspaceId: run.workspaceId, runId: run.id };
      await recordEvidence(tx, scope, stored, now);
      const version = `${analysis.analyzerVersion}+bots.${analysis.botTableVersion}`;
      await saveResult(tx, scope, { version, result: analysis.result, facts: null }, now);
      return true;
    });
    if (done) return;
  }
}

/** Takes the run into `capturing`, or ends it when it was cancelled before it began. Null: nothing to do. */
async function begin(world: World, run: RunRecord): Promise<RunRecord | null> {
  if (isTerminal(run.status)) return null;
  const now = nowIso(world);
  if (run.cancelRequestedAt !== null) {
    await saveRun(world.db, run, { status: 'cancelled', dueAt: null }, now);
    return null;
  }
  const dueAt = nowIso(world, world.settings.captureLeaseMs);
  return saveRun(world.db, run, { phase: 'capturing', status: 'running', submittedAt: now, dueAt }, now);
}

/** Saves on whatever version is the newest, unless the run has ended meanwhile. */
async function finish(world: World, run: RunRecord, patch: RunPatch): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    const current = await findRun(world.db, run.workspaceId, run.id);
    if (current === null || isTerminal(current.status)) return;
    if ((await saveRun(world.db, current, patch, nowIso(world))) !== null) return;
  }
}

async function isCancelled(world: World, run: RunRecord): Promise<boolean> {
  return ((await findRun(world.db, run.workspaceId, run.id))?.cancelRequestedAt ?? null) !== null;
}

/** Asked between requests; reads the database at most once a second. */
function stopRule(world: World, run: RunRecord, isStopping: () => boolean): () => Promise<boolean> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let cancelled = false;
  return async () => {
    if (isStopping() || cancelled) return true;
    const now = world.runtime.monotonic();
    if (now - lookedAt < cancelLookMs) return false;
    lookedAt = now;
    cancelled = await isCancelled(world, run);
    return cancelled;
  };
}
