import { sql } from 'kysely';
import type { WebsiteResult } from '../../domain/checks/analyze.ts';
import type { Entry, MoneyState } from '../../domain/money/purchase.ts';
import type { RunAsk } from '../../domain/runs/runRecord.ts';
import { selectText } from '../database/packedText.ts';
import type { Queryable } from '../database/transaction.ts';

export type EndedRun = { id: string; status: string; engine: string; error: string | null; createdAt: string };

/** Lists the outcomes of an engine's newest runs, newest first. */
export async function newestEnds(
  db: Queryable,
  workspaceId: string,
  engine: string,
  count: number,
): Promise<{ id: string; status: string }[]> {
  return db
    .selectFrom('runs')
    .select(['id', 'status'])
    .where('workspace_id', '=', workspaceId)
    .where('engine', '=', engine)
    .where('active', '=', sql.lit(0))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
}

/** Returns true while answers requested before a time are still pending. */
export async function hasActiveRuns(
  db: Queryable,
  about: { workspaceId: string; websiteId: string; engine: string },
  before: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('runs')
    .select('id')
    .where('workspace_id', '=', about.workspaceId)
    .where('website_id', '=', about.websiteId)
    .where('engine', '=', about.engine)
    .where('active', '=', sql.lit(1))
    .where('created_at', '<', before)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists ended runs of answers since a time, earliest first, at most the newest `limit`. */
export async function listEndedRuns(
  db: Queryable,
  workspaceId: string,
  engine: string | null,
  since: string,
  limit: number,
): Promise<EndedRun[]> {
  const rows = await db
    .selectFrom('runs')
    .select(['id', 'status', 'engine', 'error', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'keyword')
    .where('active', '=', sql.lit(0))
    .where('created_at', '>=', since)
    .$if(engine !== null, (query) => query.where('engine', '=', engine))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows
    .map(({ created_at: createdAt, engine: request, ...row }) => ({ ...row, engine: request ?? '', createdAt }))
    .reverse();
}

/** Lists runs that wait for a person now, earliest first. */
export async function listWaitingRuns(
  db: Queryable,
  workspaceId: string,
  limit: number,
): Promise<{ id: string; websiteId: string | null; error: string | null; surface: string; updatedAt: string }[]> {
  return db
    .selectFrom('runs')
    .select(['id', 'website_id as websiteId', 'error', 'surface', 'updated_at as updatedAt'])
    .where('workspace_id', '=', workspaceId)
    .where('active', '=', sql.lit(1))
    .where('status', '=', 'requires_action')
    .orderBy('updated_at')
    .limit(limit)
    .execute();
}

/** Lists website checks that completed since a time, earliest first, and the last one before it. */
export async function listWebsiteVerdicts(
  db: Queryable,
  workspaceId: string,
  websiteId: string | null,
  since: string,
  limit: number,
): Promise<{ id: string; websiteId: string; observedAt: string; ask: RunAsk; result: WebsiteResult }[]> {
  const rows = await db
    .selectFrom('runs')
    .innerJoin('run_results', 'run_results.run_id', 'runs.id')
    .select([
      'runs.id',
      'runs.website_id',
      'runs.observed_at',
      'runs.ask',
      'run_results.result',
      'run_results.packed_result',
    ])
    .where('runs.workspace_id', '=', workspaceId)
    .where('runs.kind', '=', sql.lit('website'))
    .where('runs.status', '=', sql.lit('completed'))
    .where('run_results.current', '=', sql.lit(1))
    .where('runs.replay_of', 'is', null)
    .where('runs.observed_at', '>=', since)
    .$if(websiteId !== null, (query) => query.where('runs.website_id', '=', websiteId))
    .orderBy('runs.observed_at', 'desc')
    .orderBy('runs.id', 'desc')
    .limit(limit)
    .execute();
  return rows
    .map((row) => ({
      id: row.id,
      websiteId: row.website_id ?? '',
      observedAt: row.observed_at ?? '',
      ask: JSON.parse(row.ask) as RunAsk,
      result: JSON.parse(selectText(row.result, row.packed_result)) as WebsiteResult,
    }))
    .reverse();
}

export type BalanceEntry = {
  enteredAt: string;
  month: string;
  simulated: boolean;
  planId: string | null;
  keyId: string | null;
  entry: Pick<Entry, 'from' | 'to'>;
};

/** Lists ledger entries for months from a given one on, in order of creation, at most the first `limit`. */
export async function listBalanceEntries(
  db: Queryable,
  workspaceId: string,
  fromMonth: string,
  limit: number,
): Promise<BalanceEntry[]> {
  const rows = await db
    .selectFrom('ledger_entries')
    .select(['entered_at', 'month', 'simulated', 'plan_id', 'key_id'])
    .select(['from_state', 'from_micro', 'to_state', 'to_micro'])
    .where('workspace_id', '=', workspaceId)
    .where('month', '>=', fromMonth)
    .orderBy('entered_at')
    .orderBy('purchase_id')
    .orderBy('ordinal')
    .limit(limit)
    .execute();
  const micro = (value: number | string | null) => (value === null ? null : Number(value));
  return rows.map((row) => ({
    enteredAt: row.entered_at,
    month: row.month,
    simulated: row.simulated === 1,
    planId: row.plan_id,
    keyId: row.key_id,
    entry: {
      from: { state: row.from_state as MoneyState, micro: micro(row.from_micro) },
      to: { state: row.to_state as MoneyState, micro: micro(row.to_micro) },
    },
  }));
}
