import type { EntrySum } from '../../domain/money/spending.ts';
import type { MicroUsd } from '../../domain/money/usd.ts';
import type { Plan, PlanKind } from '../../domain/plans/plan.ts';
import type { RefusalKind } from '../../domain/plans/refusal.ts';
import type { Round, RoundItem } from '../../domain/plans/round.ts';
import type { RunStatus } from '../../domain/runs/run.ts';
import { mapColumns } from '../database/columns.ts';
import type { Queryable } from '../database/transaction.ts';
import { toEntrySum } from '../money/entrySums.ts';

type PlanName = Pick<Plan, 'id' | 'workspaceId'>;
type RoundName = { planId: string; workspaceId: string; round: number };

const columns = mapColumns<Round>()({
  plain: 'planId number kind revision dueAt state openedAt endsAt endedAt reason wait note',
});
export const toRound = columns.read;

/**
 * Requester of a round (null: started by its due time), its spending limit, the fingerprint of its request, and the key
 * or connection that pays for it.
 */
export type RoundStart = {
  by: string | null;
  maxMicro?: MicroUsd | null;
  fingerprint?: string;
  payerKeyId?: string | null;
};

export async function insertRound(
  db: Queryable,
  { workspaceId }: PlanName,
  round: Round,
  slot: string,
  askedRound: RoundStart,
): Promise<void> {
  await db
    .insertInto('plan_rounds')
    .values({
      ...columns.write(round),
      workspace_id: workspaceId,
      slot,
      asked_by: askedRound.by,
      max_micro: askedRound.maxMicro ?? null,
      fingerprint: askedRound.fingerprint ?? null,
      payer_key: askedRound.payerKeyId ?? null,
    })
    .execute();
}

function buildRounds(db: Queryable, { id, workspaceId }: PlanName) {
  return db.selectFrom('plan_rounds').selectAll().where('plan_id', '=', id).where('workspace_id', '=', workspaceId);
}

export async function findRound(db: Queryable, plan: PlanName, number: number): Promise<Round | null> {
  const row = await buildRounds(db, plan).where('number', '=', number).executeTakeFirst();
  return row === undefined ? null : toRound(row);
}

/** Finds the round of a due time or of a manual request. */
export async function findRoundOfSlot(db: Queryable, plan: PlanName, slot: string): Promise<Round | null> {
  const row = await buildRounds(db, plan).where('slot', '=', slot).executeTakeFirst();
  return row === undefined ? null : toRound(row);
}

/** Lists open rounds, earliest first. */
export async function openRounds(db: Queryable, plan: PlanName): Promise<Round[]> {
  return (await buildRounds(db, plan).where('state', '=', 'open').orderBy('number').execute()).map(toRound);
}

/** Lists rounds, newest first; `before`: only those with a lower number. */
export async function listRounds(
  db: Queryable,
  plan: PlanName,
  { before, count }: { before: number | null; count: number },
): Promise<Round[]> {
  let query = buildRounds(db, plan);
  if (before !== null) query = query.where('number', '<', before);
  return (await query.orderBy('number', 'desc').limit(count).execute()).map(toRound);
}

export async function changeRound(
  db: Queryable,
  { id, workspaceId }: PlanName,
  number: number,
  patch: Partial<Pick<Round, 'state' | 'openedAt' | 'endedAt' | 'reason' | 'wait' | 'note'>>,
): Promise<void> {
  await db
    .updateTable('plan_rounds')
    .set(columns.write(patch))
    .where('plan_id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('number', '=', number)
    .execute();
}

/** Ends the open rounds that a key or connection pays for: it was revoked. */
export async function endRoundsOfPayer(db: Queryable, workspaceId: string, payerKeyId: string, now: string) {
  await db
    .updateTable('plan_rounds')
    .set({ state: 'ended', ended_at: now, reason: 'round_stopped' })
    .where('workspace_id', '=', workspaceId)
    .where('payer_key', '=', payerKeyId)
    .where('state', '=', 'open')
    .execute();
}

/** Saves a round's requests: each case as often as requested, in order. */
export async function insertItems(
  db: Queryable,
  { planId, workspaceId, round }: RoundName,
  caseIds: readonly string[],
  repeats: number,
): Promise<void> {
  const rows = caseIds.flatMap((caseId, ordinal) =>
    Array.from({ length: repeats }, (_, at) => ({
      plan_id: planId,
      round,
      case_id: caseId,
      repeat: at + 1,
      workspace_id: workspaceId,
      ordinal,
      denials: 0,
      denial: null,
      run_id: null,
      met: null,
      ask_after: null,
      refused_for: null,
    })),
  );
  // Bounded, because databases accept a limited number of values in one statement.
  for (let from = 0; from < rows.length; from += 100) {
    await db
      .insertInto('plan_round_items')
      .values(rows.slice(from, from + 100))
      .execute();
  }
}

/** Reads the requests of some rounds with the runs that answered them, by round, in order. */
export async function itemsOfRounds(
  db: Queryable,
  { id, workspaceId }: PlanName,
  numbers: readonly number[],
): Promise<Map<number, RoundItem[]>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .selectFrom('plan_round_items')
    .leftJoin('runs', 'runs.id', 'plan_round_items.run_id')
    .leftJoin('run_refusals as refusal', 'refusal.run_id', 'plan_round_items.run_id')
    .selectAll('plan_round_items')
    .select(['runs.status', 'runs.phase', 'runs.error', 'refusal.kind as refusal', 'refusal.retry_after_seconds'])
    .where('plan_round_items.plan_id', '=', id)
    .where('plan_round_items.workspace_id', '=', workspaceId)
    .where('plan_round_items.round', 'in', numbers)
    .orderBy('plan_round_items.round')
    .orderBy('plan_round_items.repeat')
    .orderBy('plan_round_items.ordinal')
    .execute();
  const items = rows.map((row) => ({
    round: row.round,
    item: {
      caseId: row.case_id,
      repeat: row.repeat,
      ordinal: row.ordinal,
      denials: row.denials,
      denial: row.denial,
      askAfter: row.ask_after,
      refusedFor: row.refused_for as RefusalKind | null,
      runId: row.run_id,
      met: row.met as RoundItem['met'],
      run:
        row.status === null
          ? null
          : { status: row.status as RunStatus, phase: row.phase ?? '', error: row.error ?? null },
      refusal:
        row.refusal === null ? null : { kind: row.refusal as RefusalKind, retryAfterSeconds: row.retry_after_seconds },
    },
  }));
  const grouped = Map.groupBy(items, ({ round }) => round);
  return new Map([...grouped].map(([round, own]) => [round, own.map(({ item }) => item)]));
}

