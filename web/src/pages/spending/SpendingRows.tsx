import type { Spending, SpendingRow } from '../../api/moneyQueries.ts';
import { CountBar } from '../../charts/CountBar.tsx';
import { shortLabel } from '../../engines/engineWords.ts';
import { aboutDollars, integer } from '../../format/numbers.ts';
import { day } from '../../format/times.tsx';
import { type StandingName, StandingShape, standings } from '../../money/Standing.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { PurchasesLink } from './PurchasesLink.tsx';
import { groupWords, type PurchaseSearch } from './spendingSearch.ts';

export const standingNames = ['stated', 'estimated', 'held', 'unknown', 'refunded'] as const satisfies StandingName[];
const standingHeads: Record<StandingName, string> = {
  stated: 'Stated',
  estimated: 'Estimated',
  held: 'Held',
  unknown: 'Unknown',
  refunded: 'Refunded',
};

/** Shows the month by group; a status without any amount has no column. */
export function SpendingRows({ data }: { data: Spending }) {
  const { rows, by, month, simulated, total } = data;
  const most = Math.max(...rows.map(({ totalUsd }) => totalUsd), 0);
  const labelOf = ({ id, label }: SpendingRow): string =>
    by === 'day' && id !== null ? day(id) : by === 'engine' ? shortLabel(label) : label;
  const linked = (row: SpendingRow, usd: number, standing?: StandingName) => {
    if (usd === 0) return <span className="text-soft">0</span>;
    const amount = (
      <>
        {standing !== undefined && <StandingShape of={standing} />} {aboutDollars(usd)}
      </>
    );
    if (row.filter === null) return amount;
    const search = { ...deriveSearch(row.filter, month, simulated), ...(standing === undefined ? {} : { standing }) };
    return (
      <PurchasesLink
        search={search}
        label={standing === undefined ? row.label : `${standings[standing].word}, ${row.label}`}
      >
        {amount}
      </PurchasesLink>
    );
  };
  const columns: Column<SpendingRow>[] = [
    {
      id: 'name',
      name: groupWords[by],
      value: labelOf,
      // Headings of a file stay the same in every language, so that programs can read it.
      file: { [`${by.charAt(0).toUpperCase()}${by.slice(1)}`]: labelOf, Id: ({ id }) => id },
      cell: (row) => (
        <bdi className="one-line sm:text-body" title={row.label}>
          {labelOf(row)}
        </bdi>
      ),
    },
    ...standingNames
      .filter((of) => total[`${of}Usd`] !== 0)
      .map(
        (of): Column<SpendingRow> => ({
          id: of,
          name: standingHeads[of],
          from: 'sm',
          right: true,
          // Left out below the name where it is zero.
          value: (row) => row[`${of}Usd`] || '',
          file: { [`${of} USD`]: (row) => row[`${of}Usd`] },
          cell: (row) => linked(row, row[`${of}Usd`], of),
        }),
      ),
    {
      id: 'total',
      name: 'Total',
      info: 'moneyStandings',
      value: ({ totalUsd }) => totalUsd,
      file: { 'total USD': ({ totalUsd }) => totalUsd },
      cell: (row) => (
        <CountBar part={row.totalUsd} of={most}>
          {linked(row, row.totalUsd)}
        </CountBar>
      ),
    },
    {
      id: 'purchases',
      name: 'Purchases',
      from: 'md',
      right: true,
      value: ({ counts }) => counts.purchases,
      file: { Purchases: ({ counts }) => counts.purchases },
      cell: ({ counts: { purchases, unpriced } }) => (
        <>
          {integer(purchases)}
          {unpriced > 0 && <span className="text-caution">{` · ${integer(unpriced)} without a known price`}</span>}
        </>
      ),
    },
  ];
  return (
    <DataTable
      label={`Spending by ${by}`}
      name={`spending-${month}-by-${by}`}
      noun={by}
      rows={rows}
      keyOf={({ id, label }) => `${id} ${label}`}
      searchText={(row) => labelOf(row)}
      columns={columns}
    />
  );
}

function deriveSearch(filter: NonNullable<SpendingRow['filter']>, month: string, simulated: boolean): PurchaseSearch {
  const { engine, keyId, planId, caseId, questionId, day: ofDay } = filter;
  return {
    month,
    simulated,
    ...(engine === undefined ? {} : { engine }),
    ...(keyId === undefined ? {} : { keyId }),
    ...(planId === undefined ? {} : { planId }),
    ...(caseId === undefined ? {} : { caseId }),
    ...(questionId === undefined ? {} : { questionId }),
    ...(ofDay === undefined ? {} : { day: ofDay }),
  };
}
