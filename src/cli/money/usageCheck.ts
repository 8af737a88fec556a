import { everyPage } from '../../client/everyPage.ts';
import type { OutputOf } from '../../contract/callTypes.ts';
import { endOfMonth, monthOf } from '../../domain/money/month.ts';
import { microUsdOf, usdOf, usdText } from '../../domain/money/usd.ts';
import {
  readVendorUsage,
  usageDifferences,
  type VendorCharge,
  type VendorDay,
} from '../../domain/money/vendorUsage.ts';
import { exitCodes, UsageError } from '../failures.ts';
import { readGivenFile } from '../givenFile.ts';
import { print, printError } from '../output.ts';
import { safe } from '../safe.ts';
import { callServer } from '../serverConnection.ts';

type Bought = OutputOf<'listPurchases'>['items'][number]['purchases'][number] & { day: string };

/** Refund of one purchase: the export charges less than the vendor stated before. */
type Refund = { id: string; day: string; engine: string; ledger: number; vendor: number };

const chargesAtOnce = 200;

/**
 * Compares settled amounts with a vendor's export, by day and engine, and by purchase if the export has our tags.
 * Offers to record refunds, or records them. @returns the exit code
 */
export async function checkUsage(
  file: string,
  {
    engine,
    recordsRefunds,
    settlesUnknown,
  }: { engine: string | null; recordsRefunds: boolean; settlesUnknown: boolean },
): Promise<number> {
  const { exportedPaths } = await import('../../app/exportedPaths.ts');
  const usage = readVendorUsage(await readGivenFile(file), engine, exportedPaths);
  if (typeof usage === 'string') throw new UsageError(`${file}: ${usage}`);
  const { days: vendor, charges } = usage;
  if ((recordsRefunds || settlesUnknown) && charges.length === 0)
    throw new UsageError(`${file}: no column with our tags (tag, run_id)`);
  const days = vendor.map(({ day }) => day).sort();
  const window = { first: days[0] ?? '', last: days.at(-1) ?? '' };
  let purchases = await purchasesOf(window);
  const refunds = listRefunds(purchases, charges);
  for (const refund of refunds) print(`${lineOf(refund)}${recordsRefunds ? '' : '; --record-refunds records it'}`);
  if (recordsRefunds && refunds.length > 0) {
    await record(refunds, window.last);
    purchases = await purchasesOf(window);
  }
  const unknown = findUnknown(purchases, charges);
  for (const charge of unknown) {
    const offer = settlesUnknown ? '' : '; --settle-unknown records it';
    print(safe(`${charge.mark}: unknown in the ledger, charged ${usdText(charge.micro)}${offer}`));
  }
  if (settlesUnknown && unknown.length > 0) {
    await settle(unknown, window.last);
    purchases = await purchasesOf(window);
  }
  return compare(vendor, purchases);
}

/**
 * Finds charges of purchases with unknown cost. Skips negative sums: they come from a file of refunds only, which shows
 * no price.
 */
function findUnknown(purchases: readonly Bought[], charges: readonly VendorCharge[]): VendorCharge[] {
  const ids = new Set(purchases.filter(({ state }) => state === 'unknown').map(({ id }) => id));
  return charges.filter(({ mark, micro }) => ids.has(mark) && micro >= 0);
}

async function settle(unknown: readonly VendorCharge[], exportDay: string): Promise<void> {
  let recorded = 0;
  for (let from = 0; from < unknown.length; from += chargesAtOnce) {
    const charges = unknown
      .slice(from, from + chargesAtOnce)
      .map(({ mark, micro }) => ({ id: mark, chargedUsd: usdOf(micro) }));
    const evidence = `the vendor's export of ${exportDay}`;
    const { items } = await callServer('settlePurchases', { evidence, exportDay, charges });
    recorded += items.filter(({ outcome }) => outcome === 'recorded').length;
    for (const { id, outcome } of items) if (outcome !== 'recorded') print(safe(`${id}: ${outcome}, not settled`));
  }
  print(`${recorded} ${recorded === 1 ? 'purchase' : 'purchases'} settled, from the export of ${exportDay}`);
}

