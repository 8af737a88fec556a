import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { benjaminiHochberg } from '../../../../src/domain/statistics/benjaminiHochberg.ts';
import { mcnemar } from '../../../../src/domain/statistics/mcnemar.ts';
import { pairedDifference } from '../../../../src/domain/statistics/pairedDifference.ts';
import { tango } from '../../../../src/domain/statistics/tango.ts';
import { property } from '../../../support/property.ts';

const singles = (sums: readonly number[]) => sums.map((sum) => ({ sum, size: 1 }));
const moves = (gained: number, lost: number, still: number) =>
  singles([...Array(gained).fill(1), ...Array(lost).fill(-1), ...Array(still).fill(0)]);

describe('a paired difference', () => {
  it('is unknown without questions', () => {
    expect(pairedDifference([], 'seed')).toBeNull();
  });

  it('of one answer each has the interval of Tango, widened to zero if the exact test finds nothing', () => {
    for (let total = 1; total <= 24; total += 1) {
      for (let gained = 0; gained <= total; gained += 1) {
        for (let lost = 0; lost <= total - gained; lost += 1) {
          const found = pairedDifference(moves(gained, lost, total - gained - lost), 'seed', mcnemar(gained, lost));
          const { lower, upper } = tango(gained, lost, total);
          const isCalled = mcnemar(gained, lost) < 0.05;
          expect(found?.interval95.lower).toBeCloseTo(isCalled ? lower : Math.min(lower, 0), 12);
          expect(found?.interval95.upper).toBeCloseTo(isCalled ? upper : Math.max(upper, 0), 12);
          // A difference that is significant by the exact test is also significant by the score interval.
          if (isCalled) expect(lower > 0 || upper < 0).toBe(true);
        }
      }
    }
  });

  it('contains the values that the test does not reject', () => {
    // With seven shares, a value below the smallest leaves 2 of 128 patterns, and each further subset adds two: 0.05 x
    // 128 = 6.4, so the limit is the third smallest mean over a subset.
    const shares = [0.1, 0.3, 0.5, 0.2, 0.4, 0.6, 0.8];
    const found = pairedDifference(singles(shares), 'seed');
    const means = Array.from({ length: 2 ** 7 - 2 }, (_, at) => at + 1).map((pattern) => {
      const part = shares.filter((_share, index) => ((pattern >> index) & 1) === 1);
      return part.reduce((sum, share) => sum + share, 0) / part.length;
    });
    const reject = (value: number) => (2 + 2 * means.filter((mean) => mean <= value).length) / 128 < 0.05;
    expect(found?.p).toBe(2 / 128);
    expect(reject((found?.interval95.lower ?? 0) - 1e-9)).toBe(true);
    expect(reject((found?.interval95.lower ?? 0) + 1e-9)).toBe(false);
  });

  it('has no limits below six groups, where the test cannot reject anything', () => {
    const found = pairedDifference(singles([0.2, 0.3, 0.4, 0.5, 0.6]), 'seed');
    expect(found?.interval95).toEqual({ lower: -1, upper: 1 });
  });

  it('never has an interval of zero width, even if nothing moved', () => {
    const found = pairedDifference(singles(Array(20).fill(0)), 'seed');
    expect(found?.interval95.upper).toBeGreaterThan(0.15);
    expect(found?.interval95.lower).toBeLessThan(-0.15);
  });

  it('is inside its interval, which excludes zero exactly if the test rejects it', () => {
    const group = fc.record({
      share: fc.constantFrom(-1, -0.5, -0.25, 0, 0, 0.25, 0.5, 1),
      size: fc.constantFrom(1, 1, 2, 4),
    });
    const some = fc.array(group, { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(some, fc.string(), (list, seed) => {
        const groups = list.map(({ share, size }) => ({ sum: share * size, size }));
        const { mean, p, interval95 } = pairedDifference(groups, seed) ?? {
          mean: 0,
          p: 1,
          interval95: { lower: 0, upper: 0 },
        };
        expect(interval95.lower).toBeLessThanOrEqual(mean + 1e-12);
        expect(interval95.upper).toBeGreaterThanOrEqual(mean - 1e-12);
        expect(interval95.lower > 0 || interval95.upper < 0).toBe(p < 0.05);
      }),
      { numRuns: 300 },
    );
  });

  it('of groups flips whole groups: four questions of one topic are one move', () => {
    const apart = pairedDifference(singles(Array(8).fill(0.5)), 'seed');
    const together = pairedDifference(
      [
        { sum: 2, size: 4 },
        { sum: 2, size: 4 },
      ],
      'seed',
    );
    expect(apart?.p).toBe(2 / 256);
    expect(together?.p).toBe(2 / 4);
    expect(together?.mean).toBe(apart?.mean);
  });
});

property(
  'a corrected p is never below the uncorrected p, not even by rounding',
  [fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 })],
  (ps) => {
    for (const [index, adjusted] of benjaminiHochberg(ps).entries()) {
      expect(adjusted).toBeGreaterThanOrEqual(ps[index] ?? 1);
    }
  },
);
