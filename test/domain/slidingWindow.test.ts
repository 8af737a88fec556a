import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeFromWindow, type Window } from '../../src/domain/slidingWindow.ts';

const settings: fc.Arbitrary<Window> = fc.record({
  limit: fc.integer({ min: 1, max: 8 }),
  windowMs: fc.integer({ min: 1, max: 5_000 }),
});
const gaps = fc.array(fc.nat({ max: 1_500 }), { minLength: 1, maxLength: 60 });

/** Sends one request after each gap and keeps what a store would keep. */
function send(window: Window, waits: readonly number[]): { accepted: number[]; log: number[]; now: number } {
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
  it('never accepts more than its limit in any span of its length, wherever the span begins', () => {
    fc.assert(
      fc.property(settings, gaps, (window, waits) => {
        const { accepted } = send(window, waits);
        for (const start of accepted) {
          expect(accepted.filter((at) => at >= start && at < start + window.windowMs).length).toBeLessThanOrEqual(
            window.limit,
          );
        }
      }),
    );
  });

  it('refuses only when the limit is truly used up', () => {
    fc.assert(
      fc.property(settings, gaps, (window, waits) => {
        let now = 0;
        let log: number[] = [];
        for (const wait of waits) {
          now += wait;
          const taken = takeFromWindow(log, window, now);
          const inside = log.filter((at) => at > now - window.windowMs).length;
          expect(taken.allowed).toBe(inside < window.limit);
          if (taken.changed) log = taken.stamps;
        }
      }),
    );
  });

  it('is honest about the wait: a request after it is accepted, one a second earlier is not', () => {
    fc.assert(
      fc.property(settings, gaps, (window, waits) => {
        const { log, now } = send(window, waits);
        const look = takeFromWindow(log, window, now, false);
        if (look.allowed) return;
        expect(takeFromWindow(log, window, now + look.resetSeconds * 1000, false).allowed).toBe(true);
        expect(takeFromWindow(log, window, now + (look.resetSeconds - 1) * 1000, false).allowed).toBe(false);
      }),
    );
  });

  it('counts what remains, and never below nothing', () => {
    fc.assert(
      fc.property(settings, gaps, (window, waits) => {
        const { log, now } = send(window, waits);
        const look = takeFromWindow(log, window, now, false);
        const inside = log.filter((at) => at > now - window.windowMs).length;
        expect(look.remaining).toBe(Math.max(0, window.limit - inside));
      }),
    );
  });

  it('locks nobody out for longer than one window when the clock steps back, and refills nobody early', () => {
    fc.assert(
      fc.property(settings, gaps, fc.integer({ min: 1, max: 10_000_000 }), (window, waits, back) => {
        const { log, now } = send(window, waits);
        const earlier = now - back;
        const atStep = takeFromWindow(log, window, earlier);
        const kept = atStep.changed ? atStep.stamps : log;
        const inside = log.filter((at) => at > now - window.windowMs).length;
        if (inside >= window.limit) expect(atStep.allowed).toBe(false);
        expect(takeFromWindow(kept, window, earlier + window.windowMs, false).allowed).toBe(true);
      }),
    );
  });

  it('keeps no more than its limit', () => {
    fc.assert(
      fc.property(settings, gaps, (window, waits) => {
        expect(send(window, waits).log.length).toBeLessThanOrEqual(window.limit);
      }),
    );
  });
});
