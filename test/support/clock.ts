import { systemRuntime } from '../../src/app/systemRuntime.ts';
import type { Runtime } from '../../src/ports/runtime.ts';

/** A wall clock that stands still until it is moved. Ids and secrets stay random; worker ticks stay real. */
export type TestClock = { runtime: Runtime; now(): number; move(milliseconds: number): void };

export function createClock(start = '2026-03-02T08:00:00.000Z'): TestClock {
  let time = Date.parse(start);
  return {
    runtime: {
      ...systemRuntime,
      now: () => time,
      steady: () => time,
      hasPassed: (at) => time >= at,
      monotonic: () => performance.now(),
      jitter: () => 0.5,
    },
    now: () => time,
    move: (milliseconds) => {
      time += milliseconds;
    },
  };
}

/** Creates a wall clock that runs like the machine's and can be moved ahead. */
export function createRunningClock(): TestClock {
  let ahead = 0;
  const now = (): number => Date.now() + ahead;
  return {
    runtime: { ...systemRuntime, now, steady: now, hasPassed: (at) => now() >= at },
    now,
    move: (milliseconds) => {
      ahead += milliseconds;
    },
  };
}
