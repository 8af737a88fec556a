import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { herfindahl } from '../../../../src/domain/statistics/herfindahl.ts';
import { jaccard } from '../../../../src/domain/statistics/jaccard.ts';
import { mean, median } from '../../../../src/domain/statistics/median.ts';
import { meanRankBiasedOverlap } from '../../../../src/domain/statistics/pairMeans.ts';
import { property } from '../../../support/property.ts';
import { rankBiasedOverlap } from './overlap.ts';

const list = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 8 });

describe('rank-biased overlap', () => {
  // lists, then the value at p = .9 and at p = .8
  it.each([
    ['abc', 'abc', 1, 1],
    ['abc', 'bac', 0.9, 0.8],
    ['abc', 'abd', 0.73, 0.7866666666666667],
    ['abc', 'cba', 0.855, 0.72],
    ['abc', 'def', 0, 0],
    ['abc', 'abcde', 1, 1],
    ['', 'abc', 0, 0],
  ])('of %s and %s', (first, second, atNine, atEight) => {
    expect(rankBiasedOverlap([...first], [...second], 0.9)).toBeCloseTo(atNine, 12);
    expect(rankBiasedOverlap([...first], [...second])).toBeCloseTo(atEight, 12);
  });

  it('of two empty lists is unknown', () => {
    expect(rankBiasedOverlap([], [])).toBeNull();
  });

  property(
    'is the infinite sum in which both lists continue to agree as before',
    [list, list, fc.constantFrom(0.5, 0.8, 0.9)],
    (first, second, p) => {
      fc.pre(first.length > 0 && second.length > 0);
      expect(Math.abs((rankBiasedOverlap(first, second, p) ?? Number.NaN) - endlessSum(first, second, p))).toBeLessThan(
        1e-9,
      );
    },
  );

  property('is symmetric', [list, list], (first, second) => {
    expect(rankBiasedOverlap(first, second)).toBe(rankBiasedOverlap(second, first));
  });

  it('refuses a list with a repeated name', () => {
    expect(() => meanRankBiasedOverlap([['a', 'a'], ['a']])).toThrow(RangeError);
  });
});

function endlessSum(first: readonly string[], second: readonly string[], p: number): number {
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  const [s, l] = [short.length, long.length];
  const shared = (depth: number) => short.slice(0, depth).filter((item) => long.slice(0, depth).includes(item)).length;
  const assumed = (depth: number) => shared(depth) + (depth > s ? (shared(s) * (depth - s)) / s : 0);
  let sum = 0;
  for (let depth = 1; depth <= 1000; depth += 1) {
    sum += (1 - p) * p ** (depth - 1) * (assumed(Math.min(depth, l)) / Math.min(depth, l));
  }
  return sum;
}

describe('Jaccard', () => {
  it.each([
    ['abc', 'bcd', 0.5],
    ['ab', 'ab', 1],
    ['a', 'b', 0],
    ['', 'a', 0],
    ['aab', 'ab', 1],
  ])('of %s and %s is %d', (first, second, expected) => {
    expect(jaccard(first, second)).toBe(expected);
  });

  it('of two empty sets is unknown', () => {
    expect(jaccard([], [])).toBeNull();
  });
});

describe('median, mean and Herfindahl index', () => {
  it.each([
    [[], null],
    [[4], 4],
    [[10, 2, 9], 9],
    [[4, 1, 3, 2], 2.5],
  ])('median of %j is %j', (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  it.each([
    [[], null],
    [[1, 2, 6], 3],
  ])('mean of %j is %j', (values, expected) => {
    expect(mean(values)).toBe(expected);
  });

  it.each([
    [[], null],
    [[0, 0], null],
    [[7], 1],
    [[1, 1, 1, 1], 0.25],
    [[3, 1], 0.625],
  ])('Herfindahl index of %j is %j', (counts, expected) => {
    expect(herfindahl(counts)).toBe(expected);
  });
});

it('rank-biased overlap of equal lists of any length never leaves 1 by a rounding error', () => {
  for (let length = 1; length <= 50; length += 1) {
    const list = Array.from({ length }, (_, index) => `domain ${index}`);
    expect(rankBiasedOverlap(list, list)).toBeLessThanOrEqual(1);
  }
});
