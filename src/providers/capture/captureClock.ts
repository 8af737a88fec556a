import { setTimeout as delay } from 'node:timers/promises';

/** Time for a capture, replaceable so that a test can skip hours. All values are milliseconds. */
export type CaptureClock = {
  now(): number;
  monotonic(): number;
  sleep(milliseconds: number): Promise<void>;
};

export const systemClock: CaptureClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (milliseconds) => delay(milliseconds),
};
