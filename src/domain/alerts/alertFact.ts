import type { AlertKind } from './alertKinds.ts';

/** The evidence of a fact when it was reported: numbers, words or nulls by name. */
type AlertFigures = Readonly<Record<string, number | string | boolean | null>>;

/** An event that a rule may report, with its evidence. */
export type AlertFact = {
  kind: AlertKind | 'test';
  /** Subject, such as a run or a period. A rule reports each subject once. */
  subject: string;
  websiteId: string | null;
  /** A single line. */
  title: string;
  /** Sentences, one per entry. */
  lines: readonly string[];
  figures: AlertFigures;
  runIds: readonly string[];
  /** Path of its page in the web app, from the root. */
  path: string;
  simulated: boolean;
};

/** A reported fact, with the rule's name at that time. `at`: ISO 8601 UTC. Null: a test message. */
export type SavedAlertFact = AlertFact & { id: string; ruleId: string | null; ruleName: string | null; at: string };

/** Maximum runs named with a fact. */
export const maxFactRuns = 200;
