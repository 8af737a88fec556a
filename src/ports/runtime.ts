/** Two clocks, for two uses that a change of the system clock would otherwise confuse. All in milliseconds. */
export interface Clock {
  /** Returns the date, since the epoch, for people and providers. It may jump, so nothing waits by it. */
  now(): number;
  /**
   * Returns a time that no change of the system clock affects, shared by all processes of a database and kept over
   * restarts: for due times, leases, deadlines and windows. It started as a date but is not one: compare it only with
   * itself.
   */
  steady(): number;
  /**
   * Returns true once a deadline on the steady clock has passed. If that clock had to follow a jump after all, work
   * that began before gets the length of the jump in addition.
   * @param lengthMs time between the start of the work and the deadline
   */
  hasPassed(deadline: number, lengthMs: number): boolean;
}

/** The environment of the process, passed in so that tests can control it. */
export interface Runtime extends Clock {
  /** Monotonic milliseconds, for durations inside one process. */
  monotonic(): number;
  /** Returns `prefix_` and at least 128 random bits, Base62. */
  newId(prefix: string): string;
  /** Returns random bytes for secrets. */
  randomBytes(length: number): Uint8Array;
  /** Returns a value uniform in [0, 1), for jitter only. */
  jitter(): number;
}
