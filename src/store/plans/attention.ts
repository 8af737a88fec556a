import { type Selectable, sql } from 'kysely';
import type { PlanKind } from '../../domain/plans/plan.ts';
import type { Round } from '../../domain/plans/round.ts';
import { gapReasons, reportedWaits } from '../../domain/plans/roundGap.ts';
import type { Queryable } from '../database/transaction.ts';
import type { Tables } from '../schema.ts';
import { toRound } from './rounds.ts';

/** Lists runs that wait for a person or whose purchase is not found, newest first. */
export async function listStuckRuns(
  db: Queryable,
  workspaceId: string,
  limit: number,
): Promise<
  {
    id: string;
    websiteId: string | null;
    status: string;
    phase: string;
    error: string | null;
    updatedAt: string;
  }[]
> {
  const rows = await db
    .selectFrom('runs')
    .select(['id', 'website_id', 'status', 'phase', 'error', 'updated_at'])
    .where('workspace_id', '=', workspaceId)
    .where('active', '=', sql.lit(1))
    .where((eb) => eb.or([eb('status', '=', 'requires_action'), eb('phase', '=', 'unresolved')]))
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ website_id: websiteId, updated_at: updatedAt, ...row }) => ({ ...row, websiteId, updatedAt }));
}

/** Outcome of a run that has ended. */
export type RunEnd = { id: string; status: string; error: string | null; updatedAt: string };

/**
 * Reads the outcomes of each engine's newest runs, newest first, in one statement; an engine without runs is absent.
 */
export async function lastEnds(
  db: Queryable,
  workspaceId: string,
  engines: readonly string[],
  count: number,
): Promise<Map<string, RunEnd[]>> {
  const ends = new Map<string, RunEnd[]>();
  if (engines.length === 0) return ends;
  const each = engines.map(
    (engine) => sql`select * from (
      select id, engine, status, error, updated_at, created_at from runs
      where workspace_id = ${workspaceId} and engine = ${engine} and active = 0
      order by created_at desc, id desc limit ${sql.lit(count)}) as newest`,
  );
  const { rows } = await sql<{ engine: string; updated_at: string; created_at: string } & Omit<RunEnd, 'updatedAt'>>`
    ${sql.join(each, sql` union all `)} order by created_at desc, id desc`.execute(db);
  for (const { engine, id, status, error, updated_at: updatedAt } of rows) {
    ends.set(engine, [...(ends.get(engine) ?? []), { id, status, error, updatedAt }]);
  }
  return ends;
}

/** A round with its plan's name. */
export type NamedRound = { planId: string; name: string; kind: PlanKind; round: Round };

function namedRounds(db: Queryable, workspaceId: string) {
  return db
    .selectFrom('plan_rounds')
    .innerJoin('plans', 'plans.id', 'plan_rounds.plan_id')
    .selectAll('plan_rounds')
    .select(['plans.name', 'plans.kind as plan_kind'])
    .where('plan_rounds.workspace_id', '=', workspaceId)
    .orderBy('plan_rounds.due_at', 'desc');
}

function toNamedRound(row: Selectable<Tables['plan_rounds']> & { name: string; plan_kind: string }): NamedRound {
  return { planId: row.plan_id, name: row.name, kind: row.plan_kind as PlanKind, round: toRound(row) };
}

/** Lists rounds with a gap since a time, newest first. */
export async function listGaps(
  db: Queryable,
  workspaceId: string,
  since: string,
  limit: number,
): Promise<NamedRound[]> {
  const rows = await namedRounds(db, workspaceId)
    .where('plan_rounds.due_at', '>=', since)
    .where('plans.state', '<>', 'archived')
    .where('plan_rounds.reason', 'in', gapReasons)
    .limit(limit)
    .execute();
  return rows.map(toNamedRound);
}

/** Lists open rounds stopped by an obstacle that a person may remove, newest first. */
export async function listStoppedRounds(db: Queryable, workspaceId: string, limit: number): Promise<NamedRound[]> {
  const rows = await namedRounds(db, workspaceId)
    .where('plans.state', '=', 'active')
    .where('plan_rounds.state', '=', 'open')
    .where('plan_rounds.wait', 'in', reportedWaits)
    .limit(limit)
    .execute();
  return rows.map(toNamedRound);
}

/** Returns the outcome of the newest ended SEO lookup's calls; null before the first. */
export async function lastLookup(
  db: Queryable,
  workspaceId: string,
): Promise<{ domain: string; provider: string; endedAt: string; errors: string[] } | null> {
  const report = await db
    .selectFrom('seo_reports')
    .select(['id', 'domain', 'provider', 'completed_at'])
    .where('workspace_id', '=', workspaceId)
    .where('completed_at', 'is not', null)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (report === undefined || report.completed_at === null) return null;
  const calls = await db
    .selectFrom('seo_calls')
    .select('error')
    .where('workspace_id', '=', workspaceId)
    .where('report_id', '=', report.id)
    .execute();
  const { domain, provider, completed_at: endedAt } = report;
  return { domain, provider, endedAt, errors: calls.flatMap(({ error }) => error ?? []) };
}

/** Lists manual rounds that began before a time and have unsent requests without a recent watcher. */
export async function listUnsentAsks(
  db: Queryable,
  workspaceId: string,
  before: string,
  limit: number,
): Promise<{ planId: string; round: number; openedAt: string; count: number }[]> {
  const rows = await db
    .selectFrom('plan_rounds as round')
    .innerJoin('plans', 'plans.id', 'round.plan_id')
    .innerJoin('plan_round_items as item', (join) =>
      join.onRef('item.plan_id', '=', 'round.plan_id').onRef('item.round', '=', 'round.number'),
    )
    .select(['round.plan_id as planId', 'round.number as round', 'round.due_at as openedAt'])
    .select(({ fn }) => fn.countAll().as('count'))
    .where('round.workspace_id', '=', workspaceId)
    .where('plans.kind', '=', 'asks')
    .where('round.state', '=', 'open')
    .where('round.due_at', '<', before)
    .where('item.met', 'is', null)
    .where((eb) => eb.or([eb('plans.watched_at', 'is', null), eb('plans.watched_at', '<', before)]))
    .groupBy(['round.plan_id', 'round.number', 'round.due_at'])
    .orderBy('round.due_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
