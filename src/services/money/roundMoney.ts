import { addEntries, noSpending, type SpendingSums, totalOf } from '../../domain/money/spending.ts';
import type { MicroUsd } from '../../domain/money/usd.ts';
import type { Plan } from '../../domain/plans/plan.ts';
import type { Queryable } from '../../store/database/transaction.ts';
import { sumRoundEntries } from '../../store/plans/rounds.ts';

/** Sums the purchases for rounds of a plan, by round; a round without purchases has no entry. */
export async function readRoundMoney(
  db: Queryable,
  plan: Pick<Plan, 'id' | 'workspaceId'>,
  rounds: readonly number[],
): Promise<Map<number, SpendingSums>> {
  const sums = new Map<number, SpendingSums>();
  for (const entry of await sumRoundEntries(db, plan, rounds)) {
    const own = sums.get(entry.round) ?? noSpending();
    sums.set(entry.round, own);
    addEntries(own, entry);
  }
  return sums;
}

/** Sums what a round has paid and holds, the amount compared with its maximum. */
export async function spentOfRound(
  db: Queryable,
  plan: Pick<Plan, 'id' | 'workspaceId'>,
  round: number,
): Promise<MicroUsd> {
  return totalOf((await readRoundMoney(db, plan, [round])).get(round) ?? noSpending());
}
