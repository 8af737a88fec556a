import type { ReadSearch } from '../../domain/answer/reading.ts';
import { digestOf } from '../../domain/text/canonicalJson.ts';
import { codeUnitOrder } from '../../domain/text/codeUnitOrder.ts';
import { buildBucket } from '../../domain/visibility/buckets.ts';
import { addCounts, countSearches } from '../../domain/visibility/engines/searchCounts.ts';
import { type DateWindow, maxCountedAttempts } from '../../domain/visibility/scope.ts';
import { type Db, inTransaction, type Queryable, type Tx } from '../../store/database/transaction.ts';
import { allReadingEpochs } from '../../store/runs/marks.ts';
import {
  type CaseSearches,
  countedSearches,
  lockReadings,
  readSearchCounts,
  type SearchPlace,
  type SearchStretch,
  saveSearchCounts,
  searchPlaces,
} from '../../store/runs/searchCounts.ts';
import { searchesOfRuns } from '../../store/runs/searches.ts';
import { completedAttempts, type HistoryFilter } from '../../store/visibility/answerHistory.ts';
import { type DayOfAttempts, daysOfAttempts } from '../../store/visibility/dayCounts.ts';
import { type AppContext, nowIso } from '../appContext.ts';
import { newestDays, timesOf } from './periodAttempts.ts';

/** Number of runs per query. */
const step = 1_000;

/** Counts the searches for some completed attempts, newest first, by question. */
export async function countCases(
  db: Queryable,
  workspaceId: string,
  attempts: readonly { runId: string; caseId: string }[],
): Promise<CaseSearches[]> {
  const searches = new Map<string, readonly ReadSearch[]>();
  for (let from = 0; from < attempts.length; from += step) {
    const runIds = attempts.slice(from, from + step).map(({ runId }) => runId);
    for (const [runId, ofRun] of await searchesOfRuns(db, workspaceId, runIds)) searches.set(runId, ofRun);
  }
  return [...Map.groupBy(attempts, ({ caseId }) => caseId)].map(([caseId, ofCase]) => ({
    caseId,
    counts: countSearches(ofCase.map(({ runId }) => ({ runId, searches: searches.get(runId) ?? null }))),
  }));
}

/**
 * Counts the searches for all completed attempts of a period, of which all days are given, newest first. Past days and months were counted in
 * advance (`createSearchKeeper`) and stay valid while nothing in them changes; for the others the answers are read.
 */
export async function searchesOfPeriod(
  db: Db,
  filter: HistoryFilter & { model: null },
  window: DateWindow,
  all: readonly DayOfAttempts[],
): Promise<CaseSearches[]> {
  const attempted = newestDays(all);
  const [first, last] = [attempted[0]?.date, attempted.at(-1)?.date];
  if (first === undefined || last === undefined) return [];
  const startDate = attempted.length < all.length ? first : window.startDate;
  const ofAnyCase = { ...filter, caseIds: null };
  const days = daysToCount(
    filter.caseIds === null
      ? attempted
      : await daysOfAttempts(db, ofAnyCase, timesOf({ startDate: first, endDate: last })),
  );
  const saved = new Map((await countedSearches(db, filter, first, last)).map(({ start, stamp }) => [start, stamp]));
  const isSaved = ({ start, stamp }: SearchStretch) => saved.get(start) === stamp;
  const isWhole = ({ start: month }: SearchStretch) => {
    const { start, end } = buildBucket(`${month}-01`, 'month');
    return (startDate === null || startDate <= start) && (window.endDate === null || window.endDate >= end);
  };
  const months = monthsToCount(days).filter((month) => isWhole(month) && isSaved(month));
  const rest = days.filter(({ start }) => !months.some((month) => start.startsWith(month.start)));
  const counted = [...months, ...rest.filter(isSaved)].map(({ start }) => start);
  const parts = await readSearchCounts(db, filter, counted);
  for (const { startDate: start, endDate } of openStretches(rest, isSaved)) {
    const attempts = await completedAttempts(db, filter, timesOf({ startDate: start, endDate }), maxCountedAttempts);
    parts.set(start, await countCases(db, filter.workspaceId, attempts));
  }
  const caseIds = filter.caseIds === null ? null : new Set(filter.caseIds);
  return [...parts]
    .sort(([a], [b]) => codeUnitOrder(b, a))
    .flatMap(([, ofCases]) => ofCases.filter(({ caseId }) => caseIds === null || caseIds.has(caseId)));
}

