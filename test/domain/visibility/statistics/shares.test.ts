import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z95 } from '../../../../src/domain/statistics/interval.ts';
import { newcombe } from '../../../../src/domain/statistics/newcombe.ts';
import { effectiveAnswers, neededAnswers } from '../../../../src/domain/statistics/sampleSize.ts';
import { shareInterval } from '../../../../src/domain/statistics/shareInterval.ts';
import { meanInterval, wilson, wilsonHalfWidth } from '../../../../src/domain/statistics/wilson.ts';
import { property } from '../../../support/property.ts';
import { crossing } from './crossing.ts';

const counts = fc
  .integer({ min: 1, max: 400 })
  .chain((trials) => fc.record({ trials: fc.constant(trials), successes: fc.integer({ min: 0, max: trials }) }));

describe('the interval of a mean of values between 0 and 1', () => {
  it.each([
    [[0, 1, 0, 1], 2, 4],
    [[0.5, 0.5, 0.5, 0.5], 2, 4],
    [[1, 1, 1, 1, 1, 1, 1, 1, 1, 1], 10, 10],
    [[0, 0, 0], 0, 3],
    [[0.2, 0.4, 0.9, 0.5], 2, 4],
  ])('of %j is that of %i answers in %i', (values, successes, trials) => {
    const [given, expected] = [meanInterval(values), wilson(successes, trials)];
    expect(given?.lower).toBeCloseTo(expected.lower, 12);
    expect(given?.upper).toBeCloseTo(expected.upper, 12);
  });

  it('is unknown without values, and as wide for one value as for one answer', () => {
    expect(meanInterval([])).toBeNull();
    const one = meanInterval([0.5]);
    expect([one?.lower, one?.upper].map((end) => Math.round(1_000 * Number(end)))).toEqual([55, 945]);
  });

  // Half of the questions always get the same answer, the others by coin toss: pairs of one question depend on each
  // other.
  it('contains the true steadiness in 95 of 100 panels, while an interval over pairs of answers does not', () => {
    const random = createDraws(20_260_311);
    const truth = 0.75;
    const panels = 2_000;
    const inside = { questions: 0, pairs: 0 };
    for (let panel = 0; panel < panels; panel += 1) {
      const agreements = Array.from({ length: 8 }, () => {
        const isSteady = random() < 0.5;
        const answers = Array.from({ length: 4 }, () => (isSteady || random() < 0.5 ? 1 : 0));
        return answers.flatMap((one, at) => answers.slice(at + 1).map((other): number => (one === other ? 1 : 0)));
      });
      const means = agreements.map((pairs) => pairs.reduce((sum, one) => sum + one, 0) / pairs.length);
      const all = agreements.flat();
      const overPairs = wilson(all.filter((one) => one === 1).length, all.length);
      const holds = ({ lower, upper }: { lower: number; upper: number }) => lower <= truth && truth <= upper;
      const overQuestions = meanInterval(means);
      if (overQuestions !== null && holds(overQuestions)) inside.questions += 1;
      if (holds(overPairs)) inside.pairs += 1;
    }
    expect(inside.questions / panels).toBeGreaterThan(0.95);
    expect(inside.pairs / panels).toBeLessThan(0.85);
  });
});

