import type { ExpressionBuilder } from 'kysely';
import type { Queryable } from '../database/transaction.ts';
import type { Tables } from '../schema.ts';

/**
 * Lists active plans of every workspace with a working key, earliest first, for a watcher. `isOpen`: one of its rounds
 * is open.
 */
export async function listWatchable(
  db: Queryable,
): Promise<{ id: string; keyId: string; keyHash: string; nextDueAt: string | null; isOpen: boolean }[]> {
  const rows = await db
    .selectFrom('plans')
    .innerJoin('api_keys', 'api_keys.id', 'plans.key_id')
    .select(['plans.id', 'api_keys.id as keyId', 'api_keys.secret_hash as keyHash', 'plans.next_due_at as nextDueAt'])
    .select((eb) =>
      eb
        .selectFrom('plan_rounds')
        .select((inner) => inner.fn.min('plan_rounds.number').as('number'))
        .whereRef('plan_rounds.plan_id', '=', 'plans.id')
        .where('plan_rounds.state', '=', 'open')
        .as('open_round'),
    )
    .where('plans.state', '=', 'active')
    .where('api_keys.revoked_at', 'is', null)
    .where(hasSomethingToWatch)
    .orderBy('plans.created_at')
    .orderBy('plans.id')
    .execute();
  return rows.map(({ open_round: round, ...row }) => ({ ...row, isOpen: round !== null }));
}

/** Returns true if any workspace has a plan to watch. */
export async function hasActivePlan(db: Queryable): Promise<boolean> {
  const row = await db
    .selectFrom('plans')
    .select('plans.id')
    .where('plans.state', '=', 'active')
    .where(hasSomethingToWatch)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Selects scheduled plans, and plans for manual rounds while a round still sends requests. */
function hasSomethingToWatch(eb: ExpressionBuilder<Tables, 'plans'>) {
  return eb.or([eb('plans.kind', '=', 'plan'), hasOpenRound(eb)]);
}

function hasOpenRound(eb: ExpressionBuilder<Tables, 'plans'>) {
  return eb.exists(
    eb
      .selectFrom('plan_rounds')
      .select('plan_rounds.number')
      .whereRef('plan_rounds.plan_id', '=', 'plans.id')
      .where('plan_rounds.state', '=', 'open'),
  );
}

/** Lists plans of every workspace with work at `now`: a due time that has passed, or an open round. */
export async function listUnsettled(
  db: Queryable,
  now: string,
  limit: number,
): Promise<{ id: string; workspaceId: string }[]> {
  const rows = await db
    .selectFrom('plans')
    .select(['id', 'workspace_id'])
    .where('state', '=', 'active')
    .where((eb) => eb.or([eb('next_due_at', '<=', now), hasOpenRound(eb)]))
    .orderBy('next_due_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.id, workspaceId: row.workspace_id }));
}
