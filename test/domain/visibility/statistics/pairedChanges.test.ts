import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { benjaminiHochberg } from '../../../../src/domain/statistics/benjaminiHochberg.ts';
import { detectableChange } from '../../../../src/domain/statistics/detectableChange.ts';
import { z95 } from '../../../../src/domain/statistics/interval.ts';
import { mcnemar } from '../../../../src/domain/statistics/mcnemar.ts';
import { seedOf, signFlip } from '../../../../src/domain/statistics/signFlip.ts';
import { tango } from '../../../../src/domain/statistics/tango.ts';
import { property } from '../../../support/property.ts';
import { crossing } from './crossing.ts';

describe('exact McNemar test', () => {
  it.each([
    [3, 0, 0.25],
    [4, 0, 0.125],
    [5, 0, 0.0625],
    [6, 0, 0.03125],
    [1, 9, 0.021484375],
    [0, 0, 1],
    [4, 4, 1],
  ])('of %i gained and %i lost gives p = %d', (gained, lost, p) => {
    expect(mcnemar(gained, lost)).toBeCloseTo(p, 12);
  });

  property(
    'is twice the binomial tail, summed in whole numbers',
    [fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 120 })],
    (gained, lost) => {
      const n = BigInt(gained + lost);
      let choose = 1n;
      let tail = 1n;
      for (let i = 1n; i <= BigInt(Math.min(gained, lost)); i += 1n) {
        choose = (choose * (n - i + 1n)) / i;
        tail += choose;
      }
      const scale = 10n ** 40n;
      const exact = Math.min(1, Number((2n * tail * scale) / 2n ** n) / 1e40);
      expect(Math.abs(mcnemar(gained, lost) - exact)).toBeLessThan(1e-9);
    },
  );

  it('refuses more changes than floating point can represent', () => {
    expect(() => mcnemar(900, 900)).toThrow(RangeError);
  });
});

describe('detectable change', () => {
  it.each([
    [10, 10, 9],
    [20, 20, 15],
    [30, 30, 21],
  ])('of %i questions that all change needs %i of them one way: %i', (paired, changed, oneWay) => {
    expect(detectableChange(paired, changed)).toBeCloseTo((2 * oneWay - changed) / paired, 12);
  });

  it('counts fewer than six changes as six, the smallest significant number', () => {
    expect(detectableChange(50, 0)).toBe(6 / 50);
  });

  it('is unknown if fewer than six questions are paired', () => {
    expect(detectableChange(5, 0)).toBeNull();
  });

  property(
    'is significant by the test, and with one question less it is not',
    [fc.integer({ min: 6, max: 100 }), fc.nat(100)],
    (paired, wanted) => {
      const changed = Math.max(6, Math.min(paired, wanted));
      const net = Math.round((detectableChange(paired, changed) ?? Number.NaN) * paired);
      const oneWay = (changed + net) / 2;
      expect(mcnemar(oneWay, changed - oneWay)).toBeLessThan(0.05);
      expect(mcnemar(oneWay - 1, changed - oneWay + 1)).toBeGreaterThanOrEqual(0.05);
    },
  );
});

const pairCounts = fc
  .integer({ min: 1, max: 100 })
  .chain((paired) => fc.tuple(fc.constant(paired), fc.nat(paired)))
  .chain(([paired, gained]) => fc.tuple(fc.constant(paired), fc.constant(gained), fc.nat(paired - gained)));

describe('Tango interval of a paired difference', () => {
  it('is z²/(n + z²) to both sides if nothing changed', () => {
    const limit = (z95 * z95) / (30 + z95 * z95);
    const { lower, upper } = tango(0, 0, 30);
    expect(lower).toBeCloseTo(-limit, 12);
    expect(upper).toBeCloseTo(limit, 12);
  });

  property(
    'ends where the score statistic, with its nuisance share found by bisecting the likelihood slope, is critical',
    [pairCounts],
    ([paired, gained, lost]) => {
      const { upper } = tango(gained, lost, paired);
      const statistic = (delta: number) => {
        const q = likeliestLost(gained, lost, paired, delta);
        const variance = paired * (2 * q + delta - delta * delta);
        return (gained - lost - paired * delta) / Math.sqrt(variance) + z95;
      };
      const estimate = (gained - lost) / paired;
      const expected = gained === paired ? 1 : crossing(statistic, estimate + 1e-12, 1 - 1e-12);
      expect(Math.abs(upper - expected)).toBeLessThan(1e-9);
    },
  );

  property('is mirrored if gains and losses are exchanged', [pairCounts], ([paired, gained, lost]) => {
    const there = tango(gained, lost, paired);
    const back = tango(lost, gained, paired);
    expect([back.lower, back.upper]).toEqual([-there.upper, -there.lower]);
  });

  property('contains the difference and stays within -1 and 1', [pairCounts], ([paired, gained, lost]) => {
    const { lower, upper } = tango(gained, lost, paired);
    const difference = (gained - lost) / paired;
    expect(-1 <= lower && lower <= difference && difference <= upper && upper <= 1).toBe(true);
  });
});

