import type { EntryKind, MoneyState } from '../../domain/money/purchase.ts';
import type { EntrySum } from '../../domain/money/spending.ts';

/** Summed entries as both databases return them: counts and sums may arrive as text. */
type SumRow = {
  kind: string;
  from_state: string;
  to_state: string;
  entries: number | string | bigint;
  from_micro: number | string | bigint | null;
  to_micro: number | string | bigint | null;
  from_priced: number | string | bigint;
  to_priced: number | string | bigint;
};

/** Converts a sum of ledger entries to its domain form. */
export function toEntrySum(row: SumRow): EntrySum {
  return {
    kind: row.kind as EntryKind,
    from: row.from_state as MoneyState,
    to: row.to_state as MoneyState,
    entries: Number(row.entries),
    fromMicro: Number(row.from_micro ?? 0),
    toMicro: Number(row.to_micro ?? 0),
    fromUnpriced: Number(row.entries) - Number(row.from_priced),
    toUnpriced: Number(row.entries) - Number(row.to_priced),
  };
}
