import type { PriceRow } from '../../domain/money/priceBook.ts';
import type { Queryable } from '../database/transaction.ts';

/** Lists the call prices that vendors' accounts reported, and the time of each report (ISO 8601 UTC). */
export async function readAccountPrices(
  db: Queryable,
): Promise<{ vendor: string; prices: readonly PriceRow[]; readAt: string }[]> {
  const rows = await db.selectFrom('account_prices').selectAll().execute();
  return rows.map((row) => ({
    vendor: row.vendor,
    prices: JSON.parse(row.prices) as PriceRow[],
    readAt: row.read_at,
  }));
}

export async function saveAccountPrices(
  db: Queryable,
  vendor: string,
  prices: readonly PriceRow[],
  readAt: string,
): Promise<void> {
  const row = { prices: JSON.stringify(prices), read_at: readAt };
  await db
    .insertInto('account_prices')
    .values({ vendor, ...row })
    .onConflict((conflict) => conflict.column('vendor').doUpdateSet(row))
    .execute();
}
