import type { SiteVerification, VerificationWay } from '../../domain/websites/siteVerification.ts';
import type { Queryable } from '../database/transaction.ts';

/** Returns the verification of a website; null if it is unknown or archived. */
export async function findVerification(
  db: Queryable,
  workspaceId: string,
  websiteId: string,
): Promise<(SiteVerification & { url: string; domain: string }) | null> {
  const row = await db
    .selectFrom('websites')
    .select(['url', 'domain', 'verification_token', 'verified_at', 'verified_way', 'last_look', 'compare_bot_agents'])
    .where('id', '=', websiteId)
    .where('workspace_id', '=', workspaceId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined || row.verification_token === null) return null;
  return {
    url: row.url,
    domain: row.domain,
    token: row.verification_token,
    verifiedAt: row.verified_at,
    way: row.verified_way as VerificationWay | null,
    lastLook: row.last_look === null ? null : (JSON.parse(row.last_look) as SiteVerification['lastLook']),
    compareBotAgents: row.compare_bot_agents === 1,
  };
}

/**
 * Saves the outcome of a check, unless the address changed during the check: a finding about another host proves
 * nothing about this one. Returns whether it was saved.
 */
export async function saveVerificationCheck(
  db: Queryable,
  place: { workspaceId: string; websiteId: string; url: string },
  match: Pick<SiteVerification, 'verifiedAt' | 'way' | 'lastLook'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('websites')
    .set({ verified_at: match.verifiedAt, verified_way: match.way, last_look: JSON.stringify(match.lastLook) })
    .where('id', '=', place.websiteId)
    .where('workspace_id', '=', place.workspaceId)
    .where('url', '=', place.url)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Turns the comparison on or off. The same statement checks that the website is verified, without which it stays off.
 */
export async function saveComparison(
  db: Queryable,
  place: { workspaceId: string; websiteId: string },
  compareBotAgents: boolean,
): Promise<boolean> {
  let update = db
    .updateTable('websites')
    .set({ compare_bot_agents: compareBotAgents ? 1 : 0 })
    .where('id', '=', place.websiteId)
    .where('workspace_id', '=', place.workspaceId);
  if (compareBotAgents) update = update.where('verified_at', 'is not', null);
  const { numUpdatedRows } = await update.executeTakeFirst();
  return numUpdatedRows > 0n;
}