/** Creates a reproducible sequence in [0, 1): a linear congruential generator (Numerical Recipes, 1992). */
function createDraws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('Wilson interval', () => {
  // Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i agrees with the published %d to %d', (successes, trials, lower, upper) => {
    const interval = wilson(successes, trials);
    expect(interval.lower).toBeCloseTo(lower, 4);
    expect(interval.upper).toBeCloseTo(upper, 4);
  });

  property(
    'ends where the score test reaches its critical value, found by bisection',
    [counts],
    ({ successes, trials }) => {
      const share = successes / trials;
      const excess = (p: number) => (share - p) ** 2 * trials - z95 * z95 * p * (1 - p);
      const { lower, upper } = wilson(successes, trials);
      const expectedLower = successes === 0 ? 0 : crossing(excess, 0, share);
      const expectedUpper = successes === trials ? 1 : crossing(excess, 1, share);
      expect(Math.abs(lower - expectedLower)).toBeLessThan(1e-9);
      expect(Math.abs(upper - expectedUpper)).toBeLessThan(1e-9);
    },
  );

  property('contains the share it belongs to and stays within 0 and 1', [counts], ({ successes, trials }) => {
    const { lower, upper } = wilson(successes, trials);
    const share = successes / trials;
    expect(0 <= lower && lower <= share && share <= upper && upper <= 1).toBe(true);
  });

  it.each([
    [0, 0],
    [3, 2],
    [-1, 4],
    [0.5, 4],
  ])('refuses %d of %d', (successes, trials) => {
    expect(() => wilson(successes, trials)).toThrow(RangeError);
  });
});

describe('half-width table of the documentation', () => {
  // n, then percentage points at p = .5, .3, .1
  it.each([
    [1, 44.5, 43.8, 41.5],
    [10, 26.3, 24.8, 19.3],
    [30, 16.8, 15.6, 11.1],
    [100, 9.6, 8.8, 6.0],
  ])('is correct for %i answers', (trials, half, third, tenth) => {
    expect([0.5, 0.3, 0.1].map((p) => Math.round(1000 * wilsonHalfWidth(p, trials)) / 10)).toEqual([
      half,
      third,
      tenth,
    ]);
  });
});

describe('answers needed for a half-width', () => {
  it.each([
    [0.2, [21, 18, 10]],
    [0.15, [39, 33, 17]],
    [0.1, [93, 78, 37]],
    [0.05, [381, 320, 141]],
  ])('of %d are those of the table', (halfWidth, expected) => {
    expect([0.5, 0.3, 0.1].map((share) => neededAnswers(share, halfWidth))).toEqual(expected);
  });

  property(
    'are the first number of answers with an interval that is narrow enough',
    [fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 3, max: 40 })],
    (share, points) => {
      const n = neededAnswers(share, points / 100);
      expect(wilsonHalfWidth(share, n)).toBeLessThanOrEqual(points / 100 + 1e-9);
      if (n > 1) expect(wilsonHalfWidth(share, n - 1)).toBeGreaterThan(points / 100 - 1e-9);
    },
  );
});

describe('effective answers', () => {
  // questions x repeats, correlation, half-width at p = .5 in points
  it.each([
    [10, 10, 0.3, 17.6],
    [10, 10, 0.8, 24.5],
    [20, 5, 0.5, 16.1],
    [30, 3, 0, 10.1],
    [100, 1, 0.8, 9.6],
  ])('of %i questions asked %i times at correlation %d give the documented half-width', (q, r, rho, points) => {
    expect(Math.round(1000 * wilsonHalfWidth(0.5, effectiveAnswers(q, r, rho))) / 10).toBe(points);
  });

  it('are the answers themselves without correlation, and the questions with full correlation', () => {
    expect([effectiveAnswers(12, 5, 0), effectiveAnswers(12, 5, 1)]).toEqual([60, 12]);
  });
});

