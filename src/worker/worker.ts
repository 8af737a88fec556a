import { nextPollDelayMs } from '../domain/runs/polling.ts';
import { isTerminal } from '../domain/runs/run.ts';
import type { RunRecord } from '../domain/runs/runRecord.ts';
import { deleteForgottenClients } from '../services/access/programs.ts';
import { requeueOrphanedMessages } from '../services/alerts/deliverMessages.ts';
import { evaluateRules } from '../services/alerts/evaluateRules.ts';
import { alertOnBudgets } from '../services/alerts/runAlerts.ts';
import { type AppContext, computePollIntervalMs, steadyIso } from '../services/appContext.ts';
import { captureWebsite } from '../services/captures/captureWebsite.ts';
import {
  createWeeklyReading,
  deleteOldArchives,
  leaseCitedHosts,
  queueAfterRounds,
  readCitedHost,
} from '../services/citedPages/readHosts.ts';
import { shortenAddresses } from '../services/crawlers/savedClaims.ts';
import { saveVerdicts } from '../services/experiments/experimentResult.ts';
import { readVendorPrices } from '../services/money/currentPrices.ts';
import { readRefunds } from '../services/money/readRefunds.ts';
import { deleteOldEvidence } from '../services/operator/deleteOldEvidence.ts';
import { replaySpill } from '../services/operator/replaySpill.ts';
import { settlePlans } from '../services/plans/settlePlan.ts';
import { dueModelReadings, submitModelReading } from '../services/readings/submitModelReading.ts';
import { advanceRun } from '../services/runs/advanceRun.ts';
import {
  reserveDueReports,
  reserveDueRuns,
  resetFarDueTimes,
  scheduleOrphansNow,
  schedulePolls,
} from '../services/runs/dueWork.ts';
import { readUnreadNotices } from '../services/runs/readNotices.ts';
import { submitRun } from '../services/runs/submitRun.ts';
import { submitSecondReading } from '../services/runs/submitSecondReading.ts';
import { resumeSeoReport } from '../services/seo/resumeSeoReport.ts';
import { createMarksKeeper } from '../services/visibility/keepMarks.ts';
import { createDeliverer } from './deliverer.ts';

export type WorkerOptions = {
  /** Maximum concurrent polls. */
  concurrency: number;
  /** True if no other process uses this database: orphans of a killed process are then known immediately. */
  alone: boolean;
};

export type Worker = {
  start(): void;
  wake(): void;
  stop(): Promise<void>;
  /** Number of checks for work since its start, and how many of them failed. */
  ticks(): { done: number; failed: number };
};

const maxBackOffMs = 300_000;
const maxMaintenanceIntervalMs = 5_000;
const priceIntervalMs = 60_000;
const clientIntervalMs = 600_000;
const marksIntervalMs = 60_000;
const periodsIntervalMs = 60_000;
const hostsIntervalMs = 1_000;
/** Maximum number of hosts whose cited pages are read concurrently. */
const maxHosts = 4;

/**
 * Follows the runs of this database until stopped: submits reserved ones, polls sent ones, and searches for lost ones.
 * Every claim is a lease, so a worker that dies only causes a delay.
 */
