/** At most `limit` requests in any `windowMs` milliseconds. */
export type RateLimit = { limit: number; windowMs: number };

export type RateLimitDecision = {
  allowed: boolean;
  remaining: number;
  /** Whole seconds until the next request is accepted (when refused) or until the oldest one leaves the window. */
  resetSeconds: number;
};

/**
 * Sliding log of accepted requests. It is exact: no window can hold twice the limit. Requests of the same millisecond
 * share one entry, so a log never has more entries than its window has milliseconds. Entries are in order of time;
 * those before `head` are forgotten.
 */
export type RequestTally = {
  times: number[];
  counts: number[];
  head: number;
  /** Requests from `head` on. */
  total: number;
};

/** Effect of a decision on the tally, for callers that also keep it elsewhere. */
export type TallyChange = {
  /** A request was accepted, or the clock stepped back past the newest entry. */
  changed: boolean;
  /** The clock stepped back: entries later than `now` were merged into one entry at `now`. */
  movedBack: boolean;
};

export function emptyTally(): RequestTally {
  return { times: [], counts: [], head: 0, total: 0 };
}

/**
 * Decides one request and records it in the tally, in constant time on average. Entries from the future (the clock
 * stepped back) count as made now, so that no caller is locked out for longer than one window or refilled early. This
 * requires that the moved entries are saved, even after a refusal or without a new request: otherwise they would stay
 * at "now" until the clock has caught up.
 * @param now milliseconds since the epoch
 */
export function countInTally(
  tally: RequestTally,
  window: RateLimit,
  now: number,
  take = true,
): RateLimitDecision & TallyChange {
  const movedBack = moveFutureTo(tally, now);
  let { head: from, total: inside } = tally;
  while (from < tally.times.length && (tally.times[from] ?? 0) <= now - window.windowMs) {
    inside -= tally.counts[from] ?? 0;
    from += 1;
  }
  const allowed = inside < window.limit;
  const isTaken = allowed && take;
  if (isTaken) {
    addTo(tally, now, 1);
    inside += 1;
  }
  const oldest = timeOfRequest(tally, from, Math.max(0, inside - window.limit)) ?? now;
  const changed = isTaken || movedBack;
  // Old requests are dropped only with a change, because callers that save the log write it only then.
  if (changed) forgetBefore(tally, from, inside);
  const resetSeconds = Math.max(1, Math.ceil((oldest + window.windowMs - now) / 1000));
  return { allowed, changed, movedBack, remaining: Math.max(0, window.limit - inside), resetSeconds };
}

/** Adds requests that were accepted at `time`, which must not be earlier than the last entry. */
export function addTo(tally: RequestTally, time: number, count: number): void {
  const last = tally.times.length - 1;
  if (last >= tally.head && tally.times[last] === time) tally.counts[last] = (tally.counts[last] ?? 0) + count;
  else {
    tally.times.push(time);
    tally.counts.push(count);
  }
  tally.total += count;
}

/** Removes the newest request, as if it had not been made. Returns its time; null if there is none. */
export function removeFromTally(tally: RequestTally): number | null {
  const last = tally.times.length - 1;
  const time = last >= tally.head ? tally.times[last] : undefined;
  if (time === undefined) return null;
  const remaining = (tally.counts[last] ?? 1) - 1;
  if (remaining > 0) tally.counts[last] = remaining;
  else {
    tally.times.pop();
    tally.counts.pop();
  }
  tally.total -= 1;
  return time;
}

function moveFutureTo(tally: RequestTally, now: number): boolean {
  let moved = 0;
  while (tally.times.length > tally.head && (tally.times.at(-1) ?? now) > now) {
    tally.times.pop();
    moved += tally.counts.pop() ?? 0;
  }
  if (moved === 0) return false;
  tally.total -= moved;
  addTo(tally, now, moved);
  return true;
}

/** Returns the time of the request `skip` places after entry `from`; null without one. */
function timeOfRequest(tally: RequestTally, from: number, skip: number): number | null {
  let before = 0;
  for (let index = from; index < tally.times.length; index += 1) {
    before += tally.counts[index] ?? 0;
    if (before > skip) return tally.times[index] ?? null;
  }
  return null;
}

function forgetBefore(tally: RequestTally, from: number, inside: number): void {
  tally.head = from;
  tally.total = inside;
  // Moving the rest to the front takes time proportional to its length, so it is done only when at least as much is
  // forgotten.
  if (from > 64 && from * 2 > tally.times.length) {
    tally.times.splice(0, from);
    tally.counts.splice(0, from);
    tally.head = 0;
  }
}
