import { describe, expect, it } from 'vitest';
import { roundToDigits, roundToInterval } from '../../src/domain/statistics/roundToInterval.ts';

describe('a number is rounded to the precision of its interval', () => {
  it.each([
    [37.037037, { lower: 25.2, upper: 50.7 }, 37],
    [37.037037, { lower: 36.1, upper: 38.0 }, 37.04],
    [0.4166666, { lower: 0.31, upper: 0.53 }, 0.42],
    [0.4166666, { lower: 0.4159, upper: 0.4172 }, 0.41667],
    [100, { lower: 79.4, upper: 100 }, 100],
  ])('%d within %o is %d', (value, interval, rounded) => {
    expect(roundToInterval(value, interval)).toBe(rounded);
  });

  it('and to three digits without an interval or for one without width; whole numbers stay', () => {
    expect([2.3333333, 0.0123456, 1234, 1234.5678].map(roundToDigits)).toEqual([2.33, 0.0123, 1234, 1235]);
    expect(roundToInterval(66.666666, { lower: 66.6, upper: 66.6 })).toBe(66.7);
  });
});
