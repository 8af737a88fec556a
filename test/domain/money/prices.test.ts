import { describe, expect, it } from 'vitest';
import { priceList } from '../../../src/app/ownPrices.ts';
import { estimatedCost, expectedAnswerCost, expectedSeoCallCost } from '../../../src/domain/money/expectedCost.ts';
import { endOfMonth } from '../../../src/domain/money/month.ts';
import { denyHold } from '../../../src/domain/money/monthBudget.ts';
import { buildPriceBook, mayHaveChanged, type PriceRow } from '../../../src/domain/money/priceBook.ts';
import { endEntry } from '../../../src/domain/money/purchase.ts';
import { microUsdOf, usdOf, usdText } from '../../../src/domain/money/usd.ts';
import { unknownUsage } from '../../../src/domain/runs/run.ts';

const book = buildPriceBook(priceList, []);
const date = '2026-11-22';
const cost = (engine: string, model: string, inputTokens: number, outputTokens: number, more = {}, day = date) =>
  estimatedCost(book, { engine, model, date: day }, { ...unknownUsage, inputTokens, outputTokens, ...more })?.micro ??
  null;

it('amounts of money are whole micro-dollars inside and have six decimals outside', () => {
  expect([microUsdOf(0.1), microUsdOf(0.0006), microUsdOf(0.1 + 0.2)]).toEqual([100_000, 600, 300_000]);
  expect([usdOf(1_200), usdOf(null), usdOf(0)]).toEqual([0.0012, null, 0]);
  expect([usdText(1_200), usdText(12_345_678), usdText(-5)]).toEqual(['0.001200', '12.345678', '-0.000005']);
  expect([endOfMonth('2026-12'), endOfMonth('2026-02')]).toEqual([
    '2027-01-01T00:00:00.000Z',
    '2026-03-01T00:00:00.000Z',
  ]);
});

describe('the list of prices', () => {
  it('names the source and the date of every price, and no item twice', () => {
    const names = priceList.map((row) => [row.engine, row.item, row.unit, row.aboveInputTokens, row.from].join(' '));
    expect(new Set(names).size).toBe(names.length);
    for (const row of priceList) {
      expect(row.asOf).toMatch(/^2026-\d{2}-\d{2}$/);
      expect(row.source).not.toBe('');
      expect(row.usd).toBeGreaterThan(0);
    }
  });

  it.each([
    // engine, model, tokens in and out, other use, date, micro-dollars
    ['openai', 'gpt-5.5', 1_000, 1_000, {}, date, 35_000],
    ['openai', 'gpt-5.5-2026-04-23', 1_000, 0, { searchCalls: 3 }, date, 35_000],
    ['openai', 'gpt-5.5', 1_000, 0, { cachedInputTokens: 800 }, date, 1_400],
    // Above 272k the whole request costs more.
    ['openai', 'gpt-6-sol', 272_000, 10, {}, date, 544_100],
    ['openai', 'gpt-6-sol', 272_001, 10, {}, date, 1_088_154],
    ['gemini-api', 'gemini-3.8-flash', 1_000_000, 0, {}, '2026-12-31', 750_000],
    ['gemini-api', 'gemini-3.8-flash', 1_000_000, 0, {}, '2027-01-01', 1_500_000],
    ['gemini-api', 'gemini-3.1-pro-preview', 200_000, 0, {}, date, 400_000],
    ['gemini-api', 'gemini-3.1-pro-preview', 200_001, 0, {}, date, 800_004],
    ['gemini-api', 'gemini-3.5-flash', 0, 0, { searchCalls: 4 }, date, 56_000],
    // Older models charge a question that searches once, however often it searches.
    ['gemini-api', 'gemini-2.5-flash', 0, 0, { searchCalls: 4 }, date, 35_000],
    // A batch costs half of the list price, but its searches cost all of it.
    ['claude-api', 'claude-sonnet-5-5', 1_000_000, 100_000, { searchCalls: 2 }, date, 1_520_000],
    ['claude-api', 'claude-haiku-5-5', 100_001, 0, {}, date, 25_001],
    ['openai', 'gpt-6.1-sol', 10, 10, {}, date, null],
    ['openai', 'gpt-5.5-preview', 10, 10, {}, date, null],
  ])('prices the work of %s %s, %d in and %d out %o on %s', (engine, model, input, output, more, day, micro) => {
    expect(cost(engine, model, input, output, more, day)).toBe(micro);
  });

  it('has typical and maximum costs of an answer', () => {
    const work = {
      typical: { inputTokens: 10_000, outputTokens: 1_000, searches: 2 },
      max: { inputTokens: 60_000, outputTokens: 8_000, searches: 12 },
    };
    expect(expectedAnswerCost(book, { engine: 'google-ai-mode', model: null, date }, null)).toMatchObject({
      typical: 1_200,
      max: 1_200,
      basis: 'price_table',
    });
    expect(expectedAnswerCost(book, { engine: 'openai', model: 'gpt-5.5', date }, work)).toMatchObject({
      typical: 100_000,
      max: 660_000,
    });
    expect(expectedAnswerCost(book, { engine: 'openai', model: 'gpt-6.1-sol', date }, work)).toBeNull();
    expect(expectedAnswerCost(book, { engine: 'openai', model: 'gpt-5.5', date }, null)).toBeNull();
    expect(expectedSeoCallCost(book, 'ranked_keywords', date)).toMatchObject({ typical: 12_000, max: 50_000 });
  });

  it('gives way to the account’s prices, and both to the operator’s', () => {
    const row: PriceRow = {
      ...(priceList.find(({ engine }) => engine === 'google-ai-mode') as PriceRow),
      usd: 0.001,
      asOf: '2026-11-01',
    };
    const asked = { engine: 'google-ai-mode', model: null, date };
    expect(expectedAnswerCost(buildPriceBook(priceList, [], [row]), asked, null)).toMatchObject({
      max: 1_000,
      basis: 'account_prices',
    });
    const own = { ...row, usd: 0.002, maxUsd: 0.003 };
    expect(expectedAnswerCost(buildPriceBook(priceList, [own], [row]), asked, null)).toMatchObject({
      typical: 2_000,
      max: 3_000,
    });
    const model = { ...own, engine: 'openai', item: 'gpt-6.1-sol', usd: 0.2, maxUsd: 0.5 };
    expect(
      expectedAnswerCost(buildPriceBook(priceList, [model]), { engine: 'openai', model: 'gpt-6.1-sol', date }, null),
    ).toMatchObject({
      typical: 200_000,
      max: 500_000,
    });
  });

  it('warns after sixty days that a price may have changed', () => {
    const now = Date.parse('2026-11-22T00:00:00.000Z');
    expect([mayHaveChanged('2026-09-23', now), mayHaveChanged('2026-09-22', now)]).toEqual([false, true]);
  });
});

