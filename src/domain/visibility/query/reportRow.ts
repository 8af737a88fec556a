import type { MarkedAnswer } from '../../marks/decideMarks.ts';

/** One answer with its statements about domains: everything that a report query counts. */
export type ReportRow = {
  runId: string;
  questionId: string;
  engine: string;
  /** First UTC day of the day, week, month or period that it belongs to. */
  start: string;
  /** Null: its page showed no answer. */
  says: Pick<MarkedAnswer, 'status' | 'positions'> | null;
  /** Domains that it cites; empty if no query needs them. */
  cited: readonly string[];
};

/** The domain that a metric is about: the website's own, or a rival's. */
export type Target = { domain: string; own: boolean };
