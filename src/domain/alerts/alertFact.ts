import type { AlertKind } from './alertRule.ts';

/** A number, word or nothing, by name: the ground of a fact, as it was when it was told. */
type AlertFigures = Readonly<Record<string, number | string | boolean | null>>;

/** What a rule may tell: one thing that happened, with what it rests on. */
export type AlertFact = {
  kind: AlertKind | 'test';
  /** What it is about, such as a run or a period: a rule tells of each once. */
  subject: string;
  websiteId: string | null;
  /** One line. */
  title: string;
  /** Sentences, one an entry. */
  lines: readonly string[];
  figures: AlertFigures;
  runIds: readonly string[];
  /** Where the web app shows it, from its root. */
  path: string;
  simulated: boolean;
};

/** A fact that a rule has told, with what the rule was called then. `at`: ISO 8601 UTC. Null: a test message. */
export type SavedAlertFact = AlertFact & { id: string; ruleId: string | null; ruleName: string | null; at: string };

/** Runs named with a fact at most. */
export const maxFactRuns = 200;
