import { invalidField } from '../../domain/errors.ts';
import { registeredOwner } from '../../domain/marks/answerMarks.ts';
import { decideMarks, openForms, type TaughtNames } from '../../domain/marks/decideMarks.ts';
import { citedPages } from '../../domain/marks/listing.ts';
import { isSimulated } from '../../domain/runs/engine.ts';
import { digestOf } from '../../domain/text/canonicalJson.ts';
import { type BucketSize, buildBucket, cutDates, type Dates } from '../../domain/visibility/buckets.ts';
import type { DailySample } from '../../domain/visibility/dailySamples.ts';
import {
  answersOfDays,
  type Bucket,
  type BucketAnswer,
  type History,
  samplesOfDays,
  visibilityHistory,
} from '../../domain/visibility/history.ts';
import { type PeriodRate, periodRate } from '../../domain/visibility/periodRate.ts';
import type { QuestionFilter, QuestionKinds } from '../../domain/visibility/questionKinds.ts';
import type { CitedDomain, WeekOfSources } from '../../domain/visibility/reportData.ts';
import { type AttemptScope, type DateWindow, maxAttempts } from '../../domain/visibility/scope.ts';
import type { Db } from '../../store/database/transaction.ts';
import { readingEpoch } from '../../store/runs/marks.ts';
import { shownReadings } from '../../store/runs/shownReadings.ts';
import {
  casesOfWebsite,
  type HistoryFilter,
  latestMarked,
  type MarkedAttempt,
  newestMarked,
} from '../../store/visibility/answerHistory.ts';
import { type DayOfAttempts, daysOfAttempts } from '../../store/visibility/dayCounts.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { bucketMemoryOf, type CountedBucket } from './bucketMemory.ts';
import { collectMarks, type Marker, markerOf } from './markedAnswers.ts';
import { countByStatus, newestDays, timesOf } from './periodAttempts.ts';
import { openPlace, type Reader, type ReportPlace, type Source } from './reportPlace.ts';
import { taughtBy } from './withKnownNames.ts';

export type HistoryQuery = {
  websiteId: string;
  engine: string | null;
  model: string | null;
  startDate: string | null;
  endDate: string | null;
  bucket: BucketSize;
  scope: AttemptScope;
  /** Domains to draw for comparison; null: those that the answers name most often. */
  rivals: readonly string[] | null;
  questions: QuestionFilter;
};

export type VisibilityHistory = History &
  Source & {
    website: { id: string; domain: string };
    window: { startDate: string | null; endDate: string | null };
    bucket: BucketSize;
    scope: AttemptScope;
    model: string | null;
    simulated: boolean;
    questionKinds: QuestionKinds | null;
  };

/** Maximum number of points that a chart can show and a reader can use. */
const maxPoints = 800;
const maxRivals = 5;
/** Days of an overview and weeks of sources: slightly more than a year. */
const maxSampleDays = 400;
const maxWeeks = 60;
/** Number of buckets read at once, at most the connections of a pool. */
const atOnce = 4;

/**
 * Computes the metrics for each day, week or month separately. Reads counts and marks of saved attempts, and no marked
 * answer; starts nothing. @throws not_found, invalid_request
 */
export async function readHistory(ctx: Ctx, query: HistoryQuery): Promise<VisibilityHistory> {
  const { startDate, endDate, model, bucket, scope } = query;
  const place = await openPlace(ctx, { ...query, platform: null });
  const { source, website, chosen } = place;
  const request = { workspaceId: ctx.principal.workspaceId, websiteId: website.id, ...source };
  const [buckets, questionKinds] = await Promise.all([
    loadBuckets(ctx, query, place),
    chosen.count(ctx.db, request, query),
  ]);
  return {
    website: { id: website.id, domain: website.domain },
    window: { startDate, endDate },
    bucket,
    scope,
    model,
    ...source,
    simulated: isSimulated(source),
    questionKinds,
    ...visibilityHistory(buckets, {
      ownDomain: website.domain,
      rivals: query.rivals,
      declared: (website.rivals ?? []).map(({ domain }) => domain),
      maxRivals,
    }),
  };
}

/** `whole`: the period as one bucket. */
type BucketQuery = DateWindow & { bucket: BucketSize | 'whole'; scope: AttemptScope };

