import type { MicroUsd } from './usd.ts';

/**
 * States of the money of one purchase. `held`: its worst case is reserved until it ends. `stated`: the provider named
 * the price. `estimated`: computed from its usage. `unknown`: it may have been charged, the amount is unknown, and the
 * worst case stays reserved. `released`: nothing was bought. `none`: nothing has been recorded yet.
 */
export const moneyStates = ['none', 'held', 'stated', 'estimated', 'unknown', 'released'] as const;
export type MoneyState = (typeof moneyStates)[number];

export const entryKinds = ['hold', 'settle', 'unknown', 'release', 'refund', 'correct'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Null: no price is known. Such an amount adds nothing to a sum and is counted separately. */
export type Standing = { state: MoneyState; micro: MicroUsd | null };

/**
 * Source of an amount. `owner_limit`: no price is known, and MAX_USD_PER_ANSWER was held. `answer_text`: estimated from
 * the length of an answer whose usage the vendor did not state. `vendor_export`: recorded by a member from the vendor's
 * usage export. `member`: recorded by a member, with evidence named in the audit log.
 */
export const entryBases = [
  'stated',
  'account_prices',
  'price_table',
  'owner_limit',
  'answer_text',
  'vendor_export',
  'member',
] as const;
export type EntryBasis = (typeof entryBases)[number];

/** One line of the ledger: money moved from one state to another. Entries are only added, never changed. */
export type Entry = {
  kind: EntryKind;
  from: Standing;
  to: Standing;
  basis: EntryBasis | null;
  /** UTC date of the prices, or of the export; null if the provider named the amount. */
  asOf: string | null;
};

/** Financial outcome of a purchase. */
export type MoneyEnd =
  /**
   * `source`: the evidence from which a member recorded it, with its UTC date; absent if the provider itself stated it.
   */
  | { kind: 'stated'; micro: MicroUsd; source?: EvidenceSource }
  | { kind: 'estimated'; micro: MicroUsd; basis: EntryBasis; asOf: string }
  /** `made`: several tasks may have been charged; `micro` is their total cost, null if unknown. */
  | { kind: 'unknown'; made?: { pieces: number; micro: MicroUsd | null } }
  | { kind: 'nothing' };

export type EvidenceSource = { basis: 'vendor_export' | 'member'; asOf: string };

export const initialStanding: Standing = { state: 'none', micro: 0 };

export function holdEntry(amount: { micro: MicroUsd | null; basis: EntryBasis | null; asOf: string | null }): Entry {
  const { micro, basis, asOf } = amount;
  return { kind: 'hold', from: initialStanding, to: { state: 'held', micro }, basis, asOf };
}

/**
 * Returns the entry that an end adds, or null if nothing changes. The provider's statement overrides everything else: a
 * later lower figure is a refund, a later higher one a correction, and both entries stay.
 */
export function endEntry(from: Standing, end: MoneyEnd): Entry | null {
  switch (end.kind) {
    case 'stated': {
      const to: Standing = { state: 'stated', micro: end.micro };
      const source = end.source ?? ({ basis: 'stated', asOf: null } as const);
      if (from.state !== 'stated') return { kind: 'settle', from, to, ...source };
      const before = from.micro ?? 0;
      if (end.micro === before) return null;
      return { kind: end.micro < before ? 'refund' : 'correct', from, to, ...source };
    }
    case 'estimated':
      if (isSettled(from)) return null;
      return {
        kind: 'settle',
        from,
        to: { state: 'estimated', micro: end.micro },
        basis: end.basis,
        asOf: end.asOf,
      };
    case 'unknown': {
      if (isSettled(from)) return null;
      const micro = findWorst(from, end.made);
      return from.state === 'unknown' && micro === from.micro
        ? null
        : entryTo('unknown', from, { state: 'unknown', micro });
    }
    case 'nothing':
      if (isSettled(from)) return null;
      return entryTo('release', from, { state: 'released', micro: 0 });
  }
}

/** Returns the amount that stays counted while the charge is unknown: at least the amount held. */
function findWorst(from: Standing, created: Extract<MoneyEnd, { kind: 'unknown' }>['made']): MicroUsd | null {
  // Without a hold the possible cost is unknown.
  const keptCount = from.state === 'none' ? null : from.micro;
  if (created === undefined) return keptCount;
  if (created.micro !== null) return Math.max(keptCount ?? 0, created.micro);
  // Each task may cost as much as was held for a single one; an amount that is already unknown includes this.
  return keptCount === null || from.state === 'unknown' ? keptCount : keptCount * created.pieces;
}

function entryTo(kind: EntryKind, from: Standing, to: Standing): Entry {
  return { kind, from, to, basis: null, asOf: null };
}

function isSettled({ state }: Standing): boolean {
  return state === 'stated' || state === 'estimated' || state === 'released';
}

/** Returns how much of a budget this state of a purchase uses. */
export function countedMicro({ state, micro }: Standing): MicroUsd {
  return state === 'none' || state === 'released' ? 0 : (micro ?? 0);
}

/** Returns by how much an entry changes the used amount of a budget. */
export function balanceChange(entry: Pick<Entry, 'from' | 'to'>): MicroUsd {
  return countedMicro(entry.to) - countedMicro(entry.from);
}
