import { describe, expect, it } from 'vitest';
import { buildBrief } from '../../src/mcp/brief.ts';

const interval95 = { lower: 25.1912, upper: 50.7131 };

describe('a brief result', () => {
  it('has no ids of runs and no member that its tool leaves out, at any depth', () => {
    const body = {
      score: 1,
      runIds: ['run_1'],
      rows: [{ url: 'a', runIds: [], cases: { id: 'c', query: 'q' } }],
      query: 'kept',
    };
    expect(buildBrief(body, ['cases.query'])).toEqual({
      score: 1,
      rows: [{ url: 'a', cases: { id: 'c' } }],
      query: 'kept',
    });
  });

  it('rounds a value by its interval, the interval with it, and other numbers to three digits', () => {
    const body = {
      value: 37.037037,
      interval95,
      averagePosition: 2.33333,
      difference: -4.4444,
      differenceInterval95: { lower: -6.1, upper: -2.9 },
    };
    expect(buildBrief(body, [])).toEqual({
      ...{ value: 37, interval95: { lower: 25, upper: 51 } },
      ...{ averagePosition: 2.33, difference: -4.4, differenceInterval95: { lower: -6.1, upper: -2.9 } },
    });
  });

  it('keeps null, counts and every digit of an amount of money', () => {
    const body = { value: null, interval95: null, answers: 20_256, totalUsd: 0.123456, maxUsd: 12.000001 };
    expect(buildBrief(body, [])).toEqual(body);
  });
});
