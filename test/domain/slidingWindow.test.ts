import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addTo,
  countInTally,
  emptyTally,
  type RateLimit,
  type RequestTally,
} from '../../src/domain/access/slidingWindow.ts';
import { property } from '../support/property.ts';

/** Decides one request over a log written as a list of times, one entry per request. */
function takeFromWindow(log: readonly number[], window: RateLimit, now: number, take = true) {
  const tally = emptyTally();
  for (const time of log) addTo(tally, time, 1);
  return { ...countInTally(tally, window, now, take), stamps: timesOf(tally) };
}

function timesOf({ times, counts, head }: RequestTally): number[] {
  return times.slice(head).flatMap((time, index) => Array.from({ length: counts[head + index] ?? 0 }, () => time));
}

const settings: fc.Arbitrary<RateLimit> = fc.record({
  limit: fc.integer({ min: 1, max: 8 }),
  windowMs: fc.integer({ min: 1, max: 5_000 }),
});
const gaps = fc.array(fc.nat({ max: 1_500 }), { minLength: 1, maxLength: 60 });

/** Sends one request after each gap, and returns the log that a store would keep. */
function send(window: RateLimit, waits: readonly number[]): { accepted: number[]; log: number[]; now: number } {
  let now = 1_000_000;
  let log: number[] = [];
  const accepted: number[] = [];
  for (const wait of waits) {
    now += wait;
    const taken = takeFromWindow(log, window, now);
    if (taken.allowed) accepted.push(now);
    if (taken.changed) log = taken.stamps;
  }
  return { accepted, log, now };
}

describe('a sliding window', () => {
  property(
    'never accepts more than its limit in any span of its length, wherever the span begins',
    [settings, gaps],
    (window, waits) => {
      const { accepted } = send(window, waits);
      for (const start of accepted) {
        expect(accepted.filter((at) => at >= start && at < start + window.windowMs).length).toBeLessThanOrEqual(
          window.limit,
        );
      }
    },
  );

  property('refuses only if the limit is truly used up', [settings, gaps], (window, waits) => {
    let now = 0;
    let log: number[] = [];
    for (const wait of waits) {
      now += wait;
      const taken = takeFromWindow(log, window, now);
      const inside = log.filter((at) => at > now - window.windowMs).length;
      expect(taken.allowed).toBe(inside < window.limit);
      if (taken.changed) log = taken.stamps;
    }
  });

  property(
    'states the exact wait: a request after it is accepted, one a second earlier is not',
    [settings, gaps],
    (window, waits) => {
      const { log, now } = send(window, waits);
      const look = takeFromWindow(log, window, now, false);
      if (look.allowed) return;
      expect(takeFromWindow(log, window, now + look.resetSeconds * 1000, false).allowed).toBe(true);
      expect(takeFromWindow(log, window, now + (look.resetSeconds - 1) * 1000, false).allowed).toBe(false);
    },
  );

  property('counts the rest, never below zero', [settings, gaps], (window, waits) => {
    const { log, now } = send(window, waits);
    const look = takeFromWindow(log, window, now, false);
    const inside = log.filter((at) => at > now - window.windowMs).length;
    expect(look.remaining).toBe(Math.max(0, window.limit - inside));
  });

  property(
    'blocks nobody for longer than one window when the clock steps back, and refills nobody early',
    [settings, gaps, fc.integer({ min: 1, max: 10_000_000 })],
    (window, waits, back) => {
      const { log, now } = send(window, waits);
      const earlier = now - back;
      const atStep = takeFromWindow(log, window, earlier);
      const kept = atStep.changed ? atStep.stamps : log;
      const inside = log.filter((at) => at > now - window.windowMs).length;
      if (inside >= window.limit) expect(atStep.allowed).toBe(false);
      expect(takeFromWindow(kept, window, earlier + window.windowMs, false).allowed).toBe(true);
    },
  );

  property('keeps no more entries than its limit', [settings, gaps], (window, waits) => {
    expect(send(window, waits).log.length).toBeLessThanOrEqual(window.limit);
  });
});

/** States the rule in its simplest form: a list of times, one entry per request. */
function plainly(log: readonly number[], limit: number, windowMs: number, now: number, take: boolean) {
  const inside = log.map((time) => Math.min(time, now)).filter((time) => time > now - windowMs);
  const allowed = inside.length < limit;
  const kept = allowed && take ? [...inside, now] : inside;
  const oldest = kept[Math.max(0, kept.length - limit)] ?? now;
  const changed = (allowed && take) || log.some((time) => time > now);
  return {
    log: changed ? kept : [...log],
    answer: {
      allowed,
      remaining: Math.max(0, limit - kept.length),
      resetSeconds: Math.max(1, Math.ceil((oldest + windowMs - now) / 1000)),
    },
  };
}

const step = fc.record({
  // Mostly small steps forward, sometimes large ones, and sometimes back.
  by: fc.oneof({ weight: 6, arbitrary: fc.nat(40) }, fc.integer({ min: -300, max: 300 }), fc.constant(0)),
  take: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.boolean()),
});

describe('a request tally', () => {
  property(
    'decides like a list of every accepted request, whatever the clock does',
    [fc.array(step, { maxLength: 200 }), fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 200 })],
    (steps, limit, windowMs) => {
      const tally = emptyTally();
      let log: number[] = [];
      let now = 10_000;
      for (const { by, take } of steps) {
        now += by;
        const expected = plainly(log, limit, windowMs, now, take);
        log = expected.log;
        expect(countInTally(tally, { limit, windowMs }, now, take)).toMatchObject(expected.answer);
      }
    },
  );

  it('keeps one entry for all requests of a millisecond, and drops expired ones', () => {
    const tally = emptyTally();
    const window = { limit: 1_000_000, windowMs: 1_000 };
    for (let now = 0; now < 5_000; now += 1) for (let each = 0; each < 3; each += 1) countInTally(tally, window, now);
    expect(countInTally(tally, window, 4_999).remaining).toBe(1_000_000 - 3_001);
    expect(tally.times.length).toBeLessThan(3_000);
  });
});