export function createWorker(app: AppContext, options: WorkerOptions): Worker {
  const { pollIntervalMs, submitTimeoutMs } = app.settings;
  const startedAt = steadyIso(app);
  const tickMs = Math.min(500, Math.max(20, Math.floor(pollIntervalMs / 8)));
  const leaseMs = Math.max(30_000, submitTimeoutMs * 3);
  const maintenanceIntervalMs = Math.min(maxMaintenanceIntervalMs, pollIntervalMs * 5);
  const underWay = new Map<string, Promise<void>>();
  const looks: DuePoll[] = [];
  let stopping = false;
  let timer: NodeJS.Timeout | null = null;
  /** Tick in progress, if any. There is never a second one, so never a second loop. */
  let ticking: Promise<void> | null = null;
  let wokenMeanwhile = false;
  /** True if the last claim took the maximum: more may be due. */
  let moreDue = false;
  let maintenanceDueAt = 0;
  let lastSteady = Number.POSITIVE_INFINITY;
  const ticks = { done: 0, failed: 0 };
  let clientsDueAt = app.runtime.monotonic();
  let pricesDueAt = app.runtime.monotonic() + priceIntervalMs;
  const pricesFailedAt = new Map<string, number>();
  const marks = createMarksKeeper(app);
  let marksDueAt = 0;
  const deliverer = createDeliverer(app, wake);
  let periodsDueAt = 0;
  let hostsDueAt = 0;
  const hosts = new Set<string>();
  const readWeekly = createWeeklyReading(app);

  async function tick(): Promise<void> {
    try {
      await flushPolls();
      if (app.runtime.monotonic() >= maintenanceDueAt) {
        maintenanceDueAt = app.runtime.monotonic() + maintenanceIntervalMs;
        await followSteps();
        await replaySpill(app);
        await readUnreadNotices(app);
        await settlePlans(app);
        await lockReports();
        await readPrices();
        await shortenAddresses(app);
        await deleteOldEvidence(app, app.settings.evidenceRetentionDays);
        await forgetClients();
        await queueAfterRounds(app);
        await readWeekly();
        await deleteOldArchives(app);
      }
      await lockRuns();
      await lockReadings();
      await alertOnBudgets(app);
      await deliverer.step();
      await keepMarks();
      await evaluateEndedPeriods();
      await beginHosts();
      ticks.done += 1;
    } catch (cause) {
      ticks.failed += 1;
      app.log.error({ cause: String(cause) }, 'the worker could not poll for work; will retry');
    }
  }

  /**
   * Runs on the first tick and whenever the steady clock is corrected: work scheduled for a time that no longer applies
   * becomes due now.
   */
  async function followSteps(): Promise<void> {
    const now = app.runtime.steady();
    if (now < lastSteady) await resetFarDueTimes(app);
    lastSteady = now;
  }

  async function forgetClients(): Promise<void> {
    if (app.runtime.monotonic() < clientsDueAt) return;
    clientsDueAt = app.runtime.monotonic() + clientIntervalMs;
    await deleteForgottenClients(app);
  }

  async function readPrices(): Promise<void> {
    if (app.runtime.monotonic() < pricesDueAt) return;
    pricesDueAt = app.runtime.monotonic() + priceIntervalMs;
    await readVendorPrices(app, pricesFailedAt);
    await readRefunds(app);
  }

  /** Keeps marks up to date: a batch with each tick while some are outdated, then a periodic check. */
  async function keepMarks(): Promise<void> {
    if (app.runtime.monotonic() < marksDueAt) return;
    if (!(await marks.step())) marksDueAt = app.runtime.monotonic() + marksIntervalMs;
  }

  /** Evaluates ended periods for alert rules; most of the time there are none. */
  async function evaluateEndedPeriods(): Promise<void> {
    if (app.runtime.monotonic() < periodsDueAt) return;
    periodsDueAt = app.runtime.monotonic() + periodsIntervalMs;
    await evaluateRules(app);
    await saveVerdicts(app);
  }

  async function lockRuns(): Promise<void> {
    const room = options.concurrency - underWay.size;
    if (room <= 0) return;
    const runs = await reserveDueRuns(app, leaseMs, room);
    moreDue = runs.length === room;
    for (const run of runs) begin(run.id, () => handle(run));
  }

  /** Starts reading cited pages of hosts that no other worker reads. This is slow work, so few hosts run at once. */
  async function beginHosts(): Promise<void> {
    if (app.runtime.monotonic() < hostsDueAt || stopping) return;
    hostsDueAt = app.runtime.monotonic() + hostsIntervalMs;
    for (const host of await leaseCitedHosts(app, maxHosts - hosts.size)) {
      hosts.add(host);
      begin(`host:${host}`, () => readCitedHost(app, host, () => stopping).finally(() => hosts.delete(host)));
    }
  }

  /**
   * Claims again as soon as half of the slots are free instead of at the next tick. Not earlier, because each claim is
   * a commit.
   */
  function claimMoreInTime(): void {
    if (!moreDue || underWay.size > options.concurrency / 2) return;
    moreDue = false;
    wake();
  }

  async function lockReports(): Promise<void> {
    for (const report of await reserveDueReports(app, 10)) {
      begin(report.id, async () => {
        await resumeSeoReport(app, report);
      });
    }
  }

  /** Gives model readings only the free slots, because answers have priority. */
  async function lockReadings(): Promise<void> {
    if (app.modelReader === null && app.runtime.monotonic() < maintenanceDueAt) return;
    const room = options.concurrency - underWay.size;
    if (room <= 0) return;
    for (const reading of await dueModelReadings(app, room)) {
      begin(reading.id, () => submitModelReading(app, reading));
    }
  }

  function begin(id: string, work: () => Promise<void>): void {
    if (underWay.has(id)) return;
    const donePromise = work()
      .catch((cause: unknown) => app.log.error({ id, cause: String(cause) }, 'a poll failed; will retry'))
      .finally(() => {
        underWay.delete(id);
        claimMoreInTime();
      });
    underWay.set(id, donePromise);
  }

  async function handle(run: RunRecord): Promise<void> {
    if (run.kind === 'website') return captureWebsite(app, run, () => stopping);
    if (run.phase === 'reserved') {
      await submitRun(app, run);
      return;
    }
    if (await submitSecondReading(app, run)) return;
    const look = await advanceRun(app, run);
    if (isTerminal(look.run.status)) return;
    const failedPolls = look.outcome === 'unavailable' ? run.failedPolls + 1 : 0;
    const intervalMs = computePollIntervalMs(app, run);
    const delay = nextPollDelayMs(
      { intervalMs, longestMs: Math.max(maxBackOffMs, intervalMs) },
      failedPolls,
      look.retryAfterSeconds,
      app.runtime.jitter(),
    );
    // A cancel has already moved the next poll forward.
    if (look.run.cancelRequestedAt !== null && run.cancelRequestedAt === null) return;
    looks.push({ id: run.id, workspaceId: run.workspaceId, dueAt: steadyIso(app, delay), failedPolls });
  }

  async function flushPolls(): Promise<void> {
    if (looks.length > 0) await schedulePolls(app, looks.splice(0));
  }

  function loop(): void {
    timer = null;
    if (stopping) return;
    ticking = tick().then(() => {
      ticking = null;
      if (stopping) return;
      timer = setTimeout(loop, wokenMeanwhile ? 0 : tickMs);
      wokenMeanwhile = false;
    });
  }

  function wake(): void {
    deliverer.hurry();
    if (ticking !== null) wokenMeanwhile = true;
    if (timer === null || stopping) return;
    clearTimeout(timer);
    timer = setTimeout(loop, 0);
  }

  return {
    start() {
      const ready = options.alone
        ? Promise.all([scheduleOrphansNow(app, startedAt), requeueOrphanedMessages(app)])
        : Promise.resolve();
      void ready
        .catch((cause: unknown) => app.log.error({ cause: String(cause) }, 'could not requeue orphaned runs'))
        .then(loop);
    },
    wake,
    ticks: () => ({ ...ticks }),
    async stop() {
      stopping = true;
      if (timer !== null) clearTimeout(timer);
      await ticking;
      await Promise.allSettled(underWay.values());
      await deliverer.settled();
      await flushPolls().catch(() => {});
    },
  };
}

type DuePoll = { id: string; workspaceId: string; dueAt: string; failedPolls: number };