/** Loads the days, weeks or months of a period that have attempts. @throws invalid_request if there are too many */
export async function loadBuckets(reader: Reader, query: BucketQuery, place: ReportPlace): Promise<Bucket[]> {
  const { counting, places } = await openHistory(reader, query, place);
  if (places.length > maxPoints) {
    throw invalidField('bucket', `would give ${places.length} points; choose a longer one, or a shorter period`);
  }
  return readBuckets(counting, places, nowIso(reader).slice(0, 10));
}

type DaysOfPeriod = readonly DayOfAttempts[] | null;

/** The newest days of a period, each with all its attempts, and the rate over them. */
export async function readDays(
  reader: Reader,
  window: DateWindow,
  place: ReportPlace,
  period: DaysOfPeriod,
): Promise<{ dailySamples: DailySample[]; periodRate: PeriodRate }> {
  const { counting, places } = await openHistory(reader, { ...window, bucket: 'day', scope: 'all' }, place, period);
  const days = await readBuckets(counting, places.slice(-maxSampleDays), nowIso(reader).slice(0, 10));
  return { dailySamples: samplesOfDays(days), periodRate: periodRate(answersOfDays(days)) };
}

/** The newest weeks of a period, each with the domains that the newest answer to each question in it cites. */
export async function readWeeks(
  reader: Reader,
  window: DateWindow,
  place: ReportPlace,
  days: DaysOfPeriod,
): Promise<WeekOfSources[]> {
  const { counting, places } = await openHistory(reader, { ...window, bucket: 'week', scope: 'all' }, place, days);
  const weeks = await readBuckets(counting, places.slice(-maxWeeks), nowIso(reader).slice(0, 10));
  const domains = await domainsCited(reader, place, weeks);
  return weeks.map(({ dates, answers }) => ({
    ...dates,
    answers: answers.map(({ runId }) => domains.get(runId)).filter((cited) => cited !== undefined),
  }));
}

/** Number of answers read at once, which databases limit. */
const answersAtOnce = 1_000;

/** Cited domains of answers in cached buckets, which stay valid as long as these. */
const domainsOf = new WeakMap<BucketAnswer, CitedDomain[]>();

/** Returns the domains that each counted answer cites, by run id: marks do not contain them. */
export async function domainsCited(
  { db, principal: { workspaceId } }: Reader,
  { website }: ReportPlace,
  buckets: readonly Bucket[],
): Promise<Map<string, CitedDomain[]>> {
  const owner = registeredOwner(website);
  const counted = buckets.flatMap(({ answers }) => answers.filter(({ says }) => says !== null));
  const missing = counted.filter((answer) => !domainsOf.has(answer));
  for (let from = 0; from < missing.length; from += answersAtOnce) {
    const some = missing.slice(from, from + answersAtOnce);
    const targets = some.map(({ runId, readerVersion: version }) => ({ runId, version }));
    const readings = await shownReadings(db, workspaceId, targets);
    for (const answer of some) {
      const reading = readings.get(answer.runId);
      if (reading === undefined) continue;
      const cited = citedPages(reading.facts, owner).map(({ domain, owned }) => ({ domain, owned }));
      domainsOf.set(answer, [...new Map(cited.map((one) => [JSON.stringify(one), one])).values()]);
    }
  }
  return new Map(
    counted.flatMap((answer) => {
      const domains = domainsOf.get(answer);
      return domains === undefined ? [] : [[answer.runId, domains]];
    }),
  );
}

async function openHistory(
  { db, principal: { workspaceId } }: Reader,
  query: BucketQuery,
  { website, filter, names }: ReportPlace,
  givenDays: DaysOfPeriod = null,
) {
  const [days, epoch, corpus, cases] = await Promise.all([
    givenDays ?? daysOfAttempts(db, filter, timesOf(query)),
    readingEpoch(db, workspaceId),
    names(),
    casesOfWebsite(db, workspaceId, website.id),
  ]);
  const questions = new Map(cases.map(({ id, questionId }) => [id, questionId]));
  const counting = {
    db,
    filter,
    scope: query.scope,
    marker: markerOf(website),
    taught: taughtBy(website, corpus),
    questions,
  };
  return { counting, places: listPlaces(days, query, epoch) };
}

/** A time bucket with attempts, and a stamp that reveals changes. */
type Place = { whole: Dates; dates: Dates; days: DayOfAttempts[]; stamp: string };

