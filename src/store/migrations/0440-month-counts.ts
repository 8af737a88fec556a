import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';
import { dayCounts } from './0160-day-counts.ts';
import { lockAnswers } from './lockAnswers.ts';
import { type CountSpecs, createCounts, ofRun } from './rowCounts.ts';

const { attempt_days: attempts, mark_days: marks } = dayCounts;
const { target_id: _ofAnyQuestion, ...dateKeys } = attempts.keys;
const markKeys = { ...marks.keys, model: `coalesce(${ofRun('model')}, '')` };

const monthCounts = {
  attempt_dates: { ...attempts, keys: dateKeys },
  attempt_months: { ...attempts, keys: { ...attempts.keys, day: 'substr(@.created_at, 1, 7)' }, latest: {} },
  mark_days: { ...marks, keys: markKeys },
  mark_months: { ...marks, keys: { ...markKeys, day: `substr(${ofRun('created_at')}, 1, 7)` } },
} as const satisfies CountSpecs;

/** All counts as they are now. */
export const allCounts: CountSpecs = { ...dayCounts, ...monthCounts };

/**
 * Sums of the daily counts: attempts of a day at any question, and attempts and marks of a question in a month. With
 * one question asked a day, daily counts alone are nearly as many as the answers. Marks are counted by model too.
 */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  await lockAnswers(db, engine);
  const ends =
    engine === 'sqlite' ? ['DROP TABLE mark_days'] : ['DROP TABLE mark_days', 'DROP FUNCTION count_mark_days CASCADE'];
  const triggers = ['insert', 'update', 'delete'].map((act) => `DROP TRIGGER mark_days_${act}`);
  for (const text of engine === 'sqlite' ? [...triggers, ...ends] : ends) await sql.raw(text).execute(db);
  await createCounts(db, engine, monthCounts);
}
