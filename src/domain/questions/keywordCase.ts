import type { Locale, SearchSettings } from '../runs/run.ts';

/** A saved question with its target, locale and search settings. Immutable: a change is a new case. */
export type KeywordCase = {
  id: string;
  /** Shared by cases that ask the same question at several engines. */
  questionId: string;
  query: string;
  target: { websiteId: string; domain: string; name: string } | null;
  locale: Locale;
  search: SearchSettings;
  createdAt: string;
  archivedAt: string | null;
};