/** Maximises gained log(q + d) + lost log q + rest log(1 - 2q - d) over q: its slope falls, so halving finds zero. */
function likeliestLost(gained: number, lost: number, paired: number, delta: number): number {
  const rest = paired - gained - lost;
  const [least, most] = [Math.max(0, -delta), (1 - delta) / 2];
  const slope = (q: number) => part(gained, q + delta) + part(lost, q) - 2 * part(rest, 1 - 2 * q - delta);
  const tiny = (most - least) * 1e-14;
  if (slope(least + tiny) <= 0) return least;
  if (slope(most - tiny) >= 0) return most;
  return crossing(slope, least + tiny, most - tiny);
}

function part(count: number, share: number): number {
  return count === 0 ? 0 : count / share;
}

describe('sign-flip test', () => {
  it('gives the p of the fifteen pairs of maize published by Fisher: 2 x 863 of 32768', () => {
    const heights = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
    expect(signFlip(heights, 'any')).toBeCloseTo((2 * 863) / 32768, 12);
  });

  property(
    'equals the exact McNemar test if questions only gain or lose',
    [fc.nat(8), fc.nat(8), fc.nat(8)],
    (gained, lost, same) => {
      const differences = [...ones(gained, 1), ...ones(lost, -1), ...ones(same, 0)];
      expect(Math.abs(signFlip(differences, 'any') - mcnemar(gained, lost))).toBeLessThan(1e-9);
    },
  );

  it('samples beyond twenty questions, close to the exact p', () => {
    const p = signFlip([...ones(18, 1), ...ones(8, -1)], seedOf(['run_a', 'run_b']));
    expect(Math.abs(p - mcnemar(18, 8))).toBeLessThan(0.01);
  });

  it('samples the same p for the same runs, in any order', () => {
    const differences = Array.from({ length: 25 }, (_, index) => (index % 3) - 0.7);
    expect(signFlip(differences, seedOf(['run_b', 'run_a']))).toBe(signFlip(differences, seedOf(['run_a', 'run_b'])));
  });

  it('samples other signs for other runs', () => {
    const differences = Array.from({ length: 25 }, (_, index) => (index % 3) - 0.7);
    const drawn = ['run_a', 'run_b', 'run_c'].map((run) => signFlip(differences, seedOf([run])));
    expect(new Set(drawn).size).toBeGreaterThan(1);
  });

  it('counts sums that differ only by rounding as equal', () => {
    // 0.1 + 0.2 - 0.3 is not exactly 0 in floating point; by symmetry, every sign pattern is as extreme as the observed
    // one.
    expect(signFlip([0.1, 0.2, -0.3], 'any')).toBe(1);
    expect(signFlip([0.3, -0.1, -0.2], 'any')).toBe(1);
    // |0.1 + 0.2 + 0.3| and its mirror are the only two of eight; both orders of addition must be recognised.
    expect(signFlip([0.3, 0.2, 0.1], 'any')).toBe(0.25);
    expect(signFlip([0.7, 0.1, 0.1, 0.1], 'any')).toBe(0.125);
  });

  it('gives p = 1 if nothing changed', () => {
    expect(signFlip([0, 0, 0], 'any')).toBe(1);
  });
});

function ones(count: number, value: number): number[] {
  return new Array<number>(count).fill(value);
}

describe('Benjamini-Hochberg', () => {
  // Example of the paper: fifteen p values, of which the first four are significant at 5 %.
  const published = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
  ];

  it('rejects the four hypotheses that the paper rejects', () => {
    expect(benjaminiHochberg(published).filter((p) => p < 0.05)).toHaveLength(4);
  });

  it('rejects exactly what the step-up rule rejects, at every level', () => {
    const level = fc.double({ min: 0.001, max: 0.999, noNaN: true });
    const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(values, level, (pValues, q) => {
        const sorted = [...pValues].sort((a, b) => a - b);
        const last = sorted.findLastIndex((p, index) => p * pValues.length <= q * (index + 1) * (1 - 1e-12));
        const called = benjaminiHochberg(pValues).filter((p) => p <= q * (1 - 1e-12)).length;
        expect(called).toBeGreaterThanOrEqual(last + 1);
        expect(benjaminiHochberg(pValues).filter((p) => p < q * (1 - 1e-9)).length).toBeLessThanOrEqual(
          sorted.findLastIndex((p, index) => p * pValues.length <= q * (index + 1)) + 1,
        );
      }),
    );
  });

  it('keeps the order of the input', () => {
    expect(benjaminiHochberg([0.04, 0.01]).map((p) => Math.round(1e6 * p) / 1e6)).toEqual([0.04, 0.02]);
  });
});
