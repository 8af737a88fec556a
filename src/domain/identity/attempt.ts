import type { AnswerFacts } from '../answer/answerFacts.ts';
import type { Locale, RunStatus, SearchMode } from '../runs/run.ts';
import type { LearnedName } from './learnedName.ts';
import type { OtherCompany } from './otherCompany.ts';

/** One saved run of a question about the website, whatever its outcome. */
export type VisibilityAttempt = {
  runId: string;
  caseId: string;
  question: string;
  locale: Locale;
  status: RunStatus;
  /** ISO 8601 UTC. Attempts are ordered by (createdAt, runId). */
  createdAt: string;
  observedAt: string | null;
  model: string | null;
  /** Id of the engine that answered. Numbers are never counted over several engines. */
  engine: string;
  harnessVersion: string;
  searchMode: SearchMode;
  useSeoTools: boolean;
  completedSearchCount: number | null;
  /** Present for completed runs only. */
  facts: AnswerFacts | null;
  /** The answer as displayed, with the same reading; null without one. Needed to decide a "no". */
  text: string | null;
};

/** An owned website as visibility knows it. An alias is a name, a domain, or an http(s) URL prefix on a shared host. */
export type VisibilityWebsite = {
  id: string;
  url: string;
  domain: string;
  name: string;
  aliases: readonly string[];
  /** Names and aliases, as registered, that match only exactly, including case. */
  exactNames: readonly string[];
  /** Names that the owner assigned to other companies, with the company. */
  others: readonly Pick<OtherCompany, 'name' | 'domain'>[];
  /** Domains that the owner declared as rivals or dismissed, and that are not suggested again. */
  settledDomains: readonly string[];
  /** Companies that the owner declared as rivals; absent if the caller did not request them. */
  rivals?: readonly { domain: string; name: string }[];
  /** Names that other saved answers of the workspace tie to domains. */
  learned: readonly LearnedName[];
  /** Words of the registered names that saved answers of the workspace use for many makers. */
  commonWords: readonly string[];
};
