import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Purchase, standingAfter } from '../../../src/domain/money/ledger.ts';
import { monthOf } from '../../../src/domain/money/month.ts';
import { type BudgetStanding, budgetOfScope, denyHold, scopesOf } from '../../../src/domain/money/monthBudget.ts';
import {
  balanceChange,
  countedMicro,
  type Entry,
  endEntry,
  holdEntry,
  type MoneyEnd,
} from '../../../src/domain/money/purchase.ts';
import { addEntries, noSpending, totalOf } from '../../../src/domain/money/spending.ts';
import { balanceKey, replayBalances } from '../../support/ledger.ts';

type Step =
  | { act: 'hold'; key: number; amount: number | null; month: number }
  | { act: 'end'; at: number; end: MoneyEnd['kind']; part: number };

const stepOf: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    act: fc.constant('hold' as const),
    key: fc.nat(2),
    amount: fc.option(fc.nat(400), { freq: 12 }),
    month: fc.nat(1),
  }),
  fc.record({
    act: fc.constant('end' as const),
    at: fc.nat(200),
    end: fc.constantFrom('stated' as const, 'estimated' as const, 'unknown' as const, 'nothing' as const),
    part: fc.nat(100),
  }),
);

const limits: Readonly<Record<string, number>> = { deployment: 5_000, 'workspace:ws': 4_000, 'key:key_1': 900 };

/**
 * Model of the rules alone, over every possible event. A provider here never charges more than was held or previously
 * stated: such a charge would be recorded, and could exceed a budget.
 */
class Model {
  readonly lines: { purchase: Purchase; entry: Entry }[] = [];
  readonly purchases: { purchase: Purchase; entries: Entry[] }[] = [];
  readonly used = new Map<string, number>();
  steps = 0;

  take(step: Step): void {
    this.steps += 1;
    if (step.act === 'hold') this.hold(step);
    else this.end(step);
  }

  hold({ key, amount, month }: Extract<Step, { act: 'hold' }>): void {
    const purchase: Purchase = {
      id: `run_${this.purchases.length}`,
      what: 'answer',
      simulated: false,
      begunAt: `2026-0${month + 1}-01T00:00:00.000Z`,
      workspaceId: 'ws',
      keyId: key === 0 ? null : `key_${key}`,
      planId: null,
      engine: 'openai',
      model: 'm',
      caseId: null,
      recordId: `run_${this.purchases.length}`,
    };
    const standings = scopesOf(purchase).map(
      (scope): BudgetStanding => ({
        ...budgetOfScope(scope),
        used: this.used.get(balanceKey(scope, monthOf(purchase.begunAt), false)) ?? 0,
        limit: limits[scope] ?? null,
      }),
    );
    const denial = denyHold(standings, amount, monthOf(purchase.begunAt), 'an answer');
    if (amount === null) expect(denial).toMatchObject({ limit: 'budget', neededUsd: null });
    if (denial !== null) return;
    const known = { purchase, entries: [] as Entry[] };
    this.purchases.push(known);
    this.add(known, holdEntry({ micro: amount, basis: 'price_table', asOf: '2026-01-01' }));
  }

  end({ at, end, part }: Extract<Step, { act: 'end' }>): void {
    const known = this.purchases[at % Math.max(1, this.purchases.length)];
    if (known === undefined) return;
    const micro = Math.floor((countedMicro(standingAfter(known.entries)) * part) / 100);
    const amount = end === 'estimated' ? { micro, basis: 'price_table', asOf: '2026-01-01' } : { micro };
    const entry = endEntry(standingAfter(known.entries), { kind: end, ...amount } as MoneyEnd);
    if (entry !== null) this.add(known, entry);
    // A repeated event changes nothing.
    expect(endEntry(standingAfter(known.entries), { kind: end, ...amount } as MoneyEnd)).toBeNull();
  }

  add(known: { purchase: Purchase; entries: Entry[] }, entry: Entry): void {
    expect(entry.from).toEqual(standingAfter(known.entries));
    known.entries.push(entry);
    this.lines.push({ purchase: known.purchase, entry });
    for (const scope of scopesOf(known.purchase)) {
      const key = balanceKey(scope, monthOf(known.purchase.begunAt), false);
      this.used.set(key, (this.used.get(key) ?? 0) + balanceChange(entry));
      const limit = limits[scope];
      if (limit !== undefined) expect(this.used.get(key)).toBeLessThanOrEqual(limit);
      expect(this.used.get(key)).toBeGreaterThanOrEqual(0);
    }
  }

  check(): void {
    expect(replayBalances(this.lines)).toEqual(this.used);
    const sums = noSpending();
    for (const { entry } of this.lines) {
      const { kind, from, to } = entry;
      const amounts = { fromMicro: from.micro ?? 0, toMicro: to.micro ?? 0, fromUnpriced: 0, toUnpriced: 0 };
      addEntries(sums, { kind, from: from.state, to: to.state, entries: 1, ...amounts });
    }
    const counted = this.purchases.reduce((sum, { entries }) => sum + countedMicro(standingAfter(entries)), 0);
    expect(totalOf(sums)).toBe(counted);
    expect(sums.counts.purchases).toBe(this.purchases.length);
    const { stated, estimated, held, unknown, released } = sums.counts;
    expect(stated + estimated + held + unknown + released).toBe(this.purchases.length);
  }
}

it('the ledger never exceeds a budget, and equals its balances, in 40,000 random steps', () => {
  let steps = 0;
  fc.assert(
    fc.property(fc.array(stepOf, { minLength: 200, maxLength: 200, size: 'max' }), (taken) => {
      const model = new Model();
      for (const step of taken) model.take(step);
      model.check();
      steps += model.steps;
    }),
    { numRuns: 200 },
  );
  expect(steps).toBeGreaterThanOrEqual(40_000);
});