describe('a refused hold', () => {
  const deployment = { kind: 'deployment', id: null, used: 900, limit: 1_000 } as const;
  const key = { kind: 'key', id: 'key_1', used: 95, limit: 100 } as const;

  it('names the budget with the smallest rest, the required amount and when it is available', () => {
    expect(denyHold([deployment, key], 101, '2026-12', 'an answer')).toMatchObject({
      budget: 'key',
      leftUsd: 0.000005,
      neededUsd: 0.000101,
      // No month of this budget is sufficient.
      freeAt: null,
    });
    expect(denyHold([deployment, key], 60, '2026-12', 'an answer')?.freeAt).toBe('2027-01-01T00:00:00.000Z');
    expect(denyHold([deployment, key], 5, '2026-12', 'an answer')).toBeNull();
    // Held money is free before the month ends, and of two budgets the later one is named.
    const endsAt = Date.parse('2026-12-03T10:00:00.000Z');
    const holds = [30, 20, 40].map((micro, minute) => ({ micro, endsAt: endsAt + minute * 60_000 }));
    const ofKey = ({ kind }: { kind: string }) => (kind === 'key' ? holds : []);
    expect(denyHold([deployment, key], 45, '2026-12', 'an answer', ofKey)).toMatchObject({
      ...{ waitsFor: 'holds', budget: 'key', heldUsd: 0.00009, spentUsd: 0.000005 },
      freeAt: '2026-12-03T10:01:00.000Z',
    });
    expect(denyHold([{ ...deployment, used: 980 }, key], 45, '2026-12', 'an answer', ofKey)).toMatchObject({
      ...{ waitsFor: 'next_month', budget: 'deployment', heldUsd: 0 },
      freeAt: '2027-01-01T00:00:00.000Z',
    });
    const atNight = [{ micro: 95, endsAt: Date.parse('2027-01-02T00:00:00.000Z') }];
    expect(denyHold([key], 45, '2026-12', 'an answer', () => atNight)?.freeAt).toBe('2027-01-01T00:00:00.000Z');
    expect(denyHold([{ ...key, limit: null }], null, '2026-12', 'an answer')).toBeNull();
  });
});

describe('a provider’s stated cost', () => {
  const stated = { state: 'stated', micro: 1_200 } as const;

  it('is corrected only by a refund, which keeps both entries', () => {
    expect(endEntry(stated, { kind: 'stated', micro: 600 })).toMatchObject({
      kind: 'refund',
      from: stated,
      to: { state: 'stated', micro: 600 },
    });
    expect(endEntry(stated, { kind: 'unknown' })).toBeNull();
    expect(endEntry(stated, { kind: 'nothing' })).toBeNull();
    expect(endEntry({ state: 'unknown', micro: 5 }, { kind: 'stated', micro: 3 })).toMatchObject({ kind: 'settle' });
  });
});
