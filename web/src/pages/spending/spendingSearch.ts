import type { PurchaseFilter, SpendingGroup } from '../../api/moneyQueries.ts';
import { pageLanguage } from '../../format/language.ts';
import { type ListSearch, readListSearch } from '../../ui/useListSearch.tsx';

/** Reads the spending page's address: by default this month by engine. */
export type SpendingSearch = ListSearch & { month?: string; by?: SpendingGroup; simulated?: boolean };

/** Filter of the purchases that a number counts. */
export type PurchaseSearch = Pick<SpendingSearch, 'month' | 'simulated'> &
  Partial<Record<'engine' | 'keyId' | 'planId' | 'caseId' | 'questionId' | 'day', string>> & {
    standing?: NonNullable<PurchaseFilter['standing']>;
  };

export const groupWords: Record<SpendingGroup, string> = {
  engine: 'Engine',
  question: 'Question',
  key: 'Key',
  plan: 'Plan',
  day: 'Day',
};

const isMonth = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(value);

/** Accepts a word of the address that could be an id; anything else is ignored. */
const isId = (value: unknown): value is string => typeof value === 'string' && /^[\w.:-]{1,100}$/.test(value);

export function readSpendingSearch(input: Record<string, unknown>): SpendingSearch {
  const search: SpendingSearch = readListSearch(input);
  if (isMonth(input.month)) search.month = input.month;
  const by = String(input.by) as SpendingGroup;
  if (Object.hasOwn(groupWords, by)) search.by = by;
  if (typeof input.simulated === 'boolean') search.simulated = input.simulated;
  return search;
}

const standings = ['held', 'stated', 'estimated', 'unknown', 'released', 'refunded'] as const;

export function readPurchaseSearch(entry: Record<string, unknown>): PurchaseSearch {
  const { month, simulated } = readSpendingSearch(entry);
  const search: PurchaseSearch = {};
  if (month !== undefined) search.month = month;
  if (simulated !== undefined) search.simulated = simulated;
  for (const name of ['engine', 'keyId', 'planId', 'caseId', 'questionId', 'day'] as const) {
    const value = entry[name];
    if (isId(value)) search[name] = value;
  }
  const standing = standings.find((one) => one === entry.standing);
  if (standing !== undefined) search.standing = standing;
  return search;
}

/** Formats a UTC month: `November 2026`. */
export const monthWords = (month: string): string =>
  new Intl.DateTimeFormat(pageLanguage, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

/** Returns this month and earlier ones, newest first. */
export function lastMonths(count: number, now = new Date()): string[] {
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}
