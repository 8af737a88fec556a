import { sql } from 'kysely';
import type { Month } from '../../domain/money/month.ts';
import type { MicroUsd } from '../../domain/money/usd.ts';
import { compiledOnce } from '../database/compiledOnce.ts';
import { passIf, type Queryable, type Tx } from '../database/transaction.ts';

/** Current month's balance of a scope. `limit` null: no budget is set. */
export type Balance = { scope: string; used: MicroUsd; limit: MicroUsd | null };

/** Builds one statement that adds to the balances of up to four scopes, and returns the results. */
function changeOf(scopes: number) {
  return compiledOnce((db, month: string, simulated: number, change: number, ...names: string[]) =>
    db
      .insertInto('budget_balances')
      .values(names.slice(0, scopes).map((scope) => ({ scope, month, simulated, used_micro: change })))
      .onConflict((conflict) =>
        conflict
          .columns(['scope', 'month', 'simulated'])
          .doUpdateSet((eb) => ({ used_micro: eb('budget_balances.used_micro', '+', eb.ref('excluded.used_micro')) })),
      )
      .returning((eb) => [
        'scope',
        'used_micro',
        eb
          .selectFrom('budgets')
          .select('budgets.limit_micro')
          .whereRef('budgets.scope', '=', 'budget_balances.scope')
          .as('limit_micro'),
      ]),
  );
}

const changeByCount = [changeOf(1), changeOf(2), changeOf(3), changeOf(4)] as const;

/**
 * Adds an amount to the balances of a purchase, and locks their rows until the transaction ends. Every transaction
 * locks them last and in the order of `scopes` (deployment, workspace, plan, key), which prevents deadlocks.
 */
export async function changeBalances(
  tx: Tx,
  scopes: readonly string[],
  month: Month,
  simulated: boolean,
  change: MicroUsd,
): Promise<Balance[]> {
  const statement = changeByCount[scopes.length - 1];
  if (statement === undefined) throw new Error(`a purchase is counted in 1 to 4 scopes, not ${scopes.length}`);
  const rows = await statement(tx, month, simulated ? 1 : 0, change, ...scopes);
  return rows.map((row) => ({
    scope: row.scope,
    used: Number(row.used_micro),
    limit: row.limit_micro === null ? null : Number(row.limit_micro),
  }));
}

const farFromLimits = compiledOnce(
  (db, scopes: readonly string[], month: string, simulated: number, ofDeployment: number | null, percent: number) => ({
    compile: () =>
      passIf(
        sql`not exists (select from budget_balances left join budgets on budgets.scope = budget_balances.scope
          where budget_balances.scope = any(${scopes}::text[]) and budget_balances.month = ${month}
            and budget_balances.simulated = ${simulated} and used_micro * 100 >= ${percent}::bigint
            * case budget_balances.scope when 'deployment' then ${ofDeployment}::bigint else limit_micro end)`,
      ).compile(db),
  }),
);

/**
 * Fails the transaction on PostgreSQL if a balance has reached this percentage of its limit (`isOvertaken`), so that
 * its caller need not see the balances.
 */
export async function passIfFarFromLimits(
  tx: Tx,
  scopes: readonly string[],
  month: Month,
  simulated: boolean,
  ofDeployment: MicroUsd | null,
  percent: number,
): Promise<void> {
  await farFromLimits(tx, scopes, month, simulated ? 1 : 0, ofDeployment, percent);
}

/** Reads the balances of these scopes, in order; a scope without entries has used nothing. */
export async function readBalances(
  db: Queryable,
  scopes: readonly string[],
  month: Month,
  simulated: boolean,
): Promise<Balance[]> {
  const used = await db
    .selectFrom('budget_balances')
    .select(['scope', 'used_micro'])
    .where('scope', 'in', scopes)
    .where('month', '=', month)
    .where('simulated', '=', simulated ? 1 : 0)
    .execute();
  const limits = await db.selectFrom('budgets').select(['scope', 'limit_micro']).where('scope', 'in', scopes).execute();
  return scopes.map((scope) => {
    const limit = limits.find((row) => row.scope === scope)?.limit_micro;
    return {
      scope,
      used: Number(used.find((row) => row.scope === scope)?.used_micro ?? 0),
      limit: limit === undefined ? null : Number(limit),
    };
  });
}

/** Lists the budgets set in a workspace, by scope. */
export async function listBudgets(db: Queryable, workspaceId: string): Promise<{ scope: string; setAt: string }[]> {
  const rows = await db
    .selectFrom('budgets')
    .select(['scope', 'set_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('scope')
    .execute();
  return rows.map((row) => ({ scope: row.scope, setAt: row.set_at }));
}

/** Sets a monthly budget, effective immediately; null removes it. */
export async function saveBudget(
  db: Queryable,
  budget: { scope: string; workspaceId: string; limit: MicroUsd | null; setBy: string; setAt: string },
): Promise<void> {
  const { scope, workspaceId, limit, setBy, setAt } = budget;
  if (limit === null) {
    await db.deleteFrom('budgets').where('scope', '=', scope).where('workspace_id', '=', workspaceId).execute();
    return;
  }
  const row = { limit_micro: limit, set_by: setBy, set_at: setAt };
  await db
    .insertInto('budgets')
    .values({ scope, workspace_id: workspaceId, ...row })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet(row))
    .execute();
}
