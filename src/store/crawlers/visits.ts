import { sql } from 'kysely';
import type { VisitRow } from '../../domain/crawlers/botReport.ts';
import type { HourRow } from '../../domain/crawlers/logCoverage.ts';
import type { VisitCount } from '../../domain/crawlers/logTally.ts';
import { mapColumns } from '../database/columns.ts';
import type { Queryable } from '../database/transaction.ts';

const botKeys = mapColumns<VisitRow & HourRow>()({
  plain: 'sourceId host token verdict method listDigest requestClass statusClass path',
});
const visitKeys = mapColumns<AssistantVisitRow>()({ plain: 'sourceId day host assistant basis path' });

/** A website and the hours of a period, both ends included. */
export type VisitPeriod = { websiteId: string; fromHour: string; toHour: string };

const isComplete = sql<boolean>`import_id in (select id from log_imports where state = 'complete')`;
const isInPeriod = ({ websiteId, fromHour, toHour }: VisitPeriod) =>
  sql<boolean>`website_id = ${websiteId} and hour between ${fromHour} and ${toHour} and ${isComplete}`;

/** Lists hours of a period in which a complete import has a line. */
export async function listLogHours(db: Queryable, period: VisitPeriod): Promise<HourRow[]> {
  const hours = db.selectFrom('log_hours').select(['source_id as sourceId', 'hour', 'host']).distinct();
  return hours.where(isInPeriod(period)).execute();
}

/** Sums requests of crawlers in a period by day and host, and also by hour if there are several sources. */
export async function sumBotVisits(
  db: Queryable,
  period: VisitPeriod,
  isPerHour: boolean,
): Promise<(VisitRow & HourRow)[]> {
  const keys = [...botKeys.names, ...(isPerHour ? (['hour'] as const) : [])];
  const day = sql<string>`substr(hour, 1, 10)`;
  const rows = await db
    .selectFrom('bot_visits')
    .select(keys)
    .select(({ fn }) => [
      day.as('day'),
      fn.sum<number>('requests').as('total'),
      fn.min<string>('hour').as('first_hour'),
      fn.max<string>('hour').as('last_hour'),
    ])
    .where(isInPeriod(period))
    .groupBy(keys)
    .groupBy(day)
    .execute();
  return rows.map(({ day, hour, total, first_hour: firstHour, last_hour: lastHour, ...row }) => ({
    ...botKeys.read(row),
    ...{ day, hour: hour ?? firstHour, firstHour, lastHour, requests: Number(total) },
  }));
}

/** Returns the first hour of a verified read of each page by one crawler, over all complete imports. */
export async function firstReads(
  db: Queryable,
  websiteId: string,
  token: string,
): Promise<{ host: string; path: string; hour: string }[]> {
  return db
    .selectFrom('bot_visits')
    .select(['host', 'path'])
    .select(({ fn }) => fn.min<string>('hour').as('hour'))
    .where('website_id', '=', websiteId)
    .where('token', '=', token)
    .where('verdict', 'in', ['verified', 'operator_only'])
    .where('request_class', '=', 'content')
    .where('status_class', '=', '2xx')
    .where(isComplete)
    .groupBy(['host', 'path'])
    .execute();
}

export type AssistantVisitRow = VisitCount & { sourceId: string };

/** Sums visits from assistants in a period of days, both ends included. */
export async function sumAssistantVisits(
  db: Queryable,
  { websiteId, fromDay, toDay }: { websiteId: string; fromDay: string; toDay: string },
): Promise<AssistantVisitRow[]> {
  const keys = [...visitKeys.names, 'paid' as const];
  const rows = await db
    .selectFrom('assistant_visits')
    .select(keys)
    .select(({ fn }) => fn.sum<number>('requests').as('total'))
    .where('website_id', '=', websiteId)
    .where('day', '>=', fromDay)
    .where('day', '<=', toDay)
    .where(isComplete)
    .groupBy(keys)
    .execute();
  return rows.map(({ paid, total, ...row }) => ({
    ...visitKeys.read(row),
    ...{ isPaid: paid === 1, requests: Number(total) },
  }));
}
