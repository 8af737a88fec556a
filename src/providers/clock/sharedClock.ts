import type { RunningClock } from './embeddedClock.ts';

export type SharedClockOptions = {
  /** The database's own time, in milliseconds since the epoch. */
  readDatabaseTime(): Promise<number>;
  monotonic(): number;
  pollEveryMs?: number;
};

/** Smaller differences come from the network, and are corrected gradually. */
const stepMs = 1_000;
/** A limit longer than any deadline. */
const jumpsKeptMs = 25 * 3_600_000;

/**
 * Starts the clock of processes that share a database: its time is the date and the steady count for all of them,
 * whatever their own clocks show. Between two reads it advances with the monotonic clock, even while the database is
 * unavailable. Processes follow a step of the database's clock, so that they all agree; times that this process
 * recorded before a step forward are kept.
 */
export async function startSharedClock(options: SharedClockOptions): Promise<RunningClock> {
  const { monotonic, readDatabaseTime } = options;
  let atMonotonic = 0;
  let atTime = 0;
  let jumps: { before: number; by: number }[] = [];
  const steady = (): number => Math.floor(atTime + monotonic() - atMonotonic);

  async function measure(): Promise<{ time: number; at: number; roundTripMs: number }> {
    const began = monotonic();
    const time = await readDatabaseTime();
    const at = monotonic();
    return { time: time + (at - began) / 2, at, roundTripMs: at - began };
  }

  async function look(): Promise<void> {
    const { time, at, roundTripMs } = await measure();
    // A reply that slow is less accurate than the monotonic clock.
    if (roundTripMs > stepMs) return;
    const expected = atTime + at - atMonotonic;
    const difference = time - expected;
    if (difference > stepMs)
      jumps = [...jumps.filter(({ before }) => time - before < jumpsKeptMs), { before: expected, by: difference }];
    atTime = Math.abs(difference) > stepMs ? time : expected + difference / 4;
    atMonotonic = at;
  }

  const first = await measure();
  atTime = first.time;
  atMonotonic = first.at;
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => {});
  }, options.pollEveryMs ?? 5_000).unref();
  return {
    now: steady,
    steady,
    hasPassed(deadline, lengthMs) {
      const more = jumps
        .filter(({ before }) => deadline - lengthMs <= before && before < deadline)
        .reduce((sum, { by }) => sum + by, 0);
      return steady() >= deadline + more;
    },
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
