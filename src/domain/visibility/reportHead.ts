import { type AttemptWindow, instrumentOf } from './attemptWindow.ts';
import { sortedOnce } from './codeUnitOrder.ts';
import type { Listing } from './listing.ts';
import type { DateWindow, VisibilityScope } from './scope.ts';

/** What every visibility report says before its own part. */
export type ReportHead = {
  website: { id: string; domain: string };
  window: DateWindow;
  filters: VisibilityScope['filters'];
  simulated: boolean;
  coverage: {
    attemptsConsidered: number;
    attemptsMatched: number | null;
    truncated: boolean;
    completed: number;
    failed: number;
    cancelled: number;
    active: number;
    questions: number;
    questionsAnswered: number;
  };
  comparability: Comparability;
  reading: string;
};

/** Of the answers the metrics use. `mixed`: more than one model, harness version or use of SEO tools among them. */
export type Comparability = { models: string[]; harnessVersions: string[]; mixed: boolean };

const reading =
  'Positions describe saved answers, one per question: they are neither a search-engine rank nor a measurement of a ' +
  'consumer chat website. The share of voice counts every identified domain, so it reads lower than in tools that ' +
  'count tracked rivals only.';

export function reportHead(scope: VisibilityScope, view: AttemptWindow): ReportHead {
  const statuses = view.attempts.map((attempt) => attempt.status);
  const count = (...wanted: readonly string[]) => statuses.filter((status) => wanted.includes(status)).length;
  const { platform, model, sourceType, limit } = scope.filters;
  return {
    website: { id: scope.website.id, domain: scope.website.domain },
    window: { startDate: scope.window.startDate, endDate: scope.window.endDate },
    filters: { platform, model, sourceType, limit },
    simulated: scope.simulated,
    coverage: {
      attemptsConsidered: view.attempts.length,
      attemptsMatched: scope.matched,
      truncated: view.truncated,
      completed: count('completed'),
      failed: count('failed'),
      cancelled: count('cancelled'),
      active: count('queued', 'running', 'requires_action'),
      questions: view.questions.length,
      questionsAnswered: view.answers.length,
    },
    comparability: comparabilityOf(view.answers),
    reading,
  };
}

export function comparabilityOf(answers: readonly Listing[]): Comparability {
  const attempts = answers.map((answer) => answer.attempt);
  return {
    models: sortedOnce(attempts.flatMap((attempt) => attempt.model ?? [])),
    harnessVersions: sortedOnce(attempts.map((attempt) => attempt.harnessVersion)),
    mixed: new Set(attempts.map(instrumentOf)).size > 1,
  };
}
