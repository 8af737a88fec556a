import { sql } from 'kysely';
import type { Queryable } from '../database/transaction.ts';
import { isNewestEntry } from '../money/ledgerEntries.ts';
import { findOpenFence } from './restoreFences.ts';

/** Figures for the operator, over all workspaces. Every query reads only an index of work in progress. */
export type OperatorFigures = {
  /** Runs that have not ended. `engine` null: a capture of a website. */
  activeRuns: readonly { engine: string | null; status: string; phase: string; count: number }[];
  dueRuns: number;
  /** Due time of the longest waiting run, on the steady clock; null if none waits. */
  oldestDueAt: string | null;
  pendingReports: number;
  /** Amounts held for unfinished runs and reports, in micro-US-dollars. */
  held: readonly { simulated: boolean; micro: number }[];
  waitingMessages: number;
  /** Due time of the longest waiting message, on the steady clock; null if none waits. */
  oldestMessageDueAt: string | null;
  isFenced: boolean;
};

/** @param now on the steady clock, like due times */
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
  const messages = await db
    .selectFrom('outbox_messages')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('due_at').as('oldest')])
    .where('state', '=', sql.lit('waiting'))
    .executeTakeFirstOrThrow();
  return {
    held: await readHeld(db),
    waitingMessages: Number(messages.count),
    oldestMessageDueAt: messages.oldest,
    activeRuns: activeRuns.map((row) => ({ ...row, count: Number(row.count) })),
    dueRuns: Number(due.count),
    oldestDueAt: due.oldest,
    pendingReports: Number(pending.count),
    isFenced: (await findOpenFence(db)) !== null,
  };
}

/** Sums over records in progress, which are few, instead of all purchases. */
async function readHeld(db: Queryable): Promise<OperatorFigures['held']> {
  const underWay = db
    .selectFrom('runs')
    .select(['workspace_id', 'id'])
    .where('active', '=', sql.lit(1))
    .unionAll(db.selectFrom('seo_reports').select(['workspace_id', 'id']).where('state', '=', sql.lit('pending')));
  const rows = await db
    .selectFrom(underWay.as('record'))
    .innerJoin('ledger_entries as entry', (join) =>
      join.onRef('entry.workspace_id', '=', 'record.workspace_id').onRef('entry.record_id', '=', 'record.id'),
    )
    .select(['entry.simulated', (eb) => eb.fn.sum<number>('entry.to_micro').as('micro')])
    .where('entry.to_state', '=', sql.lit('held'))
    .where(isNewestEntry('entry'))
    .groupBy('entry.simulated')
    .execute();
  return rows.map(({ simulated, micro }) => ({ simulated: simulated === 1, micro: Number(micro ?? 0) }));
}
