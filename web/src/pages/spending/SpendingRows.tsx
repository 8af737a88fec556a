import type { Spending, SpendingRow } from '../../api/moneyQueries.ts';
import { shortLabel } from '../../engines/engineWords.ts';
import type { Cell } from '../../format/files.ts';
import { aboutDollars, integer } from '../../format/numbers.ts';
import { day } from '../../format/times.tsx';
import { type StandingName, StandingShape, standings } from '../../money/Standing.tsx';
import { SaveCsv } from '../../ui/Save.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { useListSearch } from '../../ui/useListSearch.tsx';
import { PurchasesLink } from './PurchasesLink.tsx';
import { groupWords, type PurchaseSearch } from './spendingSearch.ts';

const columns = ['stated', 'estimated', 'held', 'unknown', 'refunded'] as const satisfies readonly StandingName[];
/** On phones these are below the name of the row. */
const widths: Record<StandingName, string> = {
  stated: 'max-sm:hidden',
  estimated: 'max-sm:hidden',
  held: 'max-md:hidden',
  unknown: 'max-md:hidden',
  refunded: 'max-lg:hidden',
};

const numberHead = 'h-8 border-line border-b pl-4 text-right font-medium text-small text-soft';
const number = 'pl-4 text-right text-small';

type Amounts = Readonly<Record<`${StandingName}Usd`, number>>;

function StandingsOnPhone({ of: amounts }: { of: Amounts }) {
  const parts = columns.filter((name) => amounts[`${name}Usd`] !== 0);
  return (
    <span className="block pb-1 font-normal text-small text-soft sm:hidden">
      {parts.map((name) => `${standings[name].word} ${aboutDollars(amounts[`${name}Usd`])}`).join(' · ')}
    </span>
  );
}

/** Shows the month by group, with the total below. */
export function SpendingRows({ data }: { data: Spending }) {
  const { rows, by, month, simulated, total } = data;
  const { found, field, none } = useListSearch({
    place: 'q',
    rows,
    textOf: (row) => row.label,
    noun: by,
  });
  const most = Math.max(...rows.map(({ totalUsd }) => totalUsd), 0);
  return (
    <>
      <div className="screen-only -mt-7 mb-1 flex min-h-8 flex-wrap items-center justify-end gap-2 max-sm:mt-0">
        {field}
        <span>
          <SaveCsv
            name={`spending-${month}-by-${by}`}
            head={[groupWords[by], 'Id', ...columns.map((of) => `${standings[of].word} USD`), 'total USD', 'purchases']}
            rows={() => [...found.map((row) => fileRow(row.label, row.id, row)), fileRow('Total', null, total)]}
          />
        </span>
      </div>
      <Scroller label={`Spending by ${by}`}>
        <table className="w-full border-collapse">
          <thead>
            <tr>
              <th scope="col" className="border-line border-b text-left font-medium text-small text-soft">
                {groupWords[by]}
              </th>
              {columns.map((of) => (
                <th key={of} scope="col" title={standings[of].told} className={`${numberHead} ${widths[of]}`}>
                  <span className="inline-flex items-center gap-1">
                    <StandingShape of={of} />
                    {standings[of].word}
                  </span>
                </th>
              ))}
              <th scope="col" className={numberHead}>
                total
              </th>
              <th scope="col" className={`${numberHead} max-md:hidden`}>
                purchases
              </th>
            </tr>
          </thead>
          <tbody>
            {found.map((row) => {
              const search = row.filter === null ? null : deriveSearch(row.filter, month, simulated);
              const label = by === 'day' && row.id !== null ? day(row.id) : row.label;
              return (
                <tr key={`${row.id} ${row.label}`} className="h-9 border-line border-b hover:bg-sunken/60">
                  <th scope="row" title={label} className="relative w-full min-w-36 max-w-0 text-left font-normal">
                    <bdi className="one-line">{by === 'engine' ? shortLabel(label) : label}</bdi>
                    <StandingsOnPhone of={row} />
                    <svg
                      aria-hidden="true"
                      width="100%"
                      height="3"
                      className="absolute bottom-0.5 left-0 block max-w-64"
                    >
                      <rect
                        width={`${most === 0 ? 0 : (100 * row.totalUsd) / most}%`}
                        height="3"
                        rx="1.5"
                        fill="var(--other)"
                      />
                    </svg>
                  </th>
                  {columns.map((of) => (
                    <td key={of} className={`${number} ${widths[of]}`}>
                      {search === null || row[`${of}Usd`] === 0 ? (
                        <span className={row[`${of}Usd`] === 0 ? 'text-soft' : ''}>
                          {row[`${of}Usd`] === 0 ? '0' : aboutDollars(row[`${of}Usd`])}
                        </span>
                      ) : (
                        <PurchasesLink search={{ ...search, standing: of }} label={`${standings[of].word}, ${label}`}>
                          {aboutDollars(row[`${of}Usd`])}
                        </PurchasesLink>
                      )}
                    </td>
                  ))}
                  <td className={`${number} font-medium`}>
                    {search === null ? (
                      aboutDollars(row.totalUsd)
                    ) : (
                      <PurchasesLink search={search} label={label}>
                        {aboutDollars(row.totalUsd)}
                      </PurchasesLink>
                    )}
                  </td>
                  <td className={`${number} max-md:hidden`}>
                    {integer(row.counts.purchases)}
                    {row.counts.unpriced > 0 && (
                      <span className="block text-caution text-small">
                        {integer(row.counts.unpriced)} without a price
                      </span>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
          <tfoot>
            <tr className="h-9 font-medium">
              <th scope="row" className="text-left font-medium">
                Total this month
                <StandingsOnPhone of={total} />
              </th>
              {columns.map((of) => (
                <td key={of} className={`${number} ${widths[of]}`}>
                  {total[`${of}Usd`] === 0 ? (
                    <span className="text-soft">0</span>
                  ) : (
                    <PurchasesLink
                      search={{ month, simulated, standing: of }}
                      label={`${standings[of].word}, the month`}
                    >
                      {aboutDollars(total[`${of}Usd`])}
                    </PurchasesLink>
                  )}
                </td>
              ))}
              <td className={number}>
                <PurchasesLink search={{ month, simulated }} label="the month">
                  {aboutDollars(total.totalUsd)}
                </PurchasesLink>
              </td>
              <td className={`${number} max-md:hidden`}>{integer(total.counts.purchases)}</td>
            </tr>
          </tfoot>
        </table>
        {none}
      </Scroller>
    </>
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

function fileRow(label: string, id: string | null, row: Spending['total']): Cell[] {
  return [label, id, ...columns.map((of) => row[`${of}Usd`]), row.totalUsd, row.counts.purchases];
}