/** Returns only purchases of the exported days, because an export says nothing about others. */
async function purchasesOf({ first, last }: { first: string; last: string }): Promise<Bought[]> {
  const matches: Bought[] = [];
  for (const month of listMonths(first, last)) {
    for (const { begunAt, purchases } of await everyPage(callServer, 'listPurchases', { month, simulated: false })) {
      const day = begunAt.slice(0, 10);
      if (day >= first && day <= last) matches.push(...purchases.map((purchase) => ({ ...purchase, day })));
    }
  }
  return matches;
}

/** Lists every month from one day to another, both as `YYYY-MM-DD`. */
function listMonths(first: string, last: string): string[] {
  const months = [monthOf(first)];
  for (let month = monthOf(first); month < monthOf(last); ) {
    month = monthOf(endOfMonth(month));
    months.push(month);
  }
  return months;
}

/**
 * Lists refunds by purchase. Ignores tags of other programs, and negative sums, which come from a file of refunds only
 * and show no price.
 */
function listRefunds(boughtItems: readonly Bought[], charges: readonly VendorCharge[]): Refund[] {
  const byId = new Map(boughtItems.map((purchase) => [purchase.id, purchase]));
  return charges.flatMap(({ mark, micro }) => {
    const entry = byId.get(mark);
    if (entry === undefined || entry.costUsd === null || micro < 0) return [];
    const ledger = microUsdOf(entry.costUsd);
    return micro < ledger ? [{ id: mark, day: entry.day, engine: entry.engine, ledger, vendor: micro }] : [];
  });
}

function lineOf({ id, day, engine, ledger, vendor }: Refund): string {
  const cameBack = `${usdText(ledger - vendor)} refunded: ledger ${usdText(ledger)}, vendor ${usdText(vendor)}`;
  return safe(`${day} ${engine} ${id}: ${cameBack}`);
}

async function record(refunds: readonly Refund[], exportDay: string): Promise<void> {
  let recorded = 0;
  for (let from = 0; from < refunds.length; from += chargesAtOnce) {
    const charges = refunds
      .slice(from, from + chargesAtOnce)
      .map(({ id, vendor }) => ({ id, chargedUsd: usdOf(vendor) }));
    const { items } = await callServer('recordRefunds', { exportDay, charges });
    recorded += items.filter(({ outcome }) => outcome === 'recorded').length;
    for (const { id, outcome } of items) if (outcome !== 'recorded') print(safe(`${id}: ${outcome}, not recorded`));
  }
  print(`${recorded} ${recorded === 1 ? 'refund' : 'refunds'} recorded, from the export of ${exportDay}`);
}

function compare(vendor: readonly VendorDay[], purchases: readonly Bought[]): number {
  const engines = new Set(vendor.map((day) => day.engine));
  const sums = new Map<string, VendorDay>();
  for (const { day, engine, costUsd, costEstimate } of purchases) {
    const usd = costUsd ?? costEstimate?.amountUsd ?? null;
    if (usd === null || !engines.has(engine)) continue;
    const key = `${day} ${engine}`;
    sums.set(key, { day, engine, micro: (sums.get(key)?.micro ?? 0) + microUsdOf(usd) });
  }
  const differences = usageDifferences([...sums.values()], vendor);
  const show = (micro: number | null): string => (micro === null ? 'nothing' : usdText(micro));
  for (const { day, engine: at, ledger: ours, vendor: theirs } of differences) {
    print(
      `${day} ${at}: ledger ${show(ours)}, vendor ${show(theirs)}, ${usdText((theirs ?? 0) - (ours ?? 0))} more there`,
    );
  }
  if (differences.length === 0) {
    print(`no difference on ${vendor.length} ${vendor.length === 1 ? 'line' : 'lines'} of day and engine`);
    return 0;
  }
  printError(`${differences.length} of day and engine differ`);
  return exitCodes.failure;
}
