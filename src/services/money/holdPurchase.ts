import type { Principal } from '../../domain/access/principal.ts';
import type { ExpectedCost } from '../../domain/money/expectedCost.ts';
import type { Purchase } from '../../domain/money/ledger.ts';
import { type Month, monthOf } from '../../domain/money/month.ts';
import {
  type BudgetKind,
  type BudgetStanding,
  budgetOfScope,
  denyHold,
  formatScope,
  nearsLimit,
  type OpenHold,
  reportedPercents,
  scopesOf,
} from '../../domain/money/monthBudget.ts';
import { holdEntry } from '../../domain/money/purchase.ts';
import type { BudgetDenial } from '../../domain/runs/disposition.ts';
import {
  commitWith,
  inOneTrip,
  Overtaken,
  rollBackToSavepoint,
  setSavepoint,
  type Tx,
} from '../../store/database/transaction.ts';
import { type Balance, changeBalances, passIfFarFromLimits } from '../../store/money/budgets.ts';
import { insertMoneyEvent } from '../../store/money/events.ts';
import { addEntry } from '../../store/money/ledgerEntries.ts';
import { listOpenHolds } from '../../store/money/openHolds.ts';
import { type AppContext, nowIso } from '../appContext.ts';

/** Returns the key and plan whose budgets a caller's purchases count against. A connected program counts like a key. */
export function payerOf(principal: Principal): { keyId: string | null; planId: string | null } {
  const keyId =
    principal.kind === 'client' ? principal.connectionId : principal.kind === 'key' ? principal.keyId : null;
  return { keyId, planId: principal.kind === 'key' ? principal.planId : null };
}

/** A purchase with its expected cost; null if no price is known. */
export type HoldRequest = { purchase: Purchase; expected: ExpectedCost | null };

/** Returns the worst case to hold: for a purchase without a price, the operator's maximum for an answer. */
export function worstCase(
  { settings }: Pick<AppContext, 'settings'>,
  expected: ExpectedCost | null,
): Pick<ExpectedCost, 'max' | 'basis' | 'asOf'> | null {
  if (expected !== null) return expected;
  if (settings.maxMicroPerAnswer === null) return null;
  return { max: settings.maxMicroPerAnswer, basis: 'owner_limit', asOf: null };
}

/**
 * Holds the worst cases of purchases by one payer in the transaction that reserves them: all of them, or none. Returns
 * why they do not fit into a budget, or null once they are held. Called last, because it locks the balances until
 * commit.
 * @param what for people, such as `one openai answer (gpt-5.5)`
 * @param also starts the transaction's other writes, only if the purchases are held
 * @param commits also commits the transaction; it fails (`isOvertaken`) if a budget is nearly used up
 */
export async function holdPurchases(
  tx: Tx,
  app: Pick<AppContext, 'engines' | 'runtime' | 'settings'>,
  holdRequests: readonly [HoldRequest, ...HoldRequest[]],
  what: string,
  also: () => readonly Promise<void>[] = () => [],
  commits = false,
): Promise<BudgetDenial | null> {
  const [{ purchase: first }] = holdRequests;
  const worst = holdRequests.map(({ expected }) => worstCase(app, expected));
  const needed = worst.some((one) => one === null) ? null : worst.reduce((sum, one) => sum + (one?.max ?? 0), 0);
  const heldAmount = worst.reduce((sum, one) => sum + (one?.max ?? 0), 0);
  const month = monthOf(first.begunAt);
  const scopes = scopesOf(first);
  const entries = () =>
    holdRequests.map(({ purchase }, at) => {
      const amount = worst[at] ?? null;
      const entry = holdEntry({
        micro: amount?.max ?? null,
        basis: amount?.basis ?? null,
        asOf: amount?.asOf ?? null,
      });
      return addEntry(tx, purchase, entry, 1, purchase.begunAt);
    });
  if (commits) {
    if (needed === null) throw new Overtaken('a purchase without a price may be refused');
    const { budgetMicroPerMonth } = app.settings;
    await commitWith(tx, [
      ...also(),
      ...entries(),
      changeBalances(tx, scopes, month, first.simulated, heldAmount),
      passIfFarFromLimits(tx, scopes, month, first.simulated, budgetMicroPerMonth, reportedPercents[0]),
    ]);
    return null;
  }
  // Everything is sent at once and rolled back if it does not fit, which is rare: this locks the balances for less
  // time.
  const writtenPromise = inOneTrip([setSavepoint(tx), ...entries(), ...also()]);
  const [, balances] = await inOneTrip([
    writtenPromise,
    changeBalances(tx, scopes, month, first.simulated, heldAmount),
  ]);
  const standings = balances.map((balance): BudgetStanding => {
    const { used, ...standing } = deriveStanding(app, balance);
    return { ...standing, used: used - heldAmount };
  });
  const note = async (budgets: readonly BudgetStanding[], refused: BudgetKind | null) => {
    if (refused === null && !budgets.some(nearsLimit)) return;
    const place = { id: app.runtime.newId('event'), workspaceId: first.workspaceId, at: nowIso(app) };
    await insertMoneyEvent(tx, place, { standings: budgets, month, simulated: first.simulated, refused });
  };
  if (denyHold(standings, needed, month, what) !== null) {
    await rollBackToSavepoint(tx);
    const holdsOf = await readOpenHolds(tx, app, first, month);
    const denial = denyHold(standings, needed, month, what, holdsOf);
    await note(standings, (denial?.budget ?? null) as BudgetKind | null);
    return denial;
  }
  await note(
    standings.map((standing) => ({ ...standing, used: standing.used + heldAmount })),
    null,
  );
  return null;
}

/** Milliseconds allowed beyond an engine's typical time, and for any other work. */
const overdueMs = 30_000;

/** Reads what is held for work in progress, by budget, only after a refusal. */
async function readOpenHolds(
  tx: Tx,
  app: Pick<AppContext, 'engines' | 'runtime'>,
  { workspaceId, simulated }: Purchase,
  month: Month,
): Promise<(standing: BudgetStanding) => readonly OpenHold[]> {
  const now = app.runtime.now();
  const purchases = await listOpenHolds(tx, { month, simulated });
  return ({ kind, id }) =>
    purchases
      .filter(
        (hold) =>
          kind === 'deployment' || (hold.workspaceId === workspaceId && scopesOf(hold).includes(formatScope(kind, id))),
      )
      .map(({ micro, engine, heldAt }) => {
        const endsAt = Date.parse(heldAt) + (app.engines.find(engine)?.usualMs ?? overdueMs);
        return { micro, endsAt: endsAt > now ? endsAt : now + overdueMs };
      });
}

/** Returns a balance with its budget: the deployment's is set by the operator, others in the database. */
export function deriveStanding(
  { settings }: Pick<AppContext, 'settings'>,
  { scope, used, limit }: Balance,
): BudgetStanding {
  const budget = budgetOfScope(scope);
  return { ...budget, used, limit: budget.kind === 'deployment' ? settings.budgetMicroPerMonth : limit };
}
