import type { VisibilityAttempt } from './attempt.ts';
import { codeUnitOrder } from './codeUnitOrder.ts';
import { type Listing, readListing, statusOf } from './listing.ts';
import { type Owner, readOwner } from './owner.ts';
import { mostAttempts, type VisibilityScope } from './scope.ts';

/** One saved question with its attempts, newest first. */
export type QuestionHistory = {
  caseId: string;
  question: string;
  attempts: readonly VisibilityAttempt[];
  completed: readonly Listing[];
  /** The latest completed answer: kept as evidence when later attempts fail. */
  latest: Listing | null;
  /** Completed answers made with the same setup as the latest one, newest first: only these are repeats of it. */
  repeats: readonly Listing[];
};

export type AttemptWindow = {
  owner: Owner;
  /** Newest first by (createdAt, runId). */
  attempts: readonly VisibilityAttempt[];
  truncated: boolean;
  /** In order of caseId. */
  questions: readonly QuestionHistory[];
  /** Set A: the latest completed answer of each question that has one, in order of caseId. */
  answers: readonly Listing[];
};

/**
 * Orders, caps and groups the attempts, and resolves their completed answers. Only open-web attempts count: searches
 * restricted to reviewed domains answer another question. An answer made without a search still counts, because the
 * metric rules do not exclude it; it is flagged by VR14 and counted by the citation integrity.
 */
export function openWindow(scope: Pick<VisibilityScope, 'website' | 'attempts' | 'truncated'>): AttemptWindow {
  const owner = readOwner(scope.website);
  const openWeb = scope.attempts.filter((attempt) => attempt.searchMode === 'open-web');
  const newestFirst = openWeb.sort(
    (a, b) => codeUnitOrder(b.createdAt, a.createdAt) || codeUnitOrder(b.runId, a.runId),
  );
  const attempts = newestFirst.slice(0, mostAttempts);
  const byCase = Map.groupBy(attempts, (attempt) => attempt.caseId);
  const questions = [...byCase]
    .sort(([a], [b]) => codeUnitOrder(a, b))
    .map(([caseId, ofCase]) => readQuestion(caseId, ofCase, owner));
  const answers = questions.flatMap((question) => (question.latest === null ? [] : [question.latest]));
  return { owner, attempts, truncated: scope.truncated || newestFirst.length > mostAttempts, questions, answers };
}

function readQuestion(caseId: string, attempts: readonly VisibilityAttempt[], owner: Owner): QuestionHistory {
  const completed = attempts
    .filter((attempt) => attempt.status === 'completed')
    .map((attempt) => readListing(attempt, owner));
  const latest = completed[0] ?? null;
  const setup = latest === null ? null : setupOf(latest.attempt);
  const repeats = completed.filter((listing) => setupOf(listing.attempt) === setup);
  return { caseId, question: attempts[0]?.question ?? '', attempts, completed, latest, repeats };
}

/** What must be equal for two answers to one question to be repeats of each other. */
export function setupOf(attempt: VisibilityAttempt): string {
  const { language, country, region, city, timezone } = attempt.locale;
  const place = [language, country, region, city, timezone];
  return JSON.stringify([instrumentOf(attempt), place]);
}

/** Model and harness: the part of the setup that is the same for all questions of an unmixed window. */
export function instrumentOf(attempt: VisibilityAttempt): string {
  return JSON.stringify([attempt.model, attempt.harnessVersion, attempt.searchMode, attempt.useSeoTools]);
}

export type StatusCounts = { known: number; unknown: number; listed: number; notListed: number; answers: number };

export function countStatuses(answers: readonly Listing[], domain: string): StatusCounts {
  const statuses = answers.map((answer) => statusOf(answer, domain));
  const listed = statuses.filter((status) => status === 'listed').length;
  const notListed = statuses.filter((status) => status === 'not_listed').length;
  const known = listed + notListed;
  return { known, unknown: answers.length - known, listed, notListed, answers: answers.length };
}
