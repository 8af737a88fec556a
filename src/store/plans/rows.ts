import type { Selectable } from 'kysely';
import type { Plan, PlanRevision } from '../../domain/plans/plan.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { mapColumns } from '../database/columns.ts';
import { olderThan } from '../database/newestFirst.ts';
import type { DatabaseKind } from '../database/open.ts';
import type { Queryable, Tx } from '../database/transaction.ts';
import type { Tables } from '../schema.ts';
import { toRoundGrant } from './roundGrants.ts';

type RevisionRow = Selectable<Tables['plan_revisions']>;

const revisionColumns = mapColumns<PlanRevision>()({
  plain: 'number repeats maxAgeSeconds madeAt',
  json: 'questions engines cadence',
  flag: 'useSeoTools',
});
const columns = mapColumns<Plan>()({
  plain: 'id workspaceId kind name state lastRound keyId settledUntil nextDueAt createdAt activatedAt watchedAt',
});

function selectPlans(db: Queryable) {
  return db
    .selectFrom('plans')
    .innerJoin('plan_revisions', (join) =>
      join.onRef('plan_revisions.plan_id', '=', 'plans.id').onRef('plan_revisions.number', '=', 'plans.revision'),
    )
    .leftJoin('plan_allowances', (join) =>
      join.onRef('plan_allowances.plan_id', '=', 'plans.id').onRef('plan_allowances.revision', '=', 'plans.revision'),
    )
    .selectAll('plans')
    .select([
      'plan_allowances.case_ids',
      'plan_revisions.number',
      'plan_revisions.questions',
      'plan_revisions.engines',
      'plan_revisions.repeats',
      'plan_revisions.max_age_seconds',
      'plan_revisions.use_seo_tools',
      'plan_revisions.cadence',
      'plan_revisions.made_at',
    ]);
}

type PlanRow = Selectable<Tables['plans']> &
  Omit<RevisionRow, 'plan_id' | 'workspace_id' | 'made_by'> & { case_ids: string | null };

function toPlan(row: PlanRow): Plan {
  return {
    ...columns.read(row),
    revision: revisionColumns.read(row),
    maxMicroPerRound: row.max_round_micro === null ? null : Number(row.max_round_micro),
    roundGrant: toRoundGrant(row),
    allowedCases: row.case_ids === null ? null : (JSON.parse(row.case_ids) as string[]),
  };
}

export async function insertPlan(db: Queryable, plan: Plan, madeBy: string): Promise<void> {
  await db
    .insertInto('plans')
    .values({
      ...columns.write(plan),
      revision: plan.revision.number,
      max_round_micro: plan.maxMicroPerRound,
      created_by: madeBy,
    })
    .execute();
  await insertRevision(db, plan, plan.revision, madeBy);
}

export async function insertRevision(
  db: Queryable,
  plan: Pick<Plan, 'id' | 'workspaceId'>,
  revision: PlanRevision,
  madeBy: string,
): Promise<void> {
  await db
    .insertInto('plan_revisions')
    .values({ ...revisionColumns.write(revision), plan_id: plan.id, workspace_id: plan.workspaceId, made_by: madeBy })
    .execute();
}

export async function findPlan(db: Queryable, workspaceId: string, id: string): Promise<Plan | null> {
  const row = await selectPlans(db)
    .where('plans.id', '=', id)
    .where('plans.workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row === undefined ? null : toPlan(row);
}

/** Reads the plan and locks it until the transaction ends. SQLite has one writer anyway. */
export async function lockPlan(tx: Tx, engine: DatabaseKind, workspaceId: string, id: string): Promise<Plan | null> {
  if (engine === 'postgres') {
    await tx
      .selectFrom('plans')
      .select('id')
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .forUpdate()
      .execute();
  }
  return findPlan(tx, workspaceId, id);
}

/** Finds a person's plan for manual rounds in a workspace; null before the first. */
export async function findAsks(db: Queryable, workspaceId: string, accountId: string): Promise<Plan | null> {
  const row = await selectPlans(db)
    .where('plans.workspace_id', '=', workspaceId)
    .where('plans.created_by', '=', accountId)
    .where('plans.kind', '=', 'asks')
    .executeTakeFirst();
  return row === undefined ? null : toPlan(row);
}

/** Lists plans that are not archived, newest first, without those for manual rounds. */
export async function listPlans(
  db: Queryable,
  workspaceId: string,
  { after, count }: { after: ListPosition | null; count: number },
): Promise<Plan[]> {
  const rows = await db
    .selectFrom('plans')
    .select(['id', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'plan')
    .where('state', '<>', 'archived')
    .$if(after !== null, (query) => query.where(olderThan(after as ListPosition)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const plans = await selectPlans(db)
    .where('plans.workspace_id', '=', workspaceId)
    .where('plans.id', 'in', ids)
    .execute();
  const byId = new Map(plans.map((row) => [row.id, toPlan(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Lists the active plans of all workspaces of an owner, which share the owner's allowances. */
export async function listActivePlans(db: Queryable, ownerId: string): Promise<Plan[]> {
  const rows = await selectPlans(db)
    .innerJoin('organization', 'organization.id', 'plans.workspace_id')
    .where('organization.ownerId', '=', ownerId)
    .where('plans.kind', '=', 'plan')
    .where('plans.state', '=', 'active')
    .execute();
  return rows.map(toPlan);
}

/** Maps plan ids, archived ones included, to their names. */
export async function planNames(db: Queryable, workspaceId: string): Promise<Map<string, string>> {
  const rows = await db.selectFrom('plans').select(['id', 'name']).where('workspace_id', '=', workspaceId).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

type PlanPatch = Partial<
  Pick<
    Plan,
    | 'name'
    | 'state'
    | 'lastRound'
    | 'keyId'
    | 'maxMicroPerRound'
    | 'settledUntil'
    | 'nextDueAt'
    | 'activatedAt'
    | 'watchedAt'
  >
> & { revisionNumber?: number };

const columnOf = {
  name: 'name',
  state: 'state',
  lastRound: 'last_round',
  keyId: 'key_id',
  maxMicroPerRound: 'max_round_micro',
  settledUntil: 'settled_until',
  nextDueAt: 'next_due_at',
  activatedAt: 'activated_at',
  watchedAt: 'watched_at',
  revisionNumber: 'revision',
} as const satisfies Record<keyof PlanPatch, keyof Tables['plans']>;

export async function changePlanRow(
  db: Queryable,
  plan: Pick<Plan, 'id' | 'workspaceId'>,
  patch: PlanPatch,
): Promise<void> {
  const columns = Object.entries(patch).map(([name, value]) => [columnOf[name as keyof PlanPatch], value]);
  await db
    .updateTable('plans')
    .set(Object.fromEntries(columns))
    .where('id', '=', plan.id)
    .where('workspace_id', '=', plan.workspaceId)
    .execute();
}

/** Finds a revision of a plan by number. */
export async function findRevision(
  db: Queryable,
  { id, workspaceId }: Pick<Plan, 'id' | 'workspaceId'>,
  number: number,
): Promise<PlanRevision | null> {
  const row = await db
    .selectFrom('plan_revisions')
    .selectAll()
    .where('plan_id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row === undefined ? null : revisionColumns.read(row);
}
