import { type ExpressionBuilder, sql } from 'kysely';
import type { Month } from '../domain/money/month.ts';
import type { EntrySum, ShownStanding, SpendingGroup } from '../domain/money/spending.ts';
import { toEntrySum } from './entrySums.ts';
import type { Tables } from './schema.ts';
import type { Queryable } from './transaction.ts';

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
} as const satisfies Record<SpendingGroup, keyof Tables['ledger_entries']>;

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
    // `none` names what has no key, plan or question.
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

/** The entry of the same purchase that left it so and is its latest; `refunded`: any by which money came back. */
function latestStanding(eb: ExpressionBuilder<Tables, 'ledger_entries'>, standing: ShownStanding) {
  const entries = eb
    .selectFrom('ledger_entries as latest')
    .select('latest.ordinal')
    .whereRef('latest.purchase_id', '=', 'ledger_entries.purchase_id');
  if (standing === 'refunded') return entries.where('latest.kind', '=', 'refund');
  return entries
    .where('latest.to_state', '=', standing)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ledger_entries as later')
            .select('later.ordinal')
            .whereRef('later.purchase_id', '=', 'latest.purchase_id')
            .whereRef('later.ordinal', '>', 'latest.ordinal'),
        ),
      ),
    );
}

/** Entries of a month added up by group and by what moved: few rows, however many purchases. */
export async function sumEntries(
  db: Queryable,
  filter: LedgerFilter,
  by: SpendingGroup,
): Promise<(EntrySum & { group: string | null })[]> {
  const rows = await filtered(db, filter)
    .select([`${columnOf[by]} as group_value`, 'kind', 'from_state', 'to_state'])
    .select(({ fn }) => [
      fn.countAll().as('entries'),
      fn.sum('from_micro').as('from_micro'),
      fn.sum('to_micro').as('to_micro'),
      fn.count('from_micro').as('from_priced'),
      fn.count('to_micro').as('to_priced'),
    ])
    .groupBy([columnOf[by], 'kind', 'from_state', 'to_state'])
    .execute();
  return rows.map((row) => ({ group: row.group_value, ...toEntrySum(row) }));
}

type Position = { at: string; id: string };

/**
 * Lists ids of the runs and reports that money was spent for, latest first: those after a position, at most `limit`.
 * One with several purchases is placed at its first.
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

/** First entries of purchases, the latest first, read from their place in the index. */
function listBeginnings(db: Queryable, filter: LedgerFilter, after: Position | null, limit: number) {
  // A literal, not a parameter: the index holds no others.
  let query = filtered(db, filter).where('ordinal', '=', sql.lit(1));
  if (after !== null) query = query.where(sql<boolean>`(entered_at, record_id) < (${after.at}, ${after.id})`);
  return query
    .select(['record_id', 'entered_at'])
    .orderBy('entered_at', 'desc')
    .orderBy('record_id', 'desc')
    .limit(sql.lit(limit))
    .execute();
}

/** Returns when the first matching purchase was begun for each of these. */
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
