import type { MarkedAnswer } from '../marks/decideMarks.ts';
import type { Interval } from '../statistics/interval.ts';
import { mean } from '../statistics/median.ts';
import { digestOf } from '../text/canonicalJson.ts';
import { codeUnitOrder, sortedOnce } from '../text/codeUnitOrder.ts';
import type { Dates } from './buckets.ts';
import type { DailySample } from './dailySamples.ts';
import type { DayAnswer } from './periodRate.ts';
import { countOf, deriveShare, scoreInterval, scoreOf } from './scoreOfCounts.ts';

/** The newest completed attempt of one question in one bucket, and its statement; null: its page showed no answer. */
export type BucketAnswer = {
  runId: string;
  questionId: string;
  model: string | null;
  harnessVersion: string;
  useSeoTools: boolean;
  readerVersion: string;
  says: MarkedAnswer | null;
};

type BucketAttempts = {
  matched: number;
  considered: number;
  completed: number;
  failed: number;
  cancelled: number;
  active: number;
};

/** Attempts of one time bucket, counted separately. */
export type Bucket = {
  dates: Dates;
  /** True if the period or today cuts it: it contains less than a whole day, week or month. */
  partial: boolean;
  attempts: BucketAttempts;
  answers: readonly BucketAnswer[];
};

/** Kinds of differences between what two points measure: a chart must not connect them. */
export const historyMarks = ['questions', 'model', 'harness', 'reader'] as const;
type HistoryMark = (typeof historyMarks)[number];

type Counts = { listed: number; known: number; unknown: number; score: number | null; interval95: Interval | null };

type RivalCount = { domain: string; listed: number; answers: number; rate: number | null; interval95: Interval | null };

export type HistoryPoint = Dates &
  Counts & {
    partial: boolean;
    attempts: BucketAttempts;
    questions: number;
    noAnswer: number;
    shareOfVoice: { value: number | null; numerator: number; denominator: number; interval95: Interval | null };
    averagePosition: { value: number | null; listed: number };
    questionSet: string;
    models: string[];
    harnessVersions: string[];
    readerVersions: string[];
    /** Compared with the previous point; empty for the first. */
    changed: HistoryMark[];
    /**
     * The same over the questions that every complete point answers; null if this point does not answer all of them.
     */
    steady: Counts | null;
    rivals: RivalCount[];
  };

export type History = {
  points: HistoryPoint[];
  steady: { questions: number; of: number };
  /** Other domains, by number of appearances over all points. */
  leaders: { domain: string; appearances: number }[];
};

const maxLeaders = 10;

type RivalChoice = { rivals: readonly string[] | null; declared: readonly string[]; maxRivals: number };

/**
 * @param rivals at most as many as can be drawn; null: the declared ones, or the most frequent domains if none is
 * declared
 */
export function visibilityHistory(
  buckets: readonly Bucket[],
  { ownDomain, rivals, declared, maxRivals }: RivalChoice & { ownDomain: string },
): History {
  const leaders = listLeaders(buckets, ownDomain);
  const places = new Map(leaders.map(({ domain }, place) => [domain, place]));
  const placeOf = (domain: string) => places.get(domain) ?? leaders.length;
  const usual =
    declared.length > 0
      ? declared.toSorted((a, b) => placeOf(a) - placeOf(b) || codeUnitOrder(a, b))
      : leaders.map(({ domain }) => domain);
  const sample = (rivals ?? usual).slice(0, maxRivals);
  const steady = steadyQuestions(buckets);
  const points = buckets.map((bucket, index) => {
    const before = buckets[index - 1];
    return buildPoint(bucket, {
      ownDomain,
      steady,
      drawn: sample,
      before: before === undefined ? null : instrumentOf(before),
    });
  });
  const all = new Set(buckets.flatMap(({ answers }) => answers.map(({ questionId }) => questionId)));
  return { points, steady: { questions: steady.size, of: all.size }, leaders: leaders.slice(0, maxLeaders) };
}

type Instrument = { questionSet: string; models: string[]; harnessVersions: string[]; readerVersions: string[] };

/** Cache of derived settings: a bucket may be drawn repeatedly, and its list of answers never changes. */
const instruments = new WeakMap<readonly BucketAnswer[], Instrument>();

function instrumentOf({ answers }: Pick<Bucket, 'answers'>): Instrument {
  const instrument = instruments.get(answers) ?? tellInstrument(answers);
  instruments.set(answers, instrument);
  return instrument;
}

function tellInstrument(answers: readonly BucketAnswer[]): Instrument {
  return {
    questionSet: digestOf(sortedOnce(answers.map(({ questionId }) => questionId))).slice(0, 16),
    models: sortedOnce(answers.flatMap(({ model }) => model ?? [])),
    harnessVersions: sortedOnce(
      answers.map(({ harnessVersion, useSeoTools }) => `${harnessVersion}${useSeoTools ? ' with SEO tools' : ''}`),
    ),
    readerVersions: sortedOnce(answers.map(({ readerVersion }) => readerVersion)),
  };
}

