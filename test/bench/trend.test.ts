import { describe, expect, it } from 'vitest';
import { trendOf } from '../../bench/trend.ts';

const hour = 3_600;
const line = (count: number, value: (at: number) => number) =>
  Array.from({ length: count }, (_, at) => ({ seconds: (at * hour) / count, value: value(at / count) }));

describe('the trend of a soak', () => {
  it('finds a leak of a tenth an hour in noise, significantly', () => {
    const { perHour, lower, level } = trendOf(line(120, (at) => 200 + 20 * at + 3 * Math.sin(at * 997)));
    expect(perHour).toBeCloseTo(20, 0);
    expect(lower).toBeGreaterThan(15);
    expect(level).toBeCloseTo(210, 0);
  });

  it('finds nothing in a constant level with noise', () => {
    const { lower, upper } = trendOf(line(120, (at) => 200 + 3 * Math.sin(at * 997)));
    expect(lower).toBeLessThan(0);
    expect(upper).toBeGreaterThan(0);
    expect(upper).toBeLessThan(4);
  });

  it('is unknown with too few points', () => {
    expect(trendOf(line(5, () => 1)).perHour).toBeNaN();
  });
});
