import type { OutputOf } from '../../../../src/contract/callTypes.ts';
import { aboutDollars } from '../../format/numbers.ts';

type Budget = NonNullable<OutputOf<'readApproval'>['quote']>['budgets'][number];

const names: Record<Budget['kind'], string> = {
  deployment: 'This server',
  workspace: 'This workspace',
  plan: 'Its plan',
  key: 'Its key',
};

/** Rest of each budget that a purchase would count against. */
export function Budgets({ budgets }: { budgets: readonly Budget[] }) {
  const set = budgets.filter(({ limitUsd }) => limitUsd !== null);
  if (set.length === 0) return <p className="mt-3 text-small text-soft">No budget applies.</p>;
  return (
    <ul className="mt-3 grid max-w-md gap-1">
      {set.map(({ kind, limitUsd, leftUsd }) => (
        <li key={kind} className="flex flex-wrap justify-between gap-x-6">
          <span className="text-soft">{names[kind]} has left this month</span>
          <span className="tabular-nums">
            {aboutDollars(leftUsd)} <span className="text-soft">of {aboutDollars(limitUsd)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