function buildPoint(
  bucket: Bucket,
  input: { ownDomain: string; steady: ReadonlySet<string>; drawn: readonly string[]; before: Instrument | null },
): HistoryPoint {
  const { dates, partial, attempts, answers } = bucket;
  const visibleItems = answers.flatMap(({ questionId, says }) => (says === null ? [] : [{ questionId, says }]));
  const markedAnswers = visibleItems.map(({ says }) => says);
  const instrument = instrumentOf(bucket);
  const ofSteady = visibleItems.flatMap(({ questionId, says }) => (input.steady.has(questionId) ? [says] : []));
  const places = markedAnswers.flatMap(({ positions }) => positions.get(input.ownDomain) ?? []);
  return {
    ...dates,
    partial,
    attempts,
    questions: answers.length,
    noAnswer: answers.length - visibleItems.length,
    ...countsOf(markedAnswers),
    shareOfVoice: deriveShare(markedAnswers, input.ownDomain),
    averagePosition: { value: mean(places), listed: places.length },
    ...instrument,
    changed: input.before === null ? [] : listChanges(instrument, input.before),
    steady: ofSteady.length === 0 || ofSteady.length < input.steady.size ? null : countsOf(ofSteady),
    rivals: input.drawn.map((domain) => buildRival(markedAnswers, domain)),
  };
}

function countsOf(answers: readonly MarkedAnswer[]): Counts {
  const { listed, known, unknown } = countOf(answers.map(({ status }) => status));
  const counts = { listed, known, unknown };
  return { ...counts, score: scoreOf(counts), interval95: scoreInterval(counts) };
}

/** For a rival only mentions are known, so every answer counts and the rate is a lower bound. */
function buildRival(answers: readonly MarkedAnswer[], domain: string): RivalCount {
  const listed = answers.filter(({ positions }) => positions.has(domain)).length;
  const counts = { listed, known: answers.length };
  return { domain, listed, answers: answers.length, rate: scoreOf(counts), interval95: scoreInterval(counts) };
}

function listChanges(now: Instrument, before: Instrument): HistoryMark[] {
  const differs = (one: readonly string[], other: readonly string[]) => one.join('\n') !== other.join('\n');
  const changed: Record<HistoryMark, boolean> = {
    questions: now.questionSet !== before.questionSet,
    model: differs(now.models, before.models),
    harness: differs(now.harnessVersions, before.harnessVersions),
    reader: differs(now.readerVersions, before.readerVersions),
  };
  return historyMarks.filter((mark) => changed[mark]);
}

/** Returns, for each day of a period, the attempts whose page showed an answer. */
export function answersOfDays(days: readonly Bucket[]): DayAnswer[] {
  return days.flatMap(({ dates: { start: date }, answers }) =>
    answers.flatMap(({ questionId, says }) => (says === null ? [] : [{ date, questionId, status: says.status }])),
  );
}

/** Returns the days of a period as samples, with the same numbers as the points. */
export function samplesOfDays(days: readonly Bucket[]): DailySample[] {
  const buckets = days.filter(({ answers }) => answers.some(({ says }) => says !== null));
  return buckets.map((day, index) => {
    const before = buckets[index - 1];
    const changed = before === undefined ? null : listChanges(instrumentOf(day), instrumentOf(before));
    const bucketAnswers = day.answers.filter(({ says }) => says !== null);
    const { models, harnessVersions } = tellInstrument(bucketAnswers);
    return {
      date: day.dates.start,
      questionCount: bucketAnswers.length,
      models,
      harnessVersions,
      ...countsOf(bucketAnswers.flatMap(({ says }) => says ?? [])),
      questionsDiffer: changed?.includes('questions') ?? null,
      setupDiffers: changed === null ? null : changed.includes('model') || changed.includes('harness'),
      runIds: sortedOnce(bucketAnswers.map(({ runId }) => runId)),
    };
  });
}

/**
 * Returns the questions answered in every complete bucket with any answer. A bucket cut by the period or by today may
 * lack questions that are still to be asked, so it counts only if all buckets are cut.
 */
function steadyQuestions(buckets: readonly Bucket[]): Set<string> {
  const whole = buckets.filter(({ partial, answers }) => !partial && answers.some(({ says }) => says !== null));
  const sets = (whole.length > 0 ? whole : buckets)
    .map(({ answers }) => new Set(answers.flatMap(({ questionId, says }) => (says === null ? [] : [questionId]))))
    .filter(({ size }) => size > 0);
  const [first = new Set<string>(), ...rest] = sets;
  return new Set([...first].filter((id) => rest.every((other) => other.has(id))));
}

function listLeaders(buckets: readonly Bucket[], ownDomain: string): History['leaders'] {
  const counts = new Map<string, number>();
  for (const { answers } of buckets) {
    for (const { says } of answers) {
      for (const domain of says?.positions.keys() ?? []) counts.set(domain, (counts.get(domain) ?? 0) + 1);
    }
  }
  counts.delete(ownDomain);
  return [...counts]
    .map(([domain, appearances]) => ({ domain, appearances }))
    .sort((a, b) => b.appearances - a.appearances || codeUnitOrder(a.domain, b.domain));
}
