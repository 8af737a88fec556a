import type { Plan, PlanRound, RoundItem } from '../../api/planQueries.ts';
import { countWithNoun } from '../../format/numbers.ts';

export const stateWords: Record<Plan['state'], string> = {
  draft: 'Draft',
  active: 'Active',
  paused: 'Paused',
  archived: 'Ended',
};

const reasonWords: Record<NonNullable<PlanRound['reason']>, string> = {
  not_started: 'no watcher was running',
  time_over: 'the round ran out of time',
  no_budget: 'a budget was exhausted',
  day_limit: 'no runs were left for the UTC day',
  no_place: 'too many runs were active',
  engine_off: 'an engine is off, or a question was archived',
  engine_refused: 'an engine refused the question',
  nothing_to_ask: 'there was nothing to ask',
  plan_stopped: 'the plan was stopped',
  round_stopped: 'a member stopped the round',
};

export const itemWords: Record<RoundItem['state'], string> = {
  waiting: 'queued',
  running: 'running',
  unresolved: 'needs attention',
  answered: 'answered',
  failed: 'failed',
  cancelled: 'cancelled',
  not_asked: 'not asked',
};

/** Describes the progress of a round in a sentence. */
export function progressText(round: PlanRound): string {
  const { answered, requests } = round.counts;
  if (round.state === 'missed') return `A gap: ${missingText(round)}. It is not bought later.`;
  if (requests === 0) return 'Nothing to ask.';
  const missing = missingText(round);
  return `${answered} of ${countWithNoun(requests, 'request')} answered${missing === '' ? '' : `; ${missing}`}.`;
}

/** Describes what was not answered, or only reused; empty for a complete round. */
export function missingText({ state, reason, counts }: PlanRound): string {
  if (state === 'missed') return reasonWords[reason ?? 'not_started'];
  const { failed, cancelled, waiting, running, unresolved, reused } = counts;
  const lostCount = failed + cancelled;
  const parts: string[] = [];
  if (lostCount > 0) parts.push(`${lostCount} failed`);
  if (running + waiting > 0) parts.push(`${running} running, ${waiting} queued`);
  if (unresolved > 0) parts.push(`${unresolved} need attention`);
  if (reused > 0) parts.push(`${reused} reused`);
  if (counts.not_asked > 0) parts.push(`${counts.not_asked} not asked, because ${reasonWords[reason ?? 'time_over']}`);
  return parts.join('; ');
}
