/** The ambient world, passed in so that tests can hold it still. */
export interface Runtime {
  /** Wall clock, milliseconds since the epoch. */
  now(): number;
  /** Monotonic milliseconds, for durations and deadlines inside one process. */
  monotonic(): number;
  /** `prefix_` and at least 128 random bits, Base62. */
  newId(prefix: string): string;
  /** Random bytes for secrets. */
  randomBytes(length: number): Uint8Array;
  /** Uniform in [0, 1), for jitter only. */
  jitter(): number;
}
