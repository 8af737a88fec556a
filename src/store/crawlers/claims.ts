import { sql } from 'kysely';
import type { ClaimAddress } from '../../domain/crawlers/logTally.ts';
import type { ProvisionalVerdict } from '../../domain/crawlers/verdict.ts';
import type { Queryable } from '../database/transaction.ts';

/** Requests of one crawler in one hour of an import. */
type ClaimedHour = { importId: string; hour: string; token: string };

/** Lists claims of some crawlers with complete addresses, from imports whose addresses are not a proxy's. */
export async function listFullClaims(
  db: Queryable,
  workspaceId: string,
  tokens: readonly string[],
  now: string,
): Promise<(ClaimedHour & ClaimAddress)[]> {
  const rows = await db
    .selectFrom('bot_claims')
    .innerJoin('log_imports', 'log_imports.id', 'bot_claims.import_id')
    .select(['import_id as importId', 'hour', 'token', 'address', 'requests'])
    .where('full_until', '>', now)
    .where('token', 'in', [...tokens])
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'complete')
    .where('notes', 'not like', '%_addresses"%')
    .execute();
  return rows.map((row) => ({ ...row, requests: Number(row.requests) }));
}

/**
 * Changes the verdict of a crawler's requests in an hour, except those that were proved otherwise. Returns false if
 * `claimed` is not the number of all of them, because some have no address.
 */
export async function changeVerdict(
  db: Queryable,
  { importId, hour, token }: ClaimedHour,
  claimed: number,
  { verdict, method, listDigest }: ProvisionalVerdict,
): Promise<boolean> {
  const all = sql`(select sum(requests) from bot_visits where import_id = ${importId} and hour = ${hour} and token = ${token})`;
  const result = await db
    .updateTable('bot_visits')
    .set({ verdict, method, list_digest: listDigest })
    .where('import_id', '=', importId)
    .where('hour', '=', hour)
    .where('token', '=', token)
    .where('method', 'in', ['address_list', 'none'])
    .where(sql<boolean>`${all} = ${claimed}`)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

/** Lists some of the addresses whose retention is over. */
export async function findExpiredClaims(db: Queryable, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('bot_claims')
    .select('address')
    .distinct()
    .where('full_until', '<=', now)
    .limit(500)
    .execute();
  return rows.map(({ address }) => address);
}

/** Replaces an expired address by its network. */
export async function shortenClaims(db: Queryable, address: string, network: string, now: string): Promise<void> {
  await db
    .updateTable('bot_claims')
    .set({ address: network, full_until: null })
    .where('address', '=', address)
    .where('full_until', '<=', now)
    .execute();
}

/** Deletes claims of hours before `hour`, when their networks expire too. */
export async function deleteOldClaims(db: Queryable, hour: string): Promise<void> {
  await db.deleteFrom('bot_claims').where('hour', '<', hour).execute();
}
