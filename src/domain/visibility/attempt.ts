import type { SourceUse } from '../answer/reading.ts';
import type { Locale, RunStatus, SearchMode } from '../run.ts';
import type { OtherCompany } from './otherCompany.ts';

/** The part of a reading that visibility needs: small, so that a hundred of them are read in milliseconds. */
export type AnswerFacts = {
  readerVersion: string;
  mentions: readonly {
    name: string;
    url: string | null;
    blockUrls: readonly string[];
    citationUrls: readonly string[];
  }[];
  sources: readonly Omit<SourceUse, 'rawUrl'>[];
  limitationCodes: readonly string[];
  dropped: { mentions: number; citations: number; byReason: Readonly<Record<string, number>> };
  usable: boolean;
};

/** One saved run of a question about the website, whatever its end. */
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
  harnessVersion: string;
  searchMode: SearchMode;
  useSeoTools: boolean;
  completedSearchCount: number | null;
  /** Present for completed runs only. */
  facts: AnswerFacts | null;
};

/** An owned website as visibility knows it. An alias is a name, a domain, or an http(s) URL prefix on a shared host. */
export type VisibilityWebsite = {
  id: string;
  domain: string;
  name: string;
  aliases: readonly string[];
  /** Names that the owner has said belong to others, and to whom. */
  others: readonly Pick<OtherCompany, 'name' | 'domain'>[];
};
