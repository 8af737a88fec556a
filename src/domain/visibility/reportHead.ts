import type { Listing } from '../marks/listing.ts';
import type { Surface } from '../runs/run.ts';
import { sortedOnce } from '../text/codeUnitOrder.ts';
import { type AttemptWindow, instrumentOf } from './attemptWindow.ts';
import { type NoAnswerRate, noAnswerRate } from './noAnswerRate.ts';
import type { QuestionKinds } from './questionKinds.ts';
import type { AttemptScope, CountedAttempts, DateWindow, VisibilityScope } from './scope.ts';

/** Head of every visibility report. */
export type ReportHead = {
  website: { id: string; domain: string };
  window: DateWindow;
  filters: VisibilityScope['filters'];
  /** Id of the one engine whose answers are counted, and their surface. */
  engine: string;
  surface: Surface;
  simulated: boolean;
  coverage: {
    /** The newest hundred attempts of the period, or all of them. */
    scope: AttemptScope;
    /** Number of newest attempts that are read individually for figures about repeated answers. */
    attemptsRead: number;
    attemptsConsidered: number;
    attemptsMatched: number | null;
    truncated: boolean;
    completed: number;
    failed: number;
    cancelled: number;
    active: number;
    questions: number;
    questionsAnswered: number;
    noAnswer: NoAnswerRate;
    /** Which questions are counted; null: all of them, as in v1. */
    questionKinds: QuestionKinds | null;
  };
  comparability: Comparability;
  reading: string;
};

/** Setup of the answers that the metrics count. `mixed`: more than one model, harness version or use of SEO tools. */
export type Comparability = { models: string[]; harnessVersions: string[]; mixed: boolean };

const reading =
  'Positions describe saved answers, one per question: they are neither a search-engine rank nor a measurement of a ' +
  'consumer chat website. The share of voice counts every identified domain, so it reads lower than in tools that ' +
  'count tracked rivals only.';

export function reportHead(scope: VisibilityScope, view: AttemptWindow): ReportHead {
  const { considered, ...ended } = scope.counted ?? countAttempts(view);
  const { platform, model, sourceType, limit } = scope.filters;
  return {
    website: { id: scope.website.id, domain: scope.website.domain },
    window: { startDate: scope.window.startDate, endDate: scope.window.endDate },
    filters: { platform, model, sourceType, limit },
    engine: scope.engine,
    surface: scope.surface,
    simulated: scope.simulated,
    coverage: {
      scope: scope.counted === undefined ? 'newest100' : 'all',
      attemptsRead: view.attempts.length,
      attemptsConsidered: considered,
      attemptsMatched: scope.matched,
      truncated: view.truncated,
      ...ended,
      questions: view.questions.length,
      questionsAnswered: view.answers.length,
      noAnswer: noAnswerRate(view.questions),
      questionKinds: scope.questionKinds ?? null,
    },
    comparability: comparabilityOf(view.answers),
    reading,
  };
}

function countAttempts({ attempts }: AttemptWindow): CountedAttempts {
  const count = (...targets: readonly string[]) => attempts.filter(({ status }) => targets.includes(status)).length;
  return {
    considered: attempts.length,
    completed: count('completed'),
    failed: count('failed'),
    cancelled: count('cancelled'),
    active: count('queued', 'running', 'requires_action'),
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
