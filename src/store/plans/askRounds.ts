import { sql } from 'kysely';
import type { Round } from '../../domain/plans/round.ts';
import type { Queryable } from '../database/transaction.ts';
import { toRound } from './rounds.ts';

/** Manual round, with its requester and the last time a watcher checked in for it. */
export type AskRound = { round: Round; askedBy: string | null; watchedAt: string | null };

/** Lists manual rounds that still send requests, and the latest of one person that ended since; newest first. */
export async function listAskRounds(
  db: Queryable,
  workspaceId: string,
  { accountId, endedSince, limit }: { accountId: string; endedSince: string; limit: number },
): Promise<AskRound[]> {
  const asks = db
    .selectFrom('plans')
    .innerJoin('plan_rounds', 'plan_rounds.plan_id', 'plans.id')
    .selectAll('plan_rounds')
    .select('plans.watched_at')
    .where('plans.workspace_id', '=', workspaceId)
    .where('plans.kind', '=', sql.lit('asks'));
  const open = await asks.where('plan_rounds.state', '=', sql.lit('open')).limit(limit).execute();
  // Limited by number, so that the latest is found without reading years of rounds.
  const ended = await asks
    .where('plans.created_by', '=', accountId)
    .where(sql<boolean>`plan_rounds.number > plans.last_round - ${limit}`)
    .where('plan_rounds.state', '<>', 'open')
    .where('plan_rounds.ended_at', '>=', endedSince)
    .execute();
  return [...open, ...ended]
    .map((row) => ({ round: toRound(row), askedBy: row.asked_by, watchedAt: row.watched_at }))
    .sort((one, other) => latestFirst(one.round, other.round));
}

function latestFirst(one: Round, other: Round): number {
  if (one.dueAt !== other.dueAt) return one.dueAt < other.dueAt ? 1 : -1;
  return other.number - one.number;
}

/** Returns the websites that the questions of some rounds are about, by round; rounds without one have no entry. */
export async function websitesOfRounds(
  db: Queryable,
  { id, workspaceId }: { id: string; workspaceId: string },
  numbers: readonly number[],
): Promise<Map<number, string[]>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .selectFrom('plan_round_items as item')
    .innerJoin('keyword_cases as asked', 'asked.id', 'item.case_id')
    .select(['item.round', 'asked.website_id'])
    .distinct()
    .where('item.plan_id', '=', id)
    .where('item.workspace_id', '=', workspaceId)
    .where('item.round', 'in', numbers)
    .where('asked.website_id', 'is not', null)
    .execute();
  const byRound = Map.groupBy(rows, ({ round }) => round);
  return new Map([...byRound].map(([round, own]) => [round, own.flatMap(({ website_id: site }) => site ?? []).sort()]));
}

/** Returns the fingerprint of the request that started a round. */
export async function fingerprintOfSlot(
  db: Queryable,
  { id, workspaceId }: { id: string; workspaceId: string },
  slot: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('plan_rounds')
    .select('fingerprint')
    .where('plan_id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('slot', '=', slot)
    .executeTakeFirst();
  return row?.fingerprint ?? null;
}
