import { nextLookDelayMs } from '../domain/polling.ts';
import { isTerminal } from '../domain/run.ts';
import type { RunRecord } from '../domain/runRecord.ts';
import { advanceRun } from '../services/advanceRun.ts';
import { replaySpill } from '../services/replaySpill.ts';
import { resumeSeoReport } from '../services/requestSeoOverview.ts';
import { submitRun } from '../services/submitRun.ts';
import { nowIso, type World } from '../services/world.ts';
import { claimDueRuns, hastenPhase, scheduleLooks } from '../store/dueRuns.ts';
import { claimDueReports } from '../store/seoReports.ts';

export type WorkerOptions = {
  /** Looks under way at once. */
  concurrency: number;
  /** True when no other process can be at work on this database: orphans of a killed one are then known at once. */
  alone: boolean;
  /** Website runs, made by the room that captures pages. */
  captureRun(world: World, run: RunRecord): Promise<void>;
};

export type Worker = { start(): void; wake(): void; stop(): Promise<void> };

const longestBackOffMs = 300_000;
const spillEveryMs = 5_000;

/**
 * Follows the runs of this database until stopped: submits what was reserved and never sent, looks at what was sent,
 * looks for what was lost. Every claim is a lease, so that a worker that dies leaves nothing behind but a delay.
 */
export function createWorker(world: World, options: WorkerOptions): Worker {
  const { pollIntervalMs, submitTimeoutMs } = world.settings;
  const tickMs = Math.min(500, Math.max(20, Math.floor(pollIntervalMs / 8)));
  const leaseMs = Math.max(30_000, submitTimeoutMs * 3);
  const underWay = new Map<string, Promise<void>>();
  const looks: Look[] = [];
  let stopping = false;
  let timer: NodeJS.Timeout | null = null;
  /** The tick under way, if one is: there is never a second beside it, and so never a second loop. */
  let ticking: Promise<void> | null = null;
  let wokenMeanwhile = false;
  let spillDueAt = 0;

  async function tick(): Promise<void> {
    try {
      await flushLooks();
      if (world.runtime.monotonic() >= spillDueAt) {
        spillDueAt = world.runtime.monotonic() + spillEveryMs;
        await replaySpill(world);
        await takeReports();
      }
      await takeRuns();
    } catch (cause) {
      world.log.error({ cause: String(cause) }, 'the worker could not look for work; it tries again');
    }
  }

  async function takeRuns(): Promise<void> {
    const room = options.concurrency - underWay.size;
    if (room <= 0) return;
    const claimed = await claimDueRuns(world.db, world.engine, nowIso(world), nowIso(world, leaseMs), room);
    for (const run of claimed) begin(run.id, () => handle(run));
  }

  async function takeReports(): Promise<void> {
    for (const report of await claimDueReports(world.db, nowIso(world), nowIso(world, leaseMs), 10)) {
      begin(report.id, async () => {
        await resumeSeoReport(world, report);
      });
    }
  }

  function begin(id: string, work: () => Promise<void>): void {
    if (underWay.has(id)) return;
    const done = work()
      .catch((cause: unknown) => world.log.error({ id, cause: String(cause) }, 'a look failed; it is tried again'))
      .finally(() => underWay.delete(id));
    underWay.set(id, done);
  }

  async function handle(run: RunRecord): Promise<void> {
    if (run.kind === 'website') return options.captureRun(world, run);
    if (run.phase === 'reserved') {
      await submitRun(world, run);
      return;
    }
    const look = await advanceRun(world, run);
    if (isTerminal(look.run.status)) return;
    const failedLooks = look.outcome === 'unavailable' ? run.failedLooks + 1 : 0;
    const delay = nextLookDelayMs(
      { intervalMs: pollIntervalMs, longestMs: Math.max(longestBackOffMs, pollIntervalMs) },
      failedLooks,
      look.retryAfterSeconds,
      world.runtime.jitter(),
    );
    // A cancel has moved the next look forward already.
    if (look.run.cancelRequestedAt !== null && run.cancelRequestedAt === null) return;
    looks.push({ id: run.id, workspaceId: run.workspaceId, dueAt: nowIso(world, delay), failedLooks });
  }

  async function flushLooks(): Promise<void> {
    if (looks.length > 0) await scheduleLooks(world.db, looks.splice(0));
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

  return {
    start() {
      const ready = options.alone
        ? hastenPhase(world.db, ['submitting', 'capturing'], nowIso(world))
        : Promise.resolve();
      void ready
        .catch((cause: unknown) => world.log.error({ cause: String(cause) }, 'orphaned runs could not be hastened'))
        .then(loop);
    },
    wake() {
      if (ticking !== null) wokenMeanwhile = true;
      if (timer === null || stopping) return;
      clearTimeout(timer);
      timer = setTimeout(loop, 0);
    },
    async stop() {
      stopping = true;
      if (timer !== null) clearTimeout(timer);
      await ticking;
      await Promise.allSettled(underWay.values());
      await flushLooks().catch(() => {});
    },
  };
}

type Look = { id: string; workspaceId: string; dueAt: string; failedLooks: number };