function listPlaces(all: readonly DayOfAttempts[], query: BucketQuery, epoch: number): Place[] {
  const { bucket } = query;
  const days = bucket === 'whole' ? newestDays(all) : all;
  const period = { start: days[0]?.date ?? '', end: days.at(-1)?.date ?? '' };
  const bucketOf = (date: string) => (bucket === 'whole' ? period : buildBucket(date, bucket));
  return [...Map.groupBy(days, ({ date }) => bucketOf(date).start)].map(([start, ofBucket]) => {
    const whole = bucketOf(start);
    const stamp = JSON.stringify([
      epoch,
      ofBucket.map(({ status, attempts, changedAt }) => [status, attempts, changedAt]),
    ]);
    return { whole, dates: cutDates(whole, query.startDate, query.endDate), days: ofBucket, stamp };
  });
}

type Counting = {
  db: Db;
  filter: HistoryFilter;
  scope: AttemptScope;
  marker: Marker;
  taught: TaughtNames;
  /** Question id by case id. */
  questions: ReadonlyMap<string, string>;
};

async function readBuckets(counting: Counting, places: readonly Place[], today: string): Promise<Bucket[]> {
  const { db, filter, scope, marker, taught } = counting;
  const memory = bucketMemoryOf(db);
  const what = digestOf({ ...filter, scope });
  const counted = new Map<Place, CountedBucket>();
  const missing: Place[] = [];
  const keyOf = ({ dates }: Place) => `${what} ${dates.start} ${dates.end}`;
  for (const place of places) {
    const remembered = memory.find(keyOf(place), { stamp: place.stamp, by: marker.by, taught });
    if (remembered === null) missing.push(place);
    else counted.set(place, remembered);
  }
  for (let from = 0; from < missing.length; from += atOnce) {
    const some = missing.slice(from, from + atOnce);
    const read = await Promise.all(some.map((place) => countBucket(counting, place)));
    for (const [index, place] of some.entries()) {
      const bucket = read[index];
      if (bucket === undefined) continue;
      memory.keep(keyOf(place), bucket);
      counted.set(place, bucket);
    }
  }
  return places.flatMap((place) => {
    const bucket = counted.get(place);
    if (bucket === undefined) return [];
    const { whole, dates } = place;
    const partial = dates.start !== whole.start || dates.end !== whole.end || today <= dates.end;
    return [{ dates, partial, attempts: bucket.attempts, answers: bucket.answers }];
  });
}

async function countBucket(counting: Counting, { dates, days, stamp }: Place): Promise<CountedBucket> {
  const { db, filter, scope, marker, taught } = counting;
  const times = timesOf({ startDate: dates.start, endDate: dates.end });
  const matched = days.reduce((sum, { attempts }) => sum + attempts, 0);
  const isCut = scope === 'newest100' && matched > maxAttempts;
  const rows = isCut ? await newestMarked(db, filter, times, maxAttempts) : await latestMarked(db, filter, times);
  const completed = rows.filter(({ status }) => status === 'completed');
  // Rows are sorted newest first, so the first of each case is its latest.
  const latest = [...Map.groupBy(completed, ({ caseId }) => caseId).values()].flatMap((ofCase) => ofCase.slice(0, 1));
  const marks = await collectMarks(db, filter.workspaceId, marker, latest);
  const forms = new Set<string>();
  const answers = latest.flatMap((row): BucketAnswer[] => {
    const match = marks.get(row.runId);
    if (match === undefined) return [];
    for (const form of openForms(match.marks)) forms.add(form);
    return [buildAnswer(row, match, counting)];
  });
  const statuses = isCut
    ? rows.map(({ status }) => ({ status, attempts: 1 }))
    : days.map(({ status, attempts }) => ({ status, attempts }));
  return { stamp, by: marker.by, taught, openForms: forms, attempts: { matched, ...countByStatus(statuses) }, answers };
}

function buildAnswer(
  row: MarkedAttempt,
  { marks, readerVersion }: { marks: Parameters<typeof decideMarks>[0]; readerVersion: string },
  { marker, taught, questions }: Counting,
): BucketAnswer {
  const { runId, caseId, model, harnessVersion, useSeoTools } = row;
  return {
    runId,
    questionId: questions.get(caseId) ?? caseId,
    model,
    harnessVersion,
    useSeoTools,
    readerVersion,
    says: marks.noAnswer ? null : decideMarks(marks, marker.owner, taught),
  };
}
