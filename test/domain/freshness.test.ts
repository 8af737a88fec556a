import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideEnsure, denyReservation } from '../../src/domain/runs/disposition.ts';
import { buildFreshness } from '../../src/domain/runs/freshness.ts';
import { nextPollDelayMs } from '../../src/domain/runs/polling.ts';
import { runStatuses } from '../../src/domain/runs/run.ts';
import { runPhases } from '../../src/domain/runs/runRecord.ts';
import { property } from '../support/property.ts';

const now = Date.parse('2026-03-02T08:00:00.000Z');
const at = (secondsAgo: number): string => new Date(now - secondsAgo * 1000).toISOString();

describe('freshness', () => {
  property(
    'needs a completed run, no older than requested, and an age that is not 0',
    [fc.constantFrom(...runStatuses), fc.integer({ min: -100, max: 700_000 }), fc.nat({ max: 604_800 })],
    (status, secondsAgo, maxAge) => {
      const { fresh, ageSeconds } = buildFreshness({ status, observedAt: at(secondsAgo) }, maxAge, now);
      expect(fresh).toBe(status === 'completed' && maxAge > 0 && Math.max(0, secondsAgo) <= maxAge);
      expect(ageSeconds).toBe(Math.max(0, secondsAgo));
    },
  );

  it.each([
    [86_400, true],
    [86_400.001, false],
  ])('is exact to the millisecond: %d seconds of 86400', (age, fresh) => {
    expect(buildFreshness({ status: 'completed', observedAt: at(age) }, 86_400, now).fresh).toBe(fresh);
  });

  it('of nothing is unknown, never 0', () => {
    expect(buildFreshness(null, 60, now)).toEqual({
      maxAgeSeconds: 60,
      observedAt: null,
      ageSeconds: null,
      fresh: false,
    });
    expect(buildFreshness({ status: 'running', observedAt: null }, 60, now).ageSeconds).toBeNull();
  });
});

const candidate = (phase: (typeof runPhases)[number], id: string, secondsAgo = 0) => ({
  id,
  phase,
  status: 'running' as const,
  observedAt: at(secondsAgo),
});
const completed = (secondsAgo: number) => ({
  ...candidate('submitted', 'run_done', secondsAgo),
  status: 'completed' as const,
});

describe('the decision of an ensure', () => {
  property(
    'prefers a fresh answer, then an unresolved creation, then active work, and only then new work',
    [fc.boolean(), fc.array(fc.constantFrom(...runPhases), { maxLength: 4 })],
    (fresh, phases) => {
      const active = phases.map((phase, index) => candidate(phase, `run_${index}`));
      const { kind } = decideEnsure(completed(fresh ? 5 : 500), active, 60, now);
      const right = fresh
        ? 'fresh_saved'
        : phases.includes('unresolved')
          ? 'creation_unresolved'
          : phases.length > 0
            ? 'existing_active'
            : 'reserve';
      expect(kind).toBe(right);
    },
  );

  it('is denied exactly if a slot is missing, with the setting and the time', () => {
    const now = Date.parse('2026-03-02T08:00:00.000Z');
    fc.assert(
      fc.property(
        fc.nat({ max: 6 }),
        fc.nat({ max: 6 }),
        fc.nat({ max: 6 }),
        fc.nat({ max: 6 }),
        fc.boolean(),
        (activeRuns, activeRunLimit, runsToday, runsPerDay, heldElsewhere) => {
          const denial = denyReservation({ activeRuns, activeRunLimit, runsToday, runsPerDay, heldElsewhere }, now);
          const full = activeRuns >= activeRunLimit || runsToday >= runsPerDay;
          expect(denial?.code ?? null).toBe(heldElsewhere ? 'owner_active_elsewhere' : full ? 'run_limit' : null);
          if (denial !== null) expect(denial.message).toMatch(/new Idempotency-Key/);
          const setting = { active_runs: 'ACTIVE_RUNS_PER_OWNER', runs_per_day: 'RUNS_PER_DAY_PER_OWNER' };
          if (denial?.code === 'run_limit') expect(denial.message).toContain(setting[denial.limit ?? 'active_runs']);
          const wait = denial?.freeAt == null ? null : Date.parse(denial.freeAt) - now;
          if (denial?.limit === 'runs_per_day') expect(wait).toBe(16 * 3_600_000);
          if (denial?.limit === 'active_runs') expect(wait).toBe(30_000);
        },
      ),
    );
  });
});

describe('the time until the next poll', () => {
  const polling = { intervalMs: 2_000, longestMs: 300_000 };
  const jitter = fc.double({ min: 0, max: 0.999_999, noNaN: true });

  property('is the interval ± a fifth while polls succeed', [jitter], (random) => {
    const delay = nextPollDelayMs(polling, 0, null, random);
    expect(delay).toBeGreaterThanOrEqual(1_600);
    expect(delay).toBeLessThanOrEqual(2_400);
  });

  property(
    'never decreases with more failures in a row, and stays within bounds',
    [fc.nat({ max: 5_000 }), jitter],
    (failed, random) => {
      const delay = nextPollDelayMs(polling, failed, null, random);
      expect(delay).toBeLessThanOrEqual(360_000);
      expect(nextPollDelayMs(polling, failed + 1, null, random)).toBeGreaterThanOrEqual(delay);
    },
  );

  property(
    'is never shorter than the provider requested',
    [fc.nat({ max: 20 }), fc.nat({ max: 3_600 }), jitter],
    (failed, seconds, random) => {
      expect(nextPollDelayMs(polling, failed, seconds, random)).toBeGreaterThanOrEqual(seconds * 1000);
    },
  );
});
