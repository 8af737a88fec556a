import { forecastMonth, type MonthForecast } from '../../domain/money/forecast.ts';
import type { Purchase } from '../../domain/money/ledger.ts';
import { dayOf, type Month, monthOf } from '../../domain/money/month.ts';
import type { SpendingGroup, SpendingSums } from '../../domain/money/spending.ts';
import { addEntries, noSpending, totalOf } from '../../domain/money/spending.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { apiKeyNames } from '../../store/access/apiKeys.ts';
import { derivePurchases, type SavedEntry } from '../../store/money/ledgerEntries.ts';
import { type LedgerFilter, listRecords, sumEntries } from '../../store/money/spending.ts';
import { planNames } from '../../store/plans/rows.ts';
import { casesOfIds } from '../../store/questions/keywordCases.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { moneyShown } from './budgetSettings.ts';

/** Filter of purchases: `none` selects those without a key, plan or question. */
type PurchaseFilter = Partial<
  Record<'engine' | 'keyId' | 'planId' | 'caseId' | 'questionId' | 'day', string | undefined>
>;

/** Filter of purchases: with a status, records with a purchase that has this status now, or was refunded. */
type PurchaseQuery = PurchaseFilter & Pick<LedgerFilter, 'standing'>;

/** One row of a month's spending. `id` null: the purchases without one; `filter` selects the purchases in the sum. */
type SpendingRow = SpendingSums & {
  id: string | null;
  label: string;
  /** Null for a row that combines several groups, because no filter selects them. */
  filter: PurchaseFilter | null;
};

export type Spending = {
  month: Month;
  by: SpendingGroup;
  simulated: boolean;
  total: SpendingSums;
  /** Forecast for the current month, if there are enough days. */
  forecast: MonthForecast | null;
  rows: SpendingRow[];
};

type Asked = { month?: string | undefined; simulated?: boolean | undefined };

function buildFilter(ctx: Ctx, { month, simulated }: Asked): Pick<LedgerFilter, 'workspaceId' | 'month' | 'simulated'> {
  return {
    workspaceId: ctx.principal.workspaceId,
    month: month ?? monthOf(nowIso(ctx)),
    simulated: moneyShown(ctx, simulated),
  };
}

const filterNames = {
  engine: 'engine',
  plan: 'planId',
  key: 'keyId',
  question: 'questionId',
  day: 'day',
} as const satisfies Record<SpendingGroup, keyof PurchaseFilter>;

/**
 * Sums what this workspace spent in a UTC month, by group; the rows add up exactly to the total. At most `limit` rows
 * are listed by name, those with the highest amounts, or the latest days; one row holds the rest.
 */
export async function readSpending(ctx: Ctx, request: Asked & { by: SpendingGroup; limit: number }): Promise<Spending> {
  const filter = buildFilter(ctx, request);
  const { by } = request;
  const total = noSpending();
  const groups = new Map<string | null, SpendingSums>();
  const entries = await sumEntries(ctx.db, filter, by);
  const questions = by === 'question' ? await collectQuestions(ctx, entries) : new Map<string, Question>();
  for (const entry of entries) {
    addEntries(total, entry);
    // A question has a separate case for each engine.
    const group = questions.get(entry.group ?? '')?.id ?? entry.group;
    const sums = groups.get(group) ?? noSpending();
    groups.set(group, sums);
    addEntries(sums, entry);
  }
  const labels = await buildLabels(ctx, by, questions);
  const rows = [...groups].map(([id, sums]): SpendingRow => {
    return { ...sums, id, label: labels(id), filter: { [filterNames[by]]: id ?? 'none' } };
  });
  rows.sort((one, other) =>
    by === 'day'
      ? compare(other.id ?? '', one.id ?? '')
      : totalOf(other) - totalOf(one) || compare(one.label, other.label),
  );
  const { month, simulated } = filter;
  const forecast = await findForecast(ctx, filter);
  return { month, by, simulated, total, forecast, rows: shortened(rows, request.limit) };
}

