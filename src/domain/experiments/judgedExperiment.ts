import type { ObservedRound, Windows } from './observations.ts';
import { type Protocol, type RecordedChange, type Registration, strataOf } from './protocol.ts';
import { type Relabelings, relabelings } from './relabelings.ts';

/** A registered experiment with everything that its verdict depends on. */
export type JudgedExperiment = {
  protocol: Protocol;
  registration: Registration;
  changes: RecordedChange[];
  /** ISO 8601 UTC: when a member stopped it; null if it was not stopped. */
  stoppedAt: string | null;
  /** Rounds of the plan from the first one before the change, in order. */
  rounds: ObservedRound[];
};

const dayMs = 86_400_000;

/** Returns the rounds before the change, and those after it and its lag, as far as they are complete and in order. */
export function windowsOf(experiment: Pick<JudgedExperiment, 'protocol' | 'changes' | 'rounds'>): Windows {
  const { protocol, changes, rounds } = experiment;
  const { firstRound, roundsBefore, roundsAfter } = protocol;
  const lastBefore = firstRound + roundsBefore - 1;
  const before = rounds.filter(({ number }) => number >= firstRound && number <= lastBefore);
  const first = changes.find(({ step }) => step === 0);
  const from = first === undefined ? null : Date.parse(first.at) + protocol.lagDays * dayMs;
  const after =
    from === null
      ? []
      : rounds.filter(({ number, dueAt }) => number > lastBefore && Date.parse(dueAt) >= from).slice(0, roundsAfter);
  return { before: untilOpen(before), after: untilOpen(after) };
}

/** Returns the rounds before the first open one; later ones must wait for it. */
function untilOpen(rounds: readonly ObservedRound[]): ObservedRound[] {
  const open = rounds.findIndex(({ isComplete, isMissed }) => !isComplete && !isMissed);
  return open === -1 ? [...rounds] : rounds.slice(0, open);
}

/** An experiment with the assignments that it is compared with: one set for every look and every test. */
export type Judging = JudgedExperiment & { shuffled: Relabelings };

export function withShuffles(experiment: JudgedExperiment): Judging {
  const { protocol, registration } = experiment;
  const isDrawn = protocol.assignment !== 'chosen';
  const shuffled = isDrawn
    ? relabelings(registration.labels, strataOf(protocol), registration.digest)
    : { all: [registration.labels], isComplete: true };
  return { ...experiment, shuffled };
}
