import type { VisibilityAttempt } from '../identity/attempt.ts';
import type { Listing, UsedSource } from '../marks/listing.ts';
import { type AttemptWindow, openWindow } from './attemptWindow.ts';
import type { Dates } from './buckets.ts';
import type { DailySample } from './dailySamples.ts';
import type { PeriodRate } from './periodRate.ts';
import type { WebsiteRunSummary } from './recommendations/rule.ts';
import type { VisibilityScope } from './scope.ts';

/** Counts of one question over all attempts of a period, whatever their setup. `completed`: with an answer. */
export type QuestionCounts = { attempts: number; completed: number; listed: number; known: number; unknown: number };

export type CitedDomain = Pick<UsedSource, 'domain' | 'owned'>;
/** The domains that the newest answer of each question in a week cites, each once. */
export type WeekOfSources = Dates & { answers: readonly (readonly CitedDomain[])[] };

/** Everything that a report is computed from. Data that it does not need is null or absent. */
export type ReportData = VisibilityScope & {
  /** ISO 8601: time from which ages are computed. */
  now: string;
  /** Number of questions saved for this website. */
  savedQuestions: number | null;
  /** The newest attempts of the period returned by `previousWindow`, with the same filters. */
  previousAttempts: readonly VisibilityAttempt[] | null;
  /** The latest check of the website. */
  websiteRun: WebsiteRunSummary | null;
  /** By case, if the period contains more attempts than are read. */
  counts?: Readonly<Record<string, QuestionCounts>> | null;
  /** Case after which question rows are returned. */
  after?: string | null;
  /** Oldest first. */
  weeks?: readonly WeekOfSources[];
  /** Counts over all attempts by day, if not all of them are read. */
  days?: { dailySamples: DailySample[]; periodRate: PeriodRate };
};

/** Parts of the data besides the attempts of the period. A report names those it needs. */
export type ReportNeed = 'before' | 'savedQuestions' | 'websiteRun' | 'counts' | 'weeks' | 'days';

/** A period in the form that every report uses. */
export type OpenReport = {
  data: ReportData;
  view: AttemptWindow;
  /** The latest answer of each question. */
  answers: readonly Listing[];
  /** Domain of the website. */
  domain: string;
  /** Cuts a list off at the requested limit. */
  cut<Row>(rows: readonly Row[]): { total: number; rows: Row[] };
};

export function openReport(data: ReportData): OpenReport {
  const view = openWindow(data);
  const { limit } = data.filters;
  const cut = <Row>(rows: readonly Row[]) => ({ total: rows.length, rows: rows.slice(0, limit) });
  return { data, view, answers: view.answers, domain: view.owner.domain, cut };
}
