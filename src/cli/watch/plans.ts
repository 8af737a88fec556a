import type { Call } from '../../client/send.ts';
import { SightlineError } from '../../client/sightlineError.ts';
import type { OutputOf } from '../../contract/callTypes.ts';
import type { WatchList } from '../../contract/watchList.ts';

type Work = OutputOf<'takePlanWork'>;
type Request = Work['requests'][number];
type WatchedPlan = WatchList['plans'][number];

/** Dependencies of a watcher: the server's calls, a clock, and an output. */
export type WatcherDeps = {
  /** Lists the plans to check, each with its key. @throws SightlineError */
  list(): Promise<readonly WatchedPlan[]>;
  callAs(key: string): Call;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** @throws if the watcher has to end */
  pause(milliseconds: number): Promise<void>;
  say(line: string): void;
};

/** Interval between reads of the list of plans, in milliseconds. */
const listStepMs = 5_000;
const maxBackOffMs = 60_000;
/** Longest wait after a refusal, because the limit may have been raised. */
const maxWaitMs = 600_000;
/** Wait after a refusal without a time. */
const unclearWaitMs = 60_000;

/**
 * Sends the requests of due rounds until it is stopped. It decides and stores nothing: the server states each request
 * and its key. So a second watcher, a restart or a repetition buys nothing twice, and a wrong clock here affects no
 * round.
 */
export async function watchPlans(house: WatcherDeps): Promise<never> {
  const watch = createWatch(house);
  for (;;) await house.pause(await watch.pass());
}

export function createWatch(house: WatcherDeps): { pass(): Promise<number> } {
  /** Time of each plan's next check. */
  const notBefore = new Map<string, number>();
  const stale = new Set<string>();
  let failures = 0;
  let awaySince: number | null = null;

  /** Checks all plans with work once. Returns the milliseconds to wait before the next pass. */
  async function pass(): Promise<number> {
    let plans: readonly WatchedPlan[];
    try {
      plans = await house.list();
    } catch (error) {
      return backOff(error);
    }
    if (awaySince !== null) {
      house.say(`the server is back after ${seconds(house.now() - awaySince)} s`);
      awaySince = null;
    }
    failures = 0;
    for (const id of notBefore.keys()) if (!plans.some(({ planId }) => planId === id)) notBefore.delete(id);
    for (const plan of plans) {
      warnOfStale(plan);
      if (!plan.hasWork || (notBefore.get(plan.planId) ?? 0) > house.now()) continue;
      const waitMs = await look(plan);
      notBefore.set(plan.planId, house.now() + waitMs);
    }
    const next = [...notBefore.values()].map((at) => at - house.now());
    return Math.max(1, Math.min(listStepMs, ...next.filter((ms) => ms > 0)));
  }

  /** Reports a plan whose key does not work, once. */
  function warnOfStale({ planId, isStale }: WatchedPlan): void {
    if (isStale !== true || stale.has(planId)) return;
    stale.add(planId);
    house.say(`plan ${planId}: its key was created with another secret and no longer works; activate the plan again`);
  }

  function backOff(error: unknown): number {
    failures += 1;
    if (awaySince === null) {
      awaySince = house.now();
      house.say(`no list of plans: ${reasonOf(error)}; retrying`);
    }
    const own = Math.min(maxBackOffMs, 500 * 2 ** Math.min(failures, 10));
    const waitMs = error instanceof SightlineError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    return Math.max(own, waitMs);
  }

  /** Requests the work of one plan and sends it. Returns the milliseconds until its next check. */
  async function look({ planId, key }: WatchedPlan): Promise<number> {
    const call = house.callAs(key);
    let work: Work;
    try {
      work = await call('takePlanWork', { id: planId });
    } catch (error) {
      house.say(`plan ${planId}: could not read its work: ${reasonOf(error)}`);
      return waitAfter(error);
    }
    let waitMs = work.comeBackAfterSeconds * 1000;
    for (const request of work.requests) {
      const refusedForMs = await send(call, work, request);
      if (refusedForMs === null) continue;
      waitMs = Math.max(waitMs, refusedForMs.waitMs);
      if (refusedForMs.stops) break;
    }
    if (work.requests.length === 0 && work.wait !== null) {
      house.say(`${nameOf(work)}: waits, ${waitWords[work.wait]}${work.note === null ? '' : `: ${work.note}`}`);
    }
    return waitMs;
  }

  /**
   * Returns null if the request was met; otherwise how long to wait, and whether the other requests would be refused
   * too.
   */
  async function send(call: Call, work: Work, request: Request): Promise<{ waitMs: number; stops: boolean } | null> {
    const { caseId, maxAgeSeconds, useSeoTools, idempotencyKey } = request;
    const line = `${nameOf(work)} round ${request.round}: ${caseId} (${request.repeat})`;
    try {
      const body = { kind: 'keyword', caseId, useSeoTools, maxAgeSeconds } as const;
      const { disposition, run } = await call('ensureObservation', body, { idempotencyKey });
      house.say(`${line} ${disposition} ${run?.id ?? ''}`);
      // Without a failed run, the server decides about the other requests when work is next requested.
      return run?.status === 'failed' ? { waitMs: 1_000, stops: true } : null;
    } catch (error) {
      house.say(`${line} refused, ${reasonOf(error)}`);
      return { waitMs: waitAfter(error), stops: stopsOthers(error) };
    }
  }

  return { pass };
}

const waitWords: Readonly<Record<NonNullable<Work['wait']>, string>> = {
  runs: 'for active runs',
  places: 'because too many runs are active',
  day: 'because no runs are left for this UTC day',
  budget: 'because a budget is used up',
  engine: 'because an engine is off, or a question was archived',
  vendor: 'because an engine refused; retrying later',
};

function nameOf({ name }: Work): string {
  return `plan "${name}"`;
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 1000);
}

function reasonOf(error: unknown): string {
  if (error instanceof SightlineError) return `${error.code}: ${error.message}`;
  throw error;
}

function waitAfter(error: unknown): number {
  const requestCount = error instanceof SightlineError ? error.retryAfterSeconds : null;
  if (requestCount !== null) return Math.min(maxWaitMs, requestCount * 1000);
  return error instanceof SightlineError && error.mayRepeat ? 5_000 : unclearWaitMs;
}

/** Returns true for a limit, an unavailable server or an invalid key, which affect every other request too. */
function stopsOthers(error: unknown): boolean {
  if (!(error instanceof SightlineError)) return true;
  return error.mayRepeat || error.code === 'run_limit' || error.status === 401;
}
