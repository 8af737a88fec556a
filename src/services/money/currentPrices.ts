import { buildPriceBook, type PriceRow } from '../../domain/money/priceBook.ts';
import type { Prices } from '../../ports/prices.ts';
import { readAccountPrices, saveAccountPrices } from '../../store/money/accountPrices.ts';
import { hasEntriesSince } from '../../store/money/ledgerEntries.ts';
import { type AppContext, nowIso } from '../appContext.ts';

/** Time for which this process reuses the account prices that it has read, in milliseconds. */
const keptMs = 300_000;

/**
 * @param list the prices shipped with the program
 * @param own rows of PRICES_FILE
 */
export function createPrices(
  { db, runtime }: Pick<AppContext, 'db' | 'runtime'>,
  list: readonly PriceRow[],
  own: readonly PriceRow[],
): Prices {
  let current = buildPriceBook(list, own);
  let readAt = Number.NEGATIVE_INFINITY;
  return {
    book: () => current,
    async refresh() {
      if (runtime.monotonic() - readAt < keptMs) return;
      const saved = await readAccountPrices(db);
      readAt = runtime.monotonic();
      if (saved.length === 0) return;
      const account = saved.flatMap(({ prices }) => prices);
      current = buildPriceBook(list, own, account);
    },
  };
}

const dayMs = 86_400_000;
/** Time to wait after a failed read before asking the vendor again. */
const retryMs = 3_600_000;

/**
 * Reads call prices from the vendors' accounts: free, and once a day for all processes of a database while purchases
 * are made. Only real accounts are read; if one cannot be reached, its prices stay unchanged.
 * @param failedAt time of each vendor's last failed read, in milliseconds since the epoch; stored by the caller
 */
export async function readVendorPrices(app: AppContext, failedAt: Map<string, number>): Promise<void> {
  const now = app.runtime.now();
  const sources = sourcesOf(app);
  if (sources.length === 0 || !(await hasEntriesSince(app.db, nowIso(app, -dayMs)))) return;
  const knownByKey = new Map(
    (await readAccountPrices(app.db)).map(({ vendor, readAt }) => [vendor, Date.parse(readAt)]),
  );
  for (const { vendor, read } of sources) {
    if (now - (knownByKey.get(vendor) ?? Number.NEGATIVE_INFINITY) < dayMs) continue;
    if (now - (failedAt.get(vendor) ?? Number.NEGATIVE_INFINITY) < retryMs) continue;
    const prices = await read();
    if (prices === null) {
      failedAt.set(vendor, now);
      app.log.warn({ vendor }, 'could not read the account’s own prices; using the last known ones');
      continue;
    }
    const asOf = nowIso(app).slice(0, 10);
    const source = `stated by the account at ${vendor}`;
    const rows = prices.map((price): PriceRow => ({ ...price, source, asOf, statedByProvider: true }));
    await saveAccountPrices(app.db, vendor, rows, nowIso(app));
  }
}

type Source = { vendor: string; read: NonNullable<AppContext['seo']['accountPrices']> };

function sourcesOf(app: AppContext): Source[] {
  const sources: Source[] = [];
  const { seo } = app;
  if (!seo.sandbox && seo.accountPrices !== undefined) {
    sources.push({ vendor: seo.name, read: () => seo.accountPrices?.() ?? Promise.resolve(null) });
  }
  for (const engine of app.engines.all) {
    const reader = engine.simulated ? undefined : app.engines.of({ engine: engine.id })?.reader;
    if (reader?.accountPrices === undefined) continue;
    sources.push({ vendor: engine.id, read: () => reader.accountPrices?.() ?? Promise.resolve(null) });
  }
  return sources;
}
