import { estimateInterim, type InterimEstimate } from './interimEstimate.ts';
import { findStatistic } from './interimStatistic.ts';
import { type JudgedExperiment, type Judging, windowsOf, withShuffles } from './judgedExperiment.ts';
import type { Windows } from './observations.ts';
import { interimRounds, type Protocol } from './protocol.ts';
import { findAtInterim } from './randomisation.ts';
import { spentLevel } from './spending.ts';
import { verdictWords } from './verdictWords.ts';

export const verdicts = [
  'raised',
  'lowered',
  'no_effect_found',
  'inconclusive',
  'void',
  'running',
  'waiting',
  'retrospective',
] as const;
export type Verdict = (typeof verdicts)[number];

export const verdictReasons = [
  'rounds_before',
  'change_not_recorded',
  'rounds_after',
  'change_not_live',
  'control_touched',
  'model_changed',
  'harness_changed',
  'reader_changed',
  'round_missed',
  'stopped',
  'arm_unknown',
  'missing_differs',
  'arms_diverging_before',
  'interval_includes_effect',
] as const;
export type VerdictReason = (typeof verdictReasons)[number];

/** Verdict of the rounds so far. `estimate` is null until a registered look is due. */
export type Judgement = {
  verdict: Verdict;
  /** The verdict as a sentence. */
  words: string;
  reason: VerdictReason | null;
  /** Names what voids it, such as the round and the two models. */
  detail: string | null;
  rounds: { before: number; after: number };
  /** Looks that are due; 0: no number may be shown. */
  looksDue: number;
  /** Rounds after the change until the next look; null: all looks are due, or it is over. */
  roundsToNextLook: number | null;
  /** Index of the look that found a difference, from 1. */
  foundAtLook: number | null;
  estimate: InterimEstimate | null;
};

/**
 * Judges a registered experiment. Pure: the same protocol and answers give the same verdict on every machine and at any
 * time, and rounds after the look that ended it change nothing.
 */
export function judgeExperiment(judged: JudgedExperiment): Judgement {
  const judgement = judge(judged);
  return { ...judgement, words: verdictWords(judged.protocol, judgement) };
}

/** Judgement without its sentence. */
type Wordless = Omit<Judgement, 'words'>;

function judge(judged: JudgedExperiment): Wordless {
  const experiment = withShuffles(judged);
  const { protocol, changes, stoppedAt } = experiment;
  const windows = windowsOf(experiment);
  const due = interimRounds(protocol).filter((round) => round <= windows.after.length);
  const next = interimRounds(protocol)[due.length];
  const base: Wordless = {
    verdict: 'running',
    reason: null,
    detail: null,
    rounds: { before: windows.before.length, after: windows.after.length },
    looksDue: 0,
    roundsToNextLook: next === undefined ? null : next - windows.after.length,
    foundAtLook: null,
    estimate: null,
  };
  const looks = judgeInterims(experiment, windows, due, base);
  if (looks !== null) return looks;
  const ended = { ...base, roundsToNextLook: null };
  const flaw = findVoid(experiment, windows);
  if (flaw !== null) return { ...ended, verdict: 'void', ...flaw };
  if (stoppedAt !== null) return { ...ended, verdict: 'void', reason: 'stopped' };
  if (windows.before.length < protocol.roundsBefore) return { ...base, verdict: 'waiting', reason: 'rounds_before' };
  if (changes.length === 0) return { ...base, verdict: 'waiting', reason: 'change_not_recorded' };
  if (due.length === 0) return { ...base, reason: 'rounds_after' };
  const estimate = estimateInterim(experiment, { ...windows, after: windows.after.slice(0, due.at(-1)) });
  return { ...base, reason: 'rounds_after', looksDue: due.length, estimate };
}

