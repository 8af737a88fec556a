import { describe, expect, it } from 'vitest';
import { detectableWithPower, minChangedAt } from '../../../src/domain/statistics/detectableWithPower.ts';
import { normalQuantile } from '../../../src/domain/statistics/normal.ts';
import { openWindow } from '../../../src/domain/visibility/attemptWindow.ts';
import { panelPower } from '../../../src/domain/visibility/comparison/panelPower.ts';
import { countComparisons, levelOf } from '../../../src/domain/visibility/comparison/significanceLevel.ts';
import { attempt, panel, scope } from './savedAttempts.ts';

describe('the change that a panel detects with 80 % power', () => {
  const level = 0.05;
  const flipRate = 0.35;

  it.each([
    [80, 1, 19.5],
    [30, 3, 20.3],
    [30, 1, 35.2],
    [20, 3, 27.5],
    [10, 3, 65.2],
  ])('of %i questions asked %i times is about %f points', (questions, repeats, points) => {
    const found = detectableWithPower({ questions, repeats, flipRate, level });
    expect(100 * (found ?? 0)).toBeCloseTo(points, 1);
  });

  it.each([
    ['ten questions asked once', 10, 1],
    ['five questions, however often', 5, 20],
    ['none', 0, 1],
  ])('does not exist for %s', (_what, questions, repeats) => {
    expect(detectableWithPower({ questions, repeats, flipRate, level })).toBeNull();
  });

  it('grows with a stricter level and shrinks with questions and repeats', () => {
    const at = (questions: number, repeats: number, of = level) =>
      detectableWithPower({ questions, repeats, flipRate, level: of }) ?? Number.NaN;
    expect(at(40, 3)).toBeLessThan(at(30, 3));
    expect(at(30, 4)).toBeLessThan(at(30, 3));
    expect(at(30, 3, level / 12)).toBeGreaterThan(at(30, 3));
  });

  it.each([
    [0.975, 1.959964],
    [0.8, 0.841621],
    [0.5, 0],
    [0.0021, -2.862736],
  ])('uses the normal quantile of %f', (share, z) => {
    expect(normalQuantile(share)).toBeCloseTo(z, 4);
  });

  it.each([
    [0.05, 6],
    [0.05 / 12, 9],
  ])('needs at a level of %f at least %i changed questions', (of, fewest) => {
    expect(minChangedAt(of)).toBe(fewest);
    expect(2 * 0.5 ** (fewest - 1)).toBeGreaterThanOrEqual(of);
  });
});

describe('a period’s statement about its panel', () => {
  const yes = ['acme.example'];
  const no = ['rival.example'];
  const lists = Array.from({ length: 20 }, (_none, index) => (index % 2 === 0 ? yes : no));

  it('for twenty questions asked once uses the assumed rate, and adds that thirty asked three times would detect more', () => {
    const power = panelPower(openWindow(scope(panel(lists))), 0.05);
    expect(power).toMatchObject({ questions: 20, repeats: 1, flipRate: 0.35, flipRateBasis: 'assumed' });
    expect(power.percentagePoints).toBeCloseTo(47.5, 1);
    expect(power.larger).toMatchObject({ questions: 30, repeats: 3 });
    expect(power.larger?.percentagePoints).toBeCloseTo(20.3, 1);
  });

  it('measures how often repeats differ once there are thirty pairs', () => {
    const again = (round: string, of = lists) =>
      panel(of, { createdAt: `2026-03-0${round}T10:00:00.000Z`, runId: `r${round}` });
    const flipped = lists.map((_list, index) => (index % 2 === 0 ? yes : index < 10 ? yes : no));
    const power = panelPower(openWindow(scope([...again('2'), ...again('3', flipped), ...again('4', flipped)])), 0.05);
    expect(power).toMatchObject({ questions: 20, flipRate: 5 / 40, flipRateBasis: 'measured' });
    expect(power.repeats).toBeCloseTo(3, 12);
    expect(power.percentagePoints).toBeLessThan(27.5);
  });

  it('averages unequal repeats like their noise', () => {
    const twice = attempt({ runId: 'again', caseId: 'case_01', createdAt: '2026-03-01T10:00:00.000Z', mentions: yes });
    const power = panelPower(openWindow(scope([...panel([yes, no]), twice])), 0.05);
    expect(power.repeats).toBeCloseTo(4 / 3, 12);
  });
});

describe('repeated analyses', () => {
  const week = { startDate: '2026-03-08', endDate: '2026-03-14' };

  it.each([
    ['an unknown beginning', null, 1],
    ['a first answer in the week before', '2026-03-05T10:00:00.000Z', 1],
    ['one on the first day of the week before', '2026-03-01T00:00:00.000Z', 1],
    ['one a day earlier', '2026-02-28T23:59:59.000Z', 2],
    ['one five weeks back', '2026-02-01T10:00:00.000Z', 5],
    ['a year of answers', '2025-03-01T10:00:00.000Z', 12],
    ['a first answer in this week', '2026-03-09T10:00:00.000Z', 1],
  ])('with %s are counted', (_what, first, looks) => {
    expect(countComparisons(week, first)).toBe(looks);
    expect(levelOf(looks) * looks).toBeCloseTo(0.05, 12);
  });

  it('of single days are counted in days, up to twelve', () => {
    const day = { startDate: '2026-03-08', endDate: '2026-03-08' };
    expect(countComparisons(day, '2026-03-05T10:00:00.000Z')).toBe(3);
    expect(countComparisons(day, '2026-01-05T10:00:00.000Z')).toBe(12);
  });
});
