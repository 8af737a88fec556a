import { type Command, Option } from 'commander';
import { everyPage } from '../../client/everyPage.ts';
import { upperPrice } from '../../client/upperPrice.ts';
import type { OutputOf } from '../../contract/callTypes.ts';
import { type SpendingGroup, spendingGroups } from '../../domain/money/spending.ts';
import { microUsdOf, usdText } from '../../domain/money/usd.ts';
import { asCsv } from '../../domain/text/csv.ts';
import { exitCodes, NegativeResult, UsageError } from '../failures.ts';
import { addListVerb } from '../nouns/listVerb.ts';
import { printResult, printView } from '../output.ts';
import type { Column, ReportView } from '../report/view.ts';
import { resolveCases } from '../resolveCases.ts';
import { safe } from '../safe.ts';
import { callServer } from '../serverConnection.ts';
import { checkUsage } from './usageCheck.ts';

type SettleOptions = { month?: string; charged?: string; evidence?: string };

/** Prints the purchases of a month with unknown cost, each with its worst case. @returns the exit code */
async function listUnknown(month: string | undefined): Promise<number> {
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
async function settleOne(id: string, { charged, evidence }: SettleOptions): Promise<number> {
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
  if (outcome === 'not_found') throw new NegativeResult(safe(`${id}: no such purchase`), exitCodes.notFound);
  throw new NegativeResult(safe(`${id}: ${outcome}, not settled`));
}

type Spending = OutputOf<'readSpending'>;
type Options = { month?: string; by: SpendingGroup; csv?: boolean };

type CheckOptions = { engine?: string; recordRefunds?: boolean; settleUnknown?: boolean };

const amounts = ['statedUsd', 'estimatedUsd', 'heldUsd', 'unknownUsd', 'refundedUsd', 'totalUsd'] as const;
const amountNames = ['stated', 'estimated', 'held', 'unknown', 'refunded', 'total'];

/** Adds `spending`, `spending check` and `quote`: costs before and after asking. None of them buys. */
export function addSpendingCommands(program: Command): void {
  const spending = program.command('spending').description('spending of a UTC month, in US dollars');
  addListVerb(spending)
    .description('show what this workspace spent in a UTC month, in US dollars')
    .option('--month <month>', 'UTC month, YYYY-MM (default: the current one)')
    .addOption(new Option('--by <group>', 'grouping of the rows').choices(spendingGroups).default('engine'))
    .option('--csv', 'print CSV, with six decimal places')
    .action(async ({ month, by, csv }: Options) => {
      const spending = await callServer('readSpending', { by, limit: 200, ...(month === undefined ? {} : { month }) });
      if (csv === true) printResult(spending, () => csvOf(spending));
      else printView(spending, () => viewOf(spending));
    });
  spending
    .command('check')
    .description('compare the ledger with a vendor’s usage export, by day and engine; exits with 1 if they differ')
    .argument('<file>', 'CSV with a day, a cost in US dollars, and an engine or the address of the call')
    .option('--engine <id>', 'engine of all lines')
    .option('--record-refunds', 'record refunds from lines with our tag; needs a signed-in user')
    .option('--settle-unknown', 'settle unknown costs from lines with our tag; needs a signed-in user')
    .action(async (file: string, { engine, recordRefunds, settleUnknown }: CheckOptions) => {
      process.exitCode = await checkUsage(file, {
        engine: engine ?? null,
        recordsRefunds: recordRefunds === true,
        settlesUnknown: settleUnknown === true,
      });
    });
  spending
    .command('settle')
    .description('settle a purchase whose cost is unknown; without an id, list the month’s unknown costs')
    .argument('[purchase-id]', 'id from this list, or from the Purchases page')
    .option('--month <month>', 'UTC month of the list, YYYY-MM (default: the current one)')
    .option('--charged <usd>', 'charged amount in US dollars; 0 if nothing was charged')
    .option('--evidence <text>', 'source of the amount, kept in the audit log')
    .action(async (id: string | undefined, options: SettleOptions) => {
      process.exitCode = id === undefined ? await listUnknown(options.month) : await settleOne(id, options);
    });
  program
    .command('quote')
    .description('show what asking saved questions would cost; buys nothing')
    .argument('<ids...>', 'ids from `sightline questions`; use a case id to choose one engine')
    .option('--repeats <count>', 'answers per question, 1 to 10', '1')
    .action(async (ids: string[], { repeats }: { repeats: string }) => {
      if (!/^\d+$/.test(repeats)) throw new UsageError('--repeats takes a whole number');
      const caseIds = await resolveCases(ids);
      const quote = await callServer('quoteAnswers', { caseIds, repeats: Number(repeats) });
      printResult(quote, () => quoteText(quote));
    });
}

/** Formats US dollars. */
export function dollars(usd: number | null): string {
  return usd === null ? 'unknown' : usdText(microUsdOf(usd));
}

function viewOf({ month, by, simulated, total, forecast, rows }: Spending): ReportView {
  const right = (name: string): Column => ({ name, right: true });
  const line = (label: string, row: Spending['total']): string[] => [
    label,
    ...amounts.map((name) => dollars(row[name])),
    String(row.counts.purchases),
  ];
  const { unpriced } = total.counts;
  return {
    head: [`Spending in ${month}, in US dollars${simulated ? ' (simulated: nothing was paid)' : ''}`],
    sections: [
      {
        title: `By ${by}`,
        columns: [{ name: by, flexible: true }, ...amountNames.map(right), right('purchases')],
        rows: [...rows.map((row) => line(row.label, row)), line('Total', total)],
        empty: 'nothing was spent',
      },
    ],
    notes: [
      ...(unpriced === 0 ? [] : [`${unpriced} held or unknown without a known price, not included in the sums.`]),
      ...(forecast === null
        ? []
        : [`Forecast of the month: ${dollars(forecast.usd)}, at the rate of its ${forecast.days} whole days so far.`]),
    ],
  };
}

function csvOf({ by, rows, total }: Spending): string {
  const line = (id: string, label: string, row: Spending['total']) => [
    id,
    label,
    ...amounts.map((name) => usdText(microUsdOf(row[name]))),
    row.counts.purchases,
  ];
  return asCsv({
    columns: [`${by}Id`, by, ...amounts, 'purchases'],
    rows: [...rows.map((row) => line(row.id ?? '', row.label, row)), line('', 'Total', total)],
  });
}

/** Formats a quote in lines: what would be bought, for how much, and what is left. */
export function quoteText({ total, items, budgets, fits, simulated }: OutputOf<'quoteAnswers'>): string {
  const { bought, reused, blocked } = total;
  const asOf = items.map(({ perRun }) => perRun.asOf).filter((date) => date !== null);
  return [
    `${bought} to buy, ${reused} saved already${blocked === 0 ? '' : `, ${blocked} blocked by an unresolved purchase`}`,
    `typically ${dollars(total.typicalUsd)}, ${upperPrice(total).word} ${dollars(total.maxUsd)}, held ${dollars(total.heldUsd)} US dollars${simulated ? ' (simulated)' : ''}`,
    ...(asOf.length === 0 ? [] : [`prices as of ${asOf.reduce((one, other) => (one < other ? one : other))}`]),
    ...(items.some(({ perRun }) => perRun.mayHaveChanged) ? ['a price is over 60 days old and may have changed'] : []),
    ...budgets
      .filter(({ limitUsd }) => limitUsd !== null)
      .map(({ kind, leftUsd, limitUsd }) => `left of the ${kind} budget: ${dollars(leftUsd)} of ${dollars(limitUsd)}`),
    fits === null ? 'no budget is set' : fits ? 'fits the budget' : 'exceeds the budget',
  ].join('\n');
}
