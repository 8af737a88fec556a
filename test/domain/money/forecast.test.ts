import { describe, expect, it } from 'vitest';
import { forecastMonth } from '../../../src/domain/money/forecast.ts';

const spent = (...days: [day: number, micro: number][]): Map<string, number> =>
  new Map(days.map(([day, micro]) => [`2026-11-${String(day).padStart(2, '0')}`, micro]));

describe('the forecast of a month', () => {
  it('extends the mean of whole days to the month’s end, without today', () => {
    const days = spent([1, 10], [2, 10], [5, 10], [10, 10], [11, 7]);
    expect(forecastMonth('2026-11', '2026-11-11', days)).toEqual({ micro: 120, days: 10 });
  });

  it('begins with the first purchase', () => {
    const days = spent([11, 7], [12, 7], [13, 7]);
    expect(forecastMonth('2026-11', '2026-11-18', days)).toMatchObject({ micro: 60, days: 7 });
  });

  it('is never less than the amount spent', () => {
    const days = spent([20, 1], [21, 1], [22, 1], [27, 900]);
    expect(forecastMonth('2026-11', '2026-11-27', days)?.micro).toBe(903);
  });

  it.each([
    ['of a month that is over', '2026-12-11', spent([1, 10], [2, 10], [5, 10], [10, 10])],
    ['after fewer than seven whole days', '2026-11-07', spent([1, 10], [2, 10], [3, 10], [4, 10])],
    ['after purchases on one day', '2026-11-20', spent([1, 500])],
    ['without a purchase', '2026-11-20', spent()],
  ])('%s has none', (_what, today, days) => {
    expect(forecastMonth('2026-11', today, days)).toBeNull();
  });
});
