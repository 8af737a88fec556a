import { sql } from 'kysely';
import type { Month } from '../domain/money/month.ts';
import type { EntrySum, ShownStanding, SpendingGroup } from '../domain/money/spending.ts';
import { toEntrySum } from './entrySums.ts';
import type { Tables } from './schema.ts';
import type { Queryable } from './transaction.ts';

/** Which part of the ledger is told. */
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
  if (filter.standing === undefined) return query;
  return query.where('purchase_id', 'in', purchasesStanding(db, filter.workspaceId, filter.standing));
}

/** Purchases whose latest entry left them so; `refunded`: of which money came back at some time. */
function purchasesStanding(db: Queryable, workspaceId: string, standing: ShownStanding) {
  const entries = db
    .selectFrom('ledger_entries as latest')
    .select('latest.purchase_id')
    .where('latest.workspace_id', '=', workspaceId);
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

/** The ids of the runs and reports that money was spent for, the latest first: those after a position, at most `limit`. */
export async function listRecords(
  db: Queryable,
  filter: LedgerFilter,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<{ recordId: string; begunAt: string }[]> {
  let query = filtered(db, filter).where('ordinal', '=', sql.lit(1));
  if (after !== null) {
    query = query.having(sql<boolean>`(min(entered_at), record_id) < (${after.at}, ${after.id})`);
  }
  const rows = await query
    .select('record_id')
    .select(({ fn }) => fn.min('entered_at').as('begun_at'))
    .groupBy('record_id')
    .orderBy('begun_at', 'desc')
    .orderBy('record_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ recordId: row.record_id, begunAt: row.begun_at }));
}
