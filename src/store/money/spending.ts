import { type ExpressionBuilder, sql } from 'kysely';
import type { Month } from '../../domain/money/month.ts';
import type { EntrySum, ShownStanding, SpendingGroup } from '../../domain/money/spending.ts';
import type { Queryable } from '../database/transaction.ts';
import type { Tables } from '../schema.ts';
import { toEntrySum } from './entrySums.ts';
import { isNewestEntry } from './ledgerEntries.ts';

/** Part of the ledger to report. */
export type LedgerFilter = {
  workspaceId: string;
  month: Month;
  simulated: boolean;
  engine?: string | undefined;
  keyId?: string | undefined;
  planId?: string | undefined;
  caseId?: string | undefined;
  questionId?: string | undefined;
  day?: string | undefined;
  standing?: ShownStanding | undefined;
};

const columnOf = {
  engine: 'engine',
  plan: 'plan_id',
  key: 'key_id',
  question: 'case_id',
  day: 'day',
} as const satisfies Record<SpendingGroup, keyof Tables['spending_days']>;

function filtered(db: Queryable, filter: LedgerFilter) {
  let query = db
    .selectFrom('ledger_entries')
    .where('workspace_id', '=', filter.workspaceId)
    .where('month', '=', filter.month)
    .where('simulated', '=', filter.simulated ? 1 : 0);
  const optional = [
    ['engine', filter.engine],
    ['key_id', filter.keyId],
    ['plan_id', filter.planId],
    ['case_id', filter.caseId],
    ['day', filter.day],
  ] as const;
  for (const [column, value] of optional) {
    // `none` selects entries without a key, plan or question.
    if (value === 'none') query = query.where(column, 'is', null);
    else if (value !== undefined) query = query.where(column, '=', value);
  }
  if (filter.questionId === 'none') query = query.where('case_id', 'is', null);
  else if (filter.questionId !== undefined) {
    const { workspaceId, questionId } = filter;
    query = query.where('case_id', 'in', (eb) =>
      eb
        .selectFrom('keyword_cases')
        .select('keyword_cases.id')
        .where('keyword_cases.workspace_id', '=', workspaceId)
        .where('keyword_cases.question_id', '=', questionId),
    );
  }
  const { standing } = filter;
  return standing === undefined ? query : query.where((eb) => eb.exists(latestStanding(eb, standing)));
}

/** Selects entries whose purchase's latest entry has this status; `refunded`: any entry that refunded money. */
function latestStanding(eb: ExpressionBuilder<Tables, 'ledger_entries'>, standing: ShownStanding) {
  const entries = eb
    .selectFrom('ledger_entries as latest')
    .select('latest.ordinal')
    .whereRef('latest.purchase_id', '=', 'ledger_entries.purchase_id');
  if (standing === 'refunded') return entries.where('latest.kind', '=', 'refund');
  return entries.where('latest.to_state', '=', standing).where(isNewestEntry('latest'));
}

/** Sums entries of a month by group and state change: few rows, however many purchases. */
export async function sumEntries(
  db: Queryable,
  { workspaceId, month, simulated }: Pick<LedgerFilter, 'workspaceId' | 'month' | 'simulated'>,
  by: SpendingGroup,
): Promise<(EntrySum & { group: string | null })[]> {
  const column = columnOf[by];
  const rows = await db
    .selectFrom('spending_days')
    .where('workspace_id', '=', workspaceId)
    .where('month', '=', month)
    .where('simulated', '=', simulated ? 1 : 0)
    .select([`${column} as group_value`, 'kind', 'from_state', 'to_state'])
    .select(({ fn }) => sums.map((sum) => fn.sum<number | string>(sum).as(sum)))
    .groupBy([column, 'kind', 'from_state', 'to_state'])
    .execute();
  return rows.map((row) => ({ ...toEntrySum(row), group: row.group_value === '' ? null : row.group_value }));
}

const sums = ['entries', 'from_micro', 'to_micro', 'from_priced', 'to_priced'] as const;

type Position = { at: string; id: string };

/**
 * Lists ids of runs and reports with spending, newest first: those after a position, at most `limit`. A record with
 * several purchases has the position of its first one.
 */
export async function listRecords(
  db: Queryable,
  filter: LedgerFilter,
  after: Position | null,
  limit: number,
): Promise<{ recordId: string; begunAt: string }[]> {
  const records = new Map<string, string>();
  let from = after;
  for (;;) {
    const beginnings = await listBeginnings(db, filter, from, limit);
    const begunAt = await firstBeginnings(
      db,
      filter,
      beginnings.map(({ record_id: id }) => id),
    );
    for (const { record_id: id, entered_at: at } of beginnings) {
      if (records.size < limit && begunAt.get(id) === at) records.set(id, at);
    }
    const last = beginnings.at(-1);
    if (last === undefined || beginnings.length < limit || records.size >= limit) {
      return [...records].map(([recordId, at]) => ({ recordId, begunAt: at }));
    }
    from = { at: last.entered_at, id: last.record_id };
  }
}

/** Lists first entries of purchases, newest first, starting from their position in the index. */
function listBeginnings(db: Queryable, filter: LedgerFilter, after: Position | null, limit: number) {
  // A literal rather than a parameter, as the partial index requires.
  let query = filtered(db, filter).where('ordinal', '=', sql.lit(1));
  if (after !== null) query = query.where(sql<boolean>`(entered_at, record_id) < (${after.at}, ${after.id})`);
  return query
    .select(['record_id', 'entered_at'])
    .orderBy('entered_at', 'desc')
    .orderBy('record_id', 'desc')
    .limit(sql.lit(limit))
    .execute();
}

/** Returns when the first matching purchase of each of these records was made. */
async function firstBeginnings(
  db: Queryable,
  filter: LedgerFilter,
  recordIds: readonly string[],
): Promise<Map<string, string>> {
  if (recordIds.length === 0) return new Map();
  const rows = await filtered(db, filter)
    .where('ordinal', '=', sql.lit(1))
    .where('record_id', 'in', [...new Set(recordIds)])
    .select('record_id')
    .select(({ fn }) => fn.min('entered_at').as('begun_at'))
    .groupBy('record_id')
    .execute();
  return new Map(rows.map((row) => [row.record_id, row.begun_at]));
}
