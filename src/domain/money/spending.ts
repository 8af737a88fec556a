import type { Entry, EntryKind, MoneyState } from './purchase.ts';
import type { MicroUsd } from './usd.ts';

/** Groupings of spending reports. */
export const spendingGroups = ['engine', 'plan', 'key', 'question', 'day'] as const;
export type SpendingGroup = (typeof spendingGroups)[number];

/** States of a purchase's money that a filter may name. */
export const shownStandings = ['held', 'stated', 'estimated', 'unknown', 'released', 'refunded'] as const;
export type ShownStanding = (typeof shownStandings)[number];

/** Purchases and their money, by state. `refunded` was returned and is not included in the others. */
export type SpendingSums = {
  stated: MicroUsd;
  estimated: MicroUsd;
  held: MicroUsd;
  unknown: MicroUsd;
  refunded: MicroUsd;
  counts: {
    purchases: number;
    stated: number;
    estimated: number;
    held: number;
    unknown: number;
    released: number;
    refunds: number;
    /** Number of purchases that are held or unknown without a known price: the sums lack their amounts. */
    unpriced: number;
  };
};

/** Sum of one group's entries between the same two states. */
export type EntrySum = {
  kind: EntryKind;
  from: MoneyState;
  to: MoneyState;
  entries: number;
  fromMicro: MicroUsd;
  toMicro: MicroUsd;
  /** Entries whose amount is not known, before and after. */
  fromUnpriced: number;
  toUnpriced: number;
};

export function noSpending(): SpendingSums {
  return {
    stated: 0,
    estimated: 0,
    held: 0,
    unknown: 0,
    refunded: 0,
    counts: {
      purchases: 0,
      stated: 0,
      estimated: 0,
      held: 0,
      unknown: 0,
      released: 0,
      refunds: 0,
      unpriced: 0,
    },
  };
}

/** Adds entries to the sums: the amount moves from one state to the other. */
export function addEntries(sums: SpendingSums, entry: EntrySum): void {
  const { counts } = sums;
  const { entries } = entry;
  if (entry.from === 'none') counts.purchases += entries;
  if (entry.to !== 'none' && entry.to !== 'released') sums[entry.to] += entry.toMicro;
  if (entry.from !== 'none' && entry.from !== 'released') sums[entry.from] -= entry.fromMicro;
  if (entry.to !== 'none') counts[entry.to] += entries;
  if (entry.from !== 'none') counts[entry.from] -= entries;
  counts.unpriced += entry.toUnpriced - entry.fromUnpriced;
  if (entry.kind === 'refund') {
    sums.refunded += entry.fromMicro - entry.toMicro;
    counts.refunds += entries;
  }
}

/** Sums individual entries. */
export function sumOfEntries(entries: readonly Entry[]): SpendingSums {
  const sums = noSpending();
  for (const { kind, from, to } of entries) {
    addEntries(sums, {
      ...{ kind, from: from.state, to: to.state, entries: 1 },
      ...{ fromMicro: from.micro ?? 0, toMicro: to.micro ?? 0 },
      ...{ fromUnpriced: from.micro === null ? 1 : 0, toUnpriced: to.micro === null ? 1 : 0 },
    });
  }
  return sums;
}

/** Totals the sums that budgets count. */
export function totalOf({ stated, estimated, held, unknown }: SpendingSums): MicroUsd {
  return stated + estimated + held + unknown;
}
