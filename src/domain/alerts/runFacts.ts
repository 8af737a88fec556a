import { minFailuresInRow } from '../plans/attentionItem.ts';
import type { Round } from '../plans/round.ts';
import { gapText } from '../plans/roundGap.ts';
import { isSimulated } from '../runs/engine.ts';
import type { RunRecord } from '../runs/runRecord.ts';
import type { AlertFact } from './alertFact.ts';
import { kindOf } from './alertKinds.ts';

/** Builds the fact of a run that waits for a person. */
export function needsActionFact(run: Pick<RunRecord, 'id' | 'websiteId' | 'error' | 'surface'>): AlertFact {
  return {
    kind: 'run_needs_action',
    subject: `run:${run.id}`,
    websiteId: run.websiteId,
    title: kindOf('run_needs_action').label,
    lines: [
      run.error ?? 'Its provider requires an action that Sightline cannot take.',
      'Open the run and refresh it; refreshing costs nothing.',
    ],
    figures: { runId: run.id },
    runIds: [run.id],
    path: `/answers/${encodeURIComponent(run.id)}`,
    simulated: isSimulated(run),
  };
}

/** An ended run of one engine. */
export type RunEnd = { id: string; status: string };

/**
 * Returns the failures that end an engine's newest runs, newest first. A streak is identified by the run before it, so
 * that it keeps its identity while it grows.
 */
export function failureStreak(ends: readonly RunEnd[]): { subject: string; runIds: string[] } | null {
  const before = ends.findIndex(({ status }) => status !== 'failed');
  const failed = before === -1 ? ends : ends.slice(0, before);
  if (failed.length < minFailuresInRow) return null;
  const first = failed.at(-1)?.id ?? '';
  const after = before === -1 ? `since:${first}` : `after:${ends[before]?.id ?? ''}`;
  return { subject: after, runIds: failed.map(({ id }) => id) };
}

/** Builds the fact of an engine whose last three or more runs failed. */
export function engineFailingFact(
  engine: { id: string; label: string; simulated: boolean },
  streak: { subject: string; runIds: readonly string[] },
  error: string | null,
): AlertFact {
  const count = streak.runIds.length;
  return {
    kind: 'engine_failing',
    subject: `engine:${engine.id}:${streak.subject}`,
    websiteId: null,
    title: `The last ${count} runs at ${engine.label} failed`,
    lines: [
      error === null ? 'The last one gave no reason.' : `The last one: ${error}`,
      'Test the connection under Settings, Engines. The test is free.',
    ],
    figures: { engine: engine.id, failures: count },
    runIds: streak.runIds.slice(0, minFailuresInRow),
    path: '/settings/engines',
    simulated: engine.simulated,
  };
}

/** A missed round, or one with a gap. */
export type RoundGap = Pick<Round, 'number' | 'dueAt' | 'state' | 'reason' | 'note'>;

/** Builds the fact of a round that was missed, or that ended before all its questions were asked. */
export function gapFact(plan: { id: string; name: string }, round: RoundGap): AlertFact {
  const { number, dueAt, state, reason, note } = round;
  const { why, remedy } = gapText(reason);
  const isMissed = state === 'missed';
  return {
    kind: 'round_missed',
    subject: `round:${plan.id}:${number}`,
    websiteId: null,
    title: `Round ${number} of “${plan.name}” ${isMissed ? 'was missed' : 'ended with a gap'}`,
    lines: [
      `It was due at ${dueAt}, and ${isMissed ? 'was not started' : 'ended before all its questions were asked'}: ${why}.`,
      ...(note === null ? [] : [note]),
      `The gap stays. To get answers now, start a manual round. ${remedy}`,
    ],
    figures: { planId: plan.id, round: number, dueAt, reason },
    runIds: [],
    path: `/plans/${encodeURIComponent(plan.id)}/rounds/${number}`,
    simulated: false,
  };
}

/**
 * Reports gates that a website check fails and the previous one did not; null if there are none. A gate that keeps
 * failing is reported once.
 * @param before gates that the previous check failed; null without a previous check
 */
export function gateFact(
  run: Pick<RunRecord, 'id' | 'websiteId'> & { ask: { siteName: string } },
  failed: readonly string[],
  before: readonly string[] | null,
): AlertFact | null {
  const isNew = failed.filter((id) => before?.includes(id) !== true);
  if (isNew.length === 0 || run.websiteId === null) return null;
  return {
    kind: 'gate_failed',
    subject: `gate:${run.id}`,
    websiteId: run.websiteId,
    title: `${run.ask.siteName}: ${isNew.length === 1 ? 'a gate fails' : `${isNew.length} gates fail`}`,
    lines: [
      `Newly failed: ${isNew.join(', ')}. A failed gate keeps engines from reading the site.`,
      ...(failed.length > isNew.length ? [`Already failing before: ${failed.length - isNew.length}.`] : []),
    ],
    figures: { failed: failed.length, newlyFailed: isNew.length, gates: isNew.join(', ') },
    runIds: [run.id],
    path: `/sites/${encodeURIComponent(run.websiteId)}/website?run=${encodeURIComponent(run.id)}`,
    simulated: false,
  };
}
