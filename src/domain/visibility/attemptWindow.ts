import type { VisibilityAttempt } from '../identity/attempt.ts';
import { type Owner, readOwner } from '../identity/owner.ts';
import { decideStatus, type Listing, readListing } from '../marks/listing.ts';
import { codeUnitOrder } from '../text/codeUnitOrder.ts';
import type { DeclaredTopics } from './comparison/questionTopics.ts';
import { maxAttempts, type VisibilityScope } from './scope.ts';
import { countOf, type StatusCounts } from './scoreOfCounts.ts';

/** One saved question with its attempts, newest first. */
export type QuestionHistory = {
  caseId: string;
  question: string;
  attempts: readonly VisibilityAttempt[];
  completed: readonly Listing[];
  /** The latest completed answer, kept as evidence when later attempts fail. Null if that page showed no answer. */
  latest: Listing | null;
  /** Completed attempts whose page showed no answer: a separate finding, in no score. */
  withoutAnswer: readonly VisibilityAttempt[];
  /** Completed answers with the same setup as the latest one, newest first: only these are its repeats. */
  repeats: readonly Listing[];
};

export type AttemptWindow = {
  owner: Owner;
  /** null: each question is its own topic, as in v1. */
  declaredTopics: DeclaredTopics | null;
  /** Newest first by (createdAt, runId). */
  attempts: readonly VisibilityAttempt[];
  truncated: boolean;
  /** Number of attempts that count. If all attempts of a period are counted, not all of them are read. */
  considered: number;
  /** In order of caseId. */
  questions: readonly QuestionHistory[];
  /** Set A: the latest completed answer of each question that has one, in order of caseId. */
  answers: readonly Listing[];
};

/**
 * Orders, caps and groups the attempts, and resolves their completed answers. Only open-web attempts count: searches
 * restricted to reviewed domains answer a different question. An answer made without a search still counts, because the
 * metric rules do not exclude it; VR14 flags it, and citation integrity counts it.
 */
export function openWindow(
  scope: Pick<VisibilityScope, 'website' | 'attempts' | 'truncated' | 'counted' | 'version' | 'declaredTopics'>,
): AttemptWindow {
  const owner = readOwner(scope.website);
  const openWeb = scope.attempts.filter((attempt) => attempt.searchMode === 'open-web');
  const newestFirst = openWeb.sort(
    (a, b) => codeUnitOrder(b.createdAt, a.createdAt) || codeUnitOrder(b.runId, a.runId),
  );
  const max = scope.counted === undefined ? maxAttempts : newestFirst.length;
  const attempts = newestFirst.slice(0, max);
  const byCase = Map.groupBy(attempts, (attempt) => attempt.caseId);
  const questions = [...byCase]
    .sort(([a], [b]) => codeUnitOrder(a, b))
    .map(([caseId, ofCase]) => readQuestion(caseId, ofCase, owner));
  const answers = questions.flatMap((question) => (question.latest === null ? [] : [question.latest]));
  const truncated = scope.truncated || newestFirst.length > max;
  const considered = scope.counted?.considered ?? attempts.length;
  const declaredTopics = scope.version === 'v1' ? null : (scope.declaredTopics ?? {});
  return { owner, declaredTopics, attempts, truncated, considered, questions, answers };
}

function readQuestion(caseId: string, attempts: readonly VisibilityAttempt[], owner: Owner): QuestionHistory {
  const ended = attempts.filter((attempt) => attempt.status === 'completed');
  const withoutAnswer = ended.filter((attempt) => attempt.facts?.noAnswer !== undefined);
  const completed = ended
    .filter((attempt) => attempt.facts?.noAnswer === undefined)
    .map((attempt) => readListing(attempt, owner));
  const latest = ended[0]?.facts?.noAnswer === undefined ? (completed[0] ?? null) : null;
  const setup = latest === null ? null : setupOf(latest.attempt);
  const repeats = completed.filter((listing) => setupOf(listing.attempt) === setup);
  return { caseId, question: attempts[0]?.question ?? '', attempts, completed, latest, withoutAnswer, repeats };
}

/** Returns the settings that must be equal for two answers to one question to be repeats. */
function setupOf(attempt: VisibilityAttempt): string {
  const { language, country, region, city, timezone } = attempt.locale;
  const place = [language, country, region, city, timezone];
  return JSON.stringify([instrumentOf(attempt), place]);
}

/** Returns model and harness: the part of the setup that all questions of an unmixed window share. */
export function instrumentOf(attempt: VisibilityAttempt): string {
  return JSON.stringify([attempt.model, attempt.harnessVersion, attempt.searchMode, attempt.useSeoTools]);
}

export function countStatuses(answers: readonly Listing[], domain: string): StatusCounts {
  return countOf(answers.map((answer) => decideStatus(answer, domain)));
}
