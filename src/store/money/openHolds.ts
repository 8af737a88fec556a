import { sql } from 'kysely';
import type { Month } from '../../domain/money/month.ts';
import type { MicroUsd } from '../../domain/money/usd.ts';
import type { Queryable } from '../database/transaction.ts';
import { isNewestEntry } from './ledgerEntries.ts';

/** A hold of a purchase that has not ended, with its payer. */
export type HeldPurchase = {
  engine: string;
  micro: MicroUsd;
  /** ISO 8601 UTC. */
  heldAt: string;
  workspaceId: string;
  keyId: string | null;
  planId: string | null;
};

/** Lists the unsettled holds of a month: those of active runs and pending SEO reports, of which there are few. */
export async function listOpenHolds(
  db: Queryable,
  { month, simulated }: { month: Month; simulated: boolean },
): Promise<HeldPurchase[]> {
  const rows = await db
    .selectFrom('ledger_entries as entry')
    .select(['engine', 'to_micro as micro', 'entered_at as heldAt', 'workspace_id as workspaceId'])
    .select(['key_id as keyId', 'plan_id as planId'])
    .where(
      sql<boolean>`(workspace_id, record_id) IN (SELECT workspace_id, id FROM runs WHERE active = 1
        UNION ALL SELECT workspace_id, id FROM seo_reports WHERE state = 'pending')`,
    )
    .where('month', '=', month)
    .where('simulated', '=', simulated ? 1 : 0)
    .where('to_state', '=', 'held')
    .where(isNewestEntry('entry'))
    .execute();
  return rows.map((row) => ({ ...row, micro: Number(row.micro ?? 0) }));
}
