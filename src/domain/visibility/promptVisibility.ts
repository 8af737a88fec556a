import { invalidField } from '../errors.ts';
import type { Decision, ListingStatus } from '../marks/listingDecision.ts';
import type { RunStatus } from '../runs/run.ts';
import type { Interval } from '../statistics/interval.ts';
import { codeUnitOrder } from '../text/codeUnitOrder.ts';
import { countStatuses, type QuestionHistory } from './attemptWindow.ts';
import type { OpenReport, QuestionCounts } from './reportData.ts';
import { scoreInterval, scoreOf } from './scoreOfCounts.ts';
import { type QuestionStability, questionStability } from './stability.ts';

export type QuestionRow = {
  caseId: string;
  question: string;
  /** From the newest attempt, whatever its outcome. */
  latestStatus: RunStatus;
  /** From the latest completed answer; null without one, like all following fields up to `runId`. */
  targetStatus: ListingStatus | null;
  /** Basis of the status. */
  targetBasis: Decision['basis'] | null;
  /** Names in that answer that may be the website's; empty if the status is decided. */
  candidates: string[];
  position: number | null;
  observedAt: string | null;
  model: string | null;
  harnessVersion: string | null;
  runId: string | null;
  attempts: number;
  completed: number;
  /** Over all completed answers, whatever their setup. */
  listed: number;
  known: number;
  unknown: number;
  /** 0-100. */
  listedRate: number | null;
  interval95: Interval | null;
  /** Figures of the repeats with the latest answer's setup. */
  stability: QuestionStability | null;
  /** Number of failed or cancelled attempts newer than the latest completed answer. */
  failedAttemptsSince: number;
};

export type PromptVisibility = { questions: { total: number; rows: QuestionRow[] } };

/**
 * Returns one row per question, most recently attempted first; cut off at the limit. @throws invalid_request if `after`
 * has no row
 */
export function promptVisibility({ data, view, domain }: OpenReport): PromptVisibility {
  const { counts = null, after = null } = data;
  const newest = (question: QuestionHistory) => question.attempts[0]?.createdAt ?? '';
  const rows = [...view.questions]
    .sort((a, b) => codeUnitOrder(newest(b), newest(a)) || codeUnitOrder(a.caseId, b.caseId))
    .flatMap((question) => questionRow(question, domain, counts?.[question.caseId]));
  const last = rows.findIndex(({ caseId }) => caseId === after);
  if (after !== null && last < 0)
    throw invalidField('cursor', 'is not a question of this report; start without a cursor');
  return { questions: { total: rows.length, rows: rows.slice(last + 1, last + 1 + data.filters.limit) } };
}

function questionRow(history: QuestionHistory, domain: string, counted: QuestionCounts | undefined): QuestionRow[] {
  const newest = history.attempts[0];
  if (newest === undefined) return [];
  const { latest, completed } = history;
  const { listed, known, unknown } = counted ?? countStatuses(completed, domain);
  return [
    {
      caseId: history.caseId,
      question: history.question,
      latestStatus: newest.status,
      targetStatus: latest?.own.status ?? null,
      targetBasis: latest?.own.basis ?? null,
      candidates: [...(latest?.own.candidates ?? [])],
      position: latest?.positions.get(domain) ?? null,
      observedAt: latest?.attempt.observedAt ?? null,
      model: latest?.attempt.model ?? null,
      harnessVersion: latest?.attempt.harnessVersion ?? null,
      runId: latest?.attempt.runId ?? null,
      attempts: counted?.attempts ?? history.attempts.length,
      completed: counted?.completed ?? completed.length,
      ...{ listed, known, unknown },
      listedRate: scoreOf({ listed, known }),
      interval95: scoreInterval({ listed, known }),
      stability: questionStability(history, domain),
      failedAttemptsSince: failedSince(history),
    },
  ];
}

function failedSince({ attempts }: QuestionHistory): number {
  const answeredIndex = attempts.findIndex((attempt) => attempt.status === 'completed');
  const since = answeredIndex === -1 ? attempts : attempts.slice(0, answeredIndex);
  return since.filter(({ status }) => status === 'failed' || status === 'cancelled').length;
}
