import { sql } from 'kysely';
import { findOpenFence } from './restoreFences.ts';
import type { Queryable } from './transaction.ts';

/** What an operator watches, of all workspaces together. Every query runs over an index of what is under way. */
export type OperatorFigures = {
  /** Runs that have not ended. `engine` null: a capture of a website. */
  activeRuns: readonly { engine: string | null; status: string; phase: string; count: number }[];
  dueRuns: number;
  /** Since when the longest waiting run is due, by the steady count; null when none waits. */
  oldestDueAt: string | null;
  pendingReports: number;
  isFenced: boolean;
};

/** @param now of the steady count, as due times are */
export async function readOperatorFigures(db: Queryable, now: string): Promise<OperatorFigures> {
  const activeRuns = await db
    .selectFrom('runs')
    .select(['engine', 'status', 'phase', (eb) => eb.fn.countAll<number>().as('count')])
    .where('active', '=', sql.lit(1))
    .groupBy(['engine', 'status', 'phase'])
    .execute();
  const due = await db
    .selectFrom('runs')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('due_at').as('oldest')])
    .where('active', '=', sql.lit(1))
    .where('due_at', '<=', now)
    .executeTakeFirstOrThrow();
  const pending = await db
    .selectFrom('seo_reports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', sql.lit('pending'))
    .executeTakeFirstOrThrow();
  return {
    activeRuns: activeRuns.map((row) => ({ ...row, count: Number(row.count) })),
    dueRuns: Number(due.count),
    oldestDueAt: due.oldest,
    pendingReports: Number(pending.count),
    isFenced: (await findOpenFence(db)) !== null,
  };
}