type ItemName = RoundName & { caseId: string; repeat: number };

/** Finds the request that a key names while its round is open; otherwise null. */
export async function findOpenItem(
  db: Queryable,
  { planId, workspaceId, round, caseId, repeat }: ItemName,
): Promise<{
  kind: PlanKind;
  denials: number;
  runId: string | null;
  isRefused: boolean;
  useSeoTools: boolean;
  endsAt: string;
  maxRoundMicro: number | null;
  payerKeyId: string | null;
} | null> {
  const row = await db
    .selectFrom('plan_round_items as item')
    .innerJoin('plan_rounds as round', (join) =>
      join.onRef('round.plan_id', '=', 'item.plan_id').onRef('round.number', '=', 'item.round'),
    )
    .innerJoin('plans', 'plans.id', 'item.plan_id')
    .innerJoin('plan_revisions as revision', (join) =>
      join.onRef('revision.plan_id', '=', 'item.plan_id').onRef('revision.number', '=', 'round.revision'),
    )
    .select(['item.denials', 'item.run_id', 'item.met', 'round.ends_at', 'round.max_micro', 'round.payer_key'])
    .select(['plans.kind', 'plans.max_round_micro', 'revision.use_seo_tools'])
    .where('item.plan_id', '=', planId)
    .where('item.workspace_id', '=', workspaceId)
    .where('item.round', '=', round)
    .where('item.case_id', '=', caseId)
    .where('item.repeat', '=', repeat)
    .where('round.state', '=', 'open')
    .where('plans.state', '=', 'active')
    .executeTakeFirst();
  if (row === undefined) return null;
  const maxRoundMicro = row.max_micro ?? row.max_round_micro;
  return {
    kind: row.kind as PlanKind,
    denials: row.denials,
    runId: row.run_id,
    isRefused: row.met === 'refused',
    useSeoTools: row.use_seo_tools === 1,
    endsAt: row.ends_at,
    maxRoundMicro: maxRoundMicro === null ? null : Number(maxRoundMicro),
    payerKeyId: row.payer_key,
  };
}

/** Saves how a request was answered or denied. */
export async function changeItem(
  db: Queryable,
  { planId, workspaceId, round, caseId, repeat }: ItemName,
  patch: Partial<Pick<RoundItem, 'met' | 'runId' | 'denials' | 'denial' | 'askAfter' | 'refusedFor'>>,
): Promise<void> {
  await db
    .updateTable('plan_round_items')
    .set({
      ...(patch.met === undefined ? {} : { met: patch.met }),
      ...(patch.runId === undefined ? {} : { run_id: patch.runId }),
      ...(patch.denials === undefined ? {} : { denials: patch.denials }),
      ...(patch.denial === undefined ? {} : { denial: patch.denial }),
      ...(patch.askAfter === undefined ? {} : { ask_after: patch.askAfter }),
      ...(patch.refusedFor === undefined ? {} : { refused_for: patch.refusedFor }),
    })
    .where('plan_id', '=', planId)
    .where('workspace_id', '=', workspaceId)
    .where('round', '=', round)
    .where('case_id', '=', caseId)
    .where('repeat', '=', repeat)
    .execute();
}

/** Sums the ledger entries of purchases for rounds, second readings included, by round. */
export async function sumRoundEntries(
  db: Queryable,
  { id, workspaceId }: PlanName,
  numbers: readonly number[],
): Promise<(EntrySum & { round: number })[]> {
  if (numbers.length === 0) return [];
  const rows = await db
    .selectFrom('plan_round_items as item')
    .innerJoin('ledger_entries as entry', (join) =>
      join.onRef('entry.record_id', '=', 'item.run_id').onRef('entry.workspace_id', '=', 'item.workspace_id'),
    )
    .select(['item.round', 'entry.kind', 'entry.from_state', 'entry.to_state'])
    .select(({ fn }) => [
      fn.countAll().as('entries'),
      fn.sum('entry.from_micro').as('from_micro'),
      fn.sum('entry.to_micro').as('to_micro'),
      fn.count('entry.from_micro').as('from_priced'),
      fn.count('entry.to_micro').as('to_priced'),
    ])
    .where('item.plan_id', '=', id)
    .where('item.workspace_id', '=', workspaceId)
    .where('item.round', 'in', numbers)
    // A request answered without a purchase shares the purchase of another one.
    .where('item.met', '=', 'started')
    .groupBy(['item.round', 'entry.kind', 'entry.from_state', 'entry.to_state'])
    .execute();
  return rows.map((row) => ({ round: row.round, ...toEntrySum(row) }));
}