/** Returns the end given by the looks due so far; null without one. */
function judgeInterims(experiment: Judging, windows: Windows, due: readonly number[], base: Wordless): Wordless | null {
  const { protocol } = experiment;
  for (const [index, rounds] of due.entries()) {
    const window = { before: windows.before, after: windows.after.slice(0, rounds) };
    // A later round that would void the experiment does not change the end of an earlier look.
    if (findVoid(experiment, window) !== null || isStoppedBefore(experiment, window)) return null;
    const isLast = index === protocol.looks.length - 1;
    const ended: Wordless = {
      ...base,
      rounds: { before: window.before.length, after: window.after.length },
      looksDue: index + 1,
      roundsToNextLook: null,
    };
    const statistic = findStatistic(experiment, window);
    if (statistic === null) {
      if (isLast) return { ...ended, verdict: 'inconclusive', reason: 'arm_unknown' };
      continue;
    }
    const isFound = protocol.assignment === 'chosen' ? null : isFoundAt(experiment, windows, due.slice(0, index + 1));
    if (!isLast && isFound !== true) continue;
    const estimate = estimateInterim(experiment, window);
    if (estimate === null) return { ...ended, verdict: 'inconclusive', reason: 'arm_unknown' };
    const called = isFound ?? (estimate.p !== null && estimate.p <= protocol.level);
    const foundAtLook = called ? index + 1 : null;
    const end = { ...ended, estimate, foundAtLook };
    if (protocol.isRetrospective) return { ...end, foundAtLook: null, verdict: 'retrospective' };
    const doubt = findDoubt(estimate, protocol);
    if (doubt !== null) return { ...end, verdict: 'inconclusive', reason: doubt };
    if (called) return { ...end, verdict: estimate.difference > 0 ? 'raised' : 'lowered' };
    return reachesInterest(estimate, protocol)
      ? { ...end, verdict: 'inconclusive', reason: 'interval_includes_effect' }
      : { ...end, verdict: 'no_effect_found' };
  }
  return null;
}

function isFoundAt(experiment: Judging, windows: Windows, due: readonly number[]): boolean {
  const { protocol, registration, shuffled } = experiment;
  const looks = due.flatMap((rounds, index) => {
    const interimData = findStatistic(experiment, { before: windows.before, after: windows.after.slice(0, rounds) });
    const spent = spentLevel(protocol.spending, protocol.looks[index] ?? 1, protocol.level);
    return interimData === null ? [] : [{ statistic: interimData.statistic, spent }];
  });
  return findAtInterim(looks, registration.labels, shuffled) === looks.length - 1;
}

function findDoubt(estimate: InterimEstimate, protocol: Protocol): 'missing_differs' | 'arms_diverging_before' | null {
  if (Math.abs(estimate.missing.treated - estimate.missing.control) > 10) return 'missing_differs';
  const { time } = estimate.placebo;
  return protocol.assignment === 'chosen' && time !== null && time < protocol.level ? 'arms_diverging_before' : null;
}

/** Returns true if the answers still allow a change that matters to the owner. */
function reachesInterest({ interval95 }: InterimEstimate, { effectOfInterest }: Protocol): boolean {
  return interval95 === null || interval95.high >= effectOfInterest || interval95.low <= -effectOfInterest;
}

function isStoppedBefore({ stoppedAt }: JudgedExperiment, { after }: Windows): boolean {
  const last = after.at(-1);
  return stoppedAt !== null && last !== undefined && stoppedAt < last.dueAt;
}

type VoidReason = { reason: VerdictReason; detail: string };

/** Finds the first change inside the registered rounds that makes them incomparable; null without one. */
function findVoid(experiment: JudgedExperiment, { before, after }: Windows): VoidReason | null {
  for (const { proof, step } of experiment.changes) {
    if (proof === null) continue;
    const dead = [...proof.unchanged, ...proof.missing];
    if (dead.length > 0)
      return { reason: 'change_not_live', detail: `step ${step + 1}: ${dead.slice(0, 5).join(', ')}` };
    if (proof.touched.length > 0) return { reason: 'control_touched', detail: proof.touched.slice(0, 5).join(', ') };
  }
  const rounds = [...before, ...after];
  const missed = rounds.find(({ isMissed }) => isMissed);
  if (missed !== undefined) return { reason: 'round_missed', detail: `round ${missed.number}` };
  const first = new Map<string, string>();
  for (const round of rounds) {
    for (const answer of round.answers) {
      for (const [reason, value] of [
        ['model_changed', answer.model],
        ['harness_changed', answer.harnessVersion],
        ['reader_changed', answer.readerVersion],
      ] as const) {
        if (value === null) continue;
        // The settings belong to each question; the model and the reader are the same for all.
        const key = reason === 'harness_changed' ? `${reason} ${answer.questionId}` : reason;
        const knownText = first.get(key);
        if (knownText === undefined) first.set(key, value);
        else if (knownText !== value) return { reason, detail: `round ${round.number}: ${knownText} became ${value}` };
      }
    }
  }
  return null;
}
