/** Two counts of time, for two uses that a step of a clock would otherwise confuse. All in milliseconds. */
export interface Clock {
  /** The date, since the epoch: what people and providers read. It may step, so nothing waits by it. */
  now(): number;
  /**
   * A count that no step of a clock moves, one for all processes of a database and kept over restarts: due times, leases,
   * deadlines and windows. It began as a date and is none: compare it with itself only.
   */
  steady(): number;
  /**
   * Returns true once a deadline of the steady count has passed. Where the count had to follow a step after all, work
   * that began before the step gets the step's length more.
   * @param lengthMs how long before the deadline the work began
   */
  hasPassed(deadline: number, lengthMs: number): boolean;
}

/** The ambient app, passed in so that tests can hold it still. */
export interface Runtime extends Clock {
  /** Monotonic milliseconds, for durations inside one process. */
  monotonic(): number;
  /** `prefix_` and at least 128 random bits, Base62. */
  newId(prefix: string): string;
  /** Random bytes for secrets. */
  randomBytes(length: number): Uint8Array;
  /** Uniform in [0, 1), for jitter only. */
  jitter(): number;
}
