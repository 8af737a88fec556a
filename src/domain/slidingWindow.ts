/** A sliding log of accepted requests: exact, with no edge at which twice the limit passes. Times in milliseconds. */
export type Window = { limit: number; windowMs: number };

export type Taken = {
  allowed: boolean;
  /** The log to keep: accepted requests inside the window, oldest first. */
  stamps: number[];
  /** True when the log must be saved: a request was taken, or the clock stepped back behind what was logged. */
  changed: boolean;
  remaining: number;
  /** Whole seconds until the next request is accepted (when refused) or until the oldest one leaves the window. */
  resetSeconds: number;
};

/**
 * Decides one request. Stamps from the future (the clock stepped back) count as made now, so that nobody is locked out
 * for longer than one window, and nobody is refilled early. That holds only if the moved stamps are kept, even by a look
 * or a refusal: read from the old log again, they would stay "now" until the clock has caught up.
 */
export function takeFromWindow(log: readonly number[], window: Window, now: number, take = true): Taken {
  const inside = log.map((stamp) => Math.min(stamp, now)).filter((stamp) => stamp > now - window.windowMs);
  const allowed = inside.length < window.limit;
  const stamps = allowed && take ? [...inside, now] : inside;
  const oldest = stamps[Math.max(0, stamps.length - window.limit)] ?? now;
  const resetSeconds = Math.max(1, Math.ceil((oldest + window.windowMs - now) / 1000));
  const changed = (allowed && take) || log.some((stamp) => stamp > now);
  return { allowed, stamps, changed, remaining: Math.max(0, window.limit - stamps.length), resetSeconds };
}
