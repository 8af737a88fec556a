import type { Listing } from '../../marks/listing.ts';
import { neededAnswers } from '../../statistics/sampleSize.ts';
import { count } from '../../text/count.ts';
import { countStatuses, instrumentOf } from '../attemptWindow.ts';
import { maxAttempts } from '../scope.ts';
import { scoreInterval } from '../scoreOfCounts.ts';
import type { Finding, Rule, RuleInput } from './rule.ts';
import { idsOf, oneDecimal } from './ruleEvidence.ts';

const staleAfterMs = 7 * 86_400_000;

/** VR06: fewer than ten decided answers, or a Wilson interval wider than 15 points to each side. */
function moreEvidence({ view }: RuleInput): Finding[] {
  const counts = countStatuses(view.answers, view.owner.domain);
  const interval = scoreInterval(counts);
  const wide = interval === null || interval.upper - interval.lower > 30;
  if (counts.known >= 10 && !wide) return [];
  // Without an answer the share could be anything; one half requires the most answers.
  const share = counts.known === 0 ? 0.5 : counts.listed / counts.known;
  const more = Math.max(0, neededAnswers(share, 0.1) - counts.known);
  const seenText =
    interval === null
      ? 'No answer says whether you are listed.'
      : `With ${count(counts.known, 'known answer')} the score may lie anywhere from ${oneDecimal(interval.lower)} to ${oneDecimal(interval.upper)}.`;
  return [
    {
      text: `${seenText} About ${more} more ${more === 1 ? 'question gives' : 'questions give'} ±10 points; more questions help more than more repeats.`,
      ...idsOf(view.answers),
      numbers: {
        known: counts.known,
        lower: interval?.lower ?? null,
        upper: interval?.upper ?? null,
        moreQuestions: more,
      },
    },
  ];
}

/** VR14: counted answers without a confirmed search. A single one is minor, so never high. */
function noSearch({ view }: RuleInput): Finding[] {
  const none = view.answers.filter((answer) => answer.attempt.completedSearchCount === 0);
  const unrecorded = view.answers.filter((answer) => answer.attempt.completedSearchCount === null);
  if (none.length + unrecorded.length === 0) return [];
  return [
    {
      text: `${none.length} counted answers were made without a search and ${unrecorded.length} do not say. They are not open-web evidence; ask these questions again.`,
      ...(none.length + unrecorded.length === 1 ? { severity: 'low' as const } : {}),
      ...idsOf([...none, ...unrecorded]),
      numbers: { withoutSearch: none.length, searchUnrecorded: unrecorded.length },
    },
  ];
}

/**
 * VR15: the period includes today, and at least a fifth of its answered questions have no answer in the last seven
 * days.
 */
function stale({ view, window, now }: RuleInput): Finding[] {
  if (window.endDate !== null && window.endDate < now.slice(0, 10)) return [];
  const old = view.answers.filter((answer) => Date.parse(now) - timeOf(answer) > staleAfterMs);
  if (old.length === 0 || 5 * old.length < view.answers.length) return [];
  return [
    {
      text: `${old.length} of ${view.answers.length} answered questions have answers older than seven days. Ask them again before you compare.`,
      ...idsOf(old),
      numbers: { stale: old.length, answered: view.answers.length },
    },
  ];
}

/** VR16: at least three of a question's last five finished attempts failed or were cancelled. */
function failing({ view }: RuleInput): Finding[] {
  return view.questions.flatMap((question) => {
    const ended = question.attempts.filter(({ status }) => ['completed', 'failed', 'cancelled'].includes(status));
    const last = ended.slice(0, 5);
    const visibilityAttempts = last.filter(({ status }) => status !== 'completed');
    if (visibilityAttempts.length < 3) return [];
    const { latest } = question;
    const used =
      latest === null ? 'No completed answer is at hand.' : `The completed answer of ${dayOf(latest)} is used.`;
    return {
      text: `${visibilityAttempts.length} of the last ${last.length} attempts at this question failed or were cancelled. ${used} Read their errors.`,
      questionIds: [question.caseId],
      runIds: [...visibilityAttempts.map(({ runId }) => runId), ...(latest === null ? [] : [latest.attempt.runId])],
      numbers: {
        failed: visibilityAttempts.length,
        attempts: last.length,
        usedAnswerOf: latest === null ? null : dayOf(latest),
      },
    };
  });
}

/** VR17: the numbers mix models or harnesses. One run represents each of them. */
function mixedSetup({ view }: RuleInput): Finding[] {
  const groups = [...Map.groupBy(view.answers, (answer) => instrumentOf(answer.attempt)).values()];
  if (groups.length < 2) return [];
  return [
    {
      text: `The numbers mix ${groups.length} combinations of model and settings. Filter by one model before you compare.`,
      ...idsOf(groups.flatMap((answers) => answers.slice(0, 1))),
      numbers: { setups: groups.length },
    },
  ];
}

/** VR18: more history exists than is considered. */
function truncatedHistory({ view }: RuleInput): Finding[] {
  if (!view.truncated) return [];
  return [
    {
      text: `Only the newest ${Math.max(view.considered, maxAttempts)} attempts count, and more exist. Narrow the dates to see the others.`,
      questionIds: [],
      runIds: [],
      numbers: { considered: view.considered },
    },
  ];
}

function timeOf({ attempt }: Listing): number {
  return Date.parse(attempt.observedAt ?? attempt.createdAt);
}

function dayOf({ attempt }: Listing): string {
  return (attempt.observedAt ?? attempt.createdAt).slice(0, 10);
}

export const evidenceRules: readonly Rule[] = [
  { id: 'VR06', version: 1, priority: 5, severity: 'info', find: moreEvidence },
  { id: 'VR14', version: 2, priority: 2, severity: 'high', find: noSearch },
  { id: 'VR15', version: 2, priority: 5, severity: 'low', find: stale },
  { id: 'VR16', version: 1, priority: 2, severity: 'high', find: failing },
  { id: 'VR17', version: 1, priority: 3, severity: 'medium', find: mixedSetup },
  { id: 'VR18', version: 1, priority: 5, severity: 'info', find: truncatedHistory },
];
