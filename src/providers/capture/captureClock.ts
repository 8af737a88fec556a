import { setTimeout as delay } from 'node:timers/promises';

/** Time as a capture sees it, so that a test can make an hour pass in no time. All values are milliseconds. */
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
