import { everyPage } from '../../client/everyPage.ts';
import { microUsdOf, usdText } from '../../domain/money/usd.ts';
import { exitCodes, UsageError } from '../failures.ts';
import { printError, printResult } from '../output.ts';
import { safe } from '../safe.ts';
import { callServer } from '../serverConnection.ts';

export type SettleOptions = { month?: string; charged?: string; evidence?: string };

/** Prints the purchases of a month whose cost is unknown, each with its worst case. @returns the exit code */
export async function listUnknown(month: string | undefined): Promise<number> {
  const filter = { standing: 'unknown' as const, ...(month === undefined ? {} : { month }) };
  const records = await everyPage(callServer, 'listPurchases', filter);
  const unknown = records.flatMap(({ begunAt, purchases }) =>
    purchases.filter(({ state }) => state === 'unknown').map((purchase) => ({ ...purchase, begunAt })),
  );
  const lines = unknown.map(({ id, begunAt, engine, entries }) => {
    const counted = entries.at(-1)?.toUsd ?? null;
    const amount = counted === null ? 'without a known price' : `counted as ${usdText(microUsdOf(counted))}`;
    return safe(`${id}  ${begunAt.slice(0, 10)}  ${engine}  ${amount}`);
  });
  printResult(unknown, () => (lines.length === 0 ? 'all costs of this month are known' : lines.join('\n')));
  return 0;
}

/** Settles one purchase with evidence. @returns the exit code */
export async function settleOne(id: string, { charged, evidence }: SettleOptions): Promise<number> {
  if (charged === undefined || !/^\d+(?:\.\d{1,6})?$/.test(charged)) {
    throw new UsageError('--charged takes US dollars, such as 0.0123, or 0');
  }
  if (evidence === undefined) throw new UsageError('--evidence names the source of the amount');
  const { items } = await callServer('settlePurchases', { evidence, charges: [{ id, chargedUsd: Number(charged) }] });
  const outcome = items[0]?.outcome ?? 'not_found';
  if (outcome === 'recorded') {
    printResult({ id, chargedUsd: Number(charged) }, () =>
      safe(`${id}: settled at ${usdText(microUsdOf(Number(charged)))} US dollars`),
    );
    return 0;
  }
  printError(safe(`${id}: ${outcome}, not settled`));
  return exitCodes.failure;
}