describe('Newcombe interval of an unpaired difference', () => {
  // Newcombe, Statistics in Medicine 17 (1998) 873-890, table II, method 10.
  it.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [6, 7, 2, 7, 0.0582, 0.8062],
    [5, 56, 0, 29, -0.0381, 0.1926],
    [0, 10, 0, 20, -0.1611, 0.2775],
    [0, 10, 0, 10, -0.2775, 0.2775],
    [10, 10, 0, 20, 0.6791, 1],
    [10, 10, 0, 10, 0.6075, 1],
  ])('of %i/%i against %i/%i is the published one', (a, m, b, n, lower, upper) => {
    const interval = newcombe({ successes: a, trials: m }, { successes: b, trials: n });
    expect(interval.lower).toBeCloseTo(lower, 4);
    expect(interval.upper).toBeCloseTo(upper, 4);
  });

  property('adds the squared distances from each share to its own score limits', [counts, counts], (a, b) => {
    const [p, q] = [a.successes / a.trials, b.successes / b.trials];
    const [u, v] = [wilson(a.successes, a.trials), wilson(b.successes, b.trials)];
    const { lower, upper } = newcombe(a, b);
    expect(Math.abs((p - q - lower) ** 2 - ((p - u.lower) ** 2 + (v.upper - q) ** 2))).toBeLessThan(1e-9);
    expect(Math.abs((upper - p + q) ** 2 - ((u.upper - p) ** 2 + (q - v.lower) ** 2))).toBeLessThan(1e-9);
  });
});

describe('interval of a share of voice', () => {
  const answers = fc.array(
    fc
      .integer({ min: 0, max: 8 })
      .chain((whole) =>
        fc.record({ whole: fc.constant(whole), part: fc.integer({ min: 0, max: Math.min(1, whole) }) }),
      ),
    { minLength: 2, maxLength: 40 },
  );

  it('equals the manual result for three answers', () => {
    // R = 2/6; residuals 1 - 2/3, 0 - 1, 1 - 1/3 = 1/3, -1, 2/3; squares sum to 14/9; se = sqrt(3/2 * 14/9) / 6
    const half = (z95 * Math.sqrt(7 / 3)) / 6;
    const interval = shareInterval([
      { part: 1, whole: 2 },
      { part: 0, whole: 3 },
      { part: 1, whole: 1 },
    ]);
    expect(interval?.lower).toBeCloseTo(Math.max(0, 1 / 3 - half), 12);
    expect(interval?.upper).toBeCloseTo(1 / 3 + half, 12);
  });

  it('is known from two different answers on', () => {
    // R = 1/2; residuals 1/2 and -1/2; se = sqrt(2/1 * 1/2) / 2 = 1/2, so the interval is cut at both ends.
    const rows = [
      { part: 1, whole: 1 },
      { part: 0, whole: 1 },
    ];
    expect(shareInterval(rows)).toEqual({ lower: 0, upper: 1 });
  });

  property('agrees with the variances and the covariance of the two totals', [answers], (rows) => {
    const interval = shareInterval(rows);
    if (interval === null) return;
    const m = rows.length;
    const a = rows.reduce((sum, row) => sum + row.part, 0) / m;
    const t = rows.reduce((sum, row) => sum + row.whole, 0) / m;
    const cov = (x: (row: { part: number; whole: number }) => number, y: typeof x) =>
      rows.reduce((sum, row) => sum + x(row) * y(row), 0) / (m - 1);
    const da = (row: { part: number }) => row.part - a;
    const dt = (row: { whole: number }) => row.whole - t;
    const variance = (cov(da, da) - (2 * a * cov(da, dt)) / t + (a / t) ** 2 * cov(dt, dt)) / (m * t * t);
    const half = z95 * Math.sqrt(Math.max(0, variance));
    expect(Math.abs(interval.lower - Math.max(0, a / t - half))).toBeLessThan(1e-9);
    expect(Math.abs(interval.upper - Math.min(1, a / t + half))).toBeLessThan(1e-9);
  });

  it.each([
    ['one answer', [{ part: 1, whole: 3 }]],
    [
      'nothing identified',
      [
        { part: 0, whole: 0 },
        { part: 0, whole: 0 },
      ],
    ],
    [
      'answers that all agree',
      [
        { part: 1, whole: 3 },
        { part: 1, whole: 3 },
      ],
    ],
    [
      'a domain that never appears',
      [
        { part: 0, whole: 3 },
        { part: 0, whole: 5 },
      ],
    ],
  ])('is unknown with %s, instead of claiming certainty', (_name, rows) => {
    expect(shareInterval(rows)).toBeNull();
  });
});