async function findForecast(ctx: Ctx, filter: LedgerFilter): Promise<MonthForecast | null> {
  const today = dayOf(nowIso(ctx));
  if (monthOf(today) !== filter.month) return null;
  const days = new Map<string, SpendingSums>();
  for (const entry of await sumEntries(ctx.db, filter, 'day')) {
    const sums = days.get(entry.group ?? '') ?? noSpending();
    days.set(entry.group ?? '', sums);
    addEntries(sums, entry);
  }
  return forecastMonth(filter.month, today, new Map([...days].map(([day, sums]) => [day, totalOf(sums)])));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function shortened(rows: SpendingRow[], limit: number): SpendingRow[] {
  if (rows.length <= limit) return rows;
  const rest = rows.slice(limit - 1);
  const sums = noSpending();
  for (const row of rest) {
    for (const name of ['stated', 'estimated', 'held', 'unknown', 'refunded'] as const) sums[name] += row[name];
    for (const name of Object.keys(sums.counts) as (keyof SpendingSums['counts'])[])
      sums.counts[name] += row.counts[name];
  }
  return [...rows.slice(0, limit - 1), { ...sums, id: null, label: `${rest.length} others`, filter: null }];
}

type Question = { id: string; query: string };

/** Returns the questions of cases, by case id. */
async function collectQuestions(
  ctx: Ctx,
  entries: readonly { group: string | null }[],
): Promise<Map<string, Question>> {
  const ids = new Set(entries.flatMap(({ group }) => group ?? []));
  const cases = await casesOfIds(ctx.db, ctx.principal.workspaceId, [...ids]);
  return new Map(cases.map(({ id, questionId, query }) => [id, { id: questionId, query }]));
}

/** Labels groups: engines by their label, keys by their name, questions by their text. */
async function buildLabels(
  ctx: Ctx,
  by: SpendingGroup,
  questions: ReadonlyMap<string, Question>,
): Promise<(id: string | null) => string> {
  const { workspaceId } = ctx.principal;
  if (by === 'key') {
    const names = await apiKeyNames(ctx.db, workspaceId);
    return (id) => (id === null ? 'Signed in, without a key' : (names.get(id) ?? id));
  }
  if (by === 'question') {
    const texts = new Map([...questions.values()].map(({ id, query }) => [id, query]));
    return (id) => (id === null ? 'SEO overviews' : (texts.get(id) ?? id));
  }
  if (by === 'engine') {
    return (id) => (id === 'seo' ? 'SEO overviews' : (ctx.engines.find(id ?? '')?.label ?? id ?? ''));
  }
  if (by === 'plan') {
    const names = await planNames(ctx.db, workspaceId);
    return (id) => (id === null ? 'Without a plan' : (names.get(id) ?? id));
  }
  return (id) => id ?? '';
}

/** Money of one run or SEO report: its purchases with their entries. */
export type RecordMoney = {
  recordId: string;
  begunAt: string;
  purchases: readonly { purchase: Purchase; entries: readonly SavedEntry[] }[];
};

/** Lists the runs and SEO reports that make up a number, newest first, each with all its entries. */
export async function listSpent(
  ctx: Ctx,
  query: Asked & PurchaseQuery & { after: ListPosition | null; count: number },
): Promise<RecordMoney[]> {
  const { engine, keyId, planId, caseId, questionId, day, standing } = query;
  const filter = { ...buildFilter(ctx, query), engine, keyId, planId, caseId, questionId, day, standing };
  const records = await listRecords(ctx.db, filter, query.after, query.count);
  const all = await derivePurchases(
    ctx.db,
    filter.workspaceId,
    records.map(({ recordId }) => recordId),
  );
  return records.map(({ recordId, begunAt }) => ({
    recordId,
    begunAt,
    purchases: all.filter(({ purchase }) => purchase.recordId === recordId),
  }));
}