/** Lists days with completed attempts, each with a stamp that reveals changes. */
function daysToCount(days: readonly DayOfAttempts[]): SearchStretch[] {
  const completed = days.filter(({ status }) => status === 'completed');
  return completed.map(({ date, attempts, changedAt }) => ({ start: date, stamp: `${attempts} ${changedAt}` }));
}

function monthsToCount(days: readonly SearchStretch[]): SearchStretch[] {
  return [...Map.groupBy(days, ({ start }) => start.slice(0, 7))].map(([start, ofMonth]) => ({
    start,
    stamp: digestOf(ofMonth.map((day) => [day.start, day.stamp])),
  }));
}

/** Days without a saved count; consecutive days of one month are grouped. */
function openStretches(
  days: readonly SearchStretch[],
  isSaved: (day: SearchStretch) => boolean,
): { startDate: string; endDate: string }[] {
  const stretches: { startDate: string; endDate: string }[] = [];
  let isOpen = false;
  for (const day of days) {
    const last = stretches.at(-1);
    if (isSaved(day)) isOpen = false;
    else if (isOpen && last?.startDate.slice(0, 7) === day.start.slice(0, 7)) last.endDate = day.start;
    else {
      stretches.push({ startDate: day.start, endDate: day.start });
      isOpen = true;
    }
  }
  return stretches;
}

/**
 * Counts the searches of past days and months, one stretch at a time, if no count is saved or its attempts have
 * changed. Reports never wait for it.
 */
export function createSearchKeeper(app: Pick<AppContext, 'db' | 'runtime'>): { step(): Promise<boolean> } {
  const { db } = app;
  let state = '';
  let places: SearchPlace[] = [];

  /** Counts one stretch of a website; false if nothing is left to count. */
  async function countOne(place: SearchPlace, today: string): Promise<boolean> {
    const filter = { ...place, model: null, caseIds: null };
    const past = timesOf({ startDate: null, endDate: today });
    const days = daysToCount(await daysOfAttempts(db, filter, past)).filter(({ start }) => start < today);
    const [first, last] = [days[0]?.start, days.at(-1)?.start];
    if (first === undefined || last === undefined) return false;
    const saved = new Map((await countedSearches(db, place, first, last)).map(({ start, stamp }) => [start, stamp]));
    const isMissing = ({ start, stamp }: SearchStretch) => saved.get(start) !== stamp;
    const months = monthsToCount(days).filter(({ start }) => start < today.slice(0, 7));
    const stretch = days.find(isMissing) ?? months.find(isMissing);
    if (stretch === undefined) return false;
    await inTransaction(db, async (tx) => {
      await lockReadings(tx, place.workspaceId);
      const ofMonth = days.map(({ start }) => start).filter((day) => day.startsWith(stretch.start));
      const isMonth = months.includes(stretch);
      const counts = isMonth ? await addDays(tx, place, ofMonth) : await countDay(tx, filter, stretch.start);
      if (counts !== null) await saveSearchCounts(tx, place, stretch, counts);
    });
    return true;
  }

  return {
    async step() {
      const today = nowIso(app).slice(0, 10);
      const now = `${today} ${await allReadingEpochs(db)}`;
      if (now !== state) [state, places] = [now, await searchPlaces(db, today)];
      const place = places.at(-1);
      if (place !== undefined && !(await countOne(place, today))) places.pop();
      return places.length > 0;
    },
  };
}

async function countDay(tx: Tx, filter: HistoryFilter, day: string): Promise<CaseSearches[]> {
  const times = timesOf({ startDate: day, endDate: day });
  return countCases(tx, filter.workspaceId, await completedAttempts(tx, filter, times, maxCountedAttempts));
}

/** Returns null if the counts of one of the days are gone: a new reading of an answer deletes them. */
async function addDays(tx: Tx, place: SearchPlace, days: readonly string[]): Promise<CaseSearches[] | null> {
  const ofDays = [...(await readSearchCounts(tx, place, days))].sort(([a], [b]) => codeUnitOrder(b, a));
  if (ofDays.length < days.length) return null;
  const ofCases = Map.groupBy(
    ofDays.flatMap(([, day]) => day),
    ({ caseId }) => caseId,
  );
  return [...ofCases].map(([caseId, parts]) => ({ caseId, counts: addCounts(parts.map(({ counts }) => counts)) }));
}
