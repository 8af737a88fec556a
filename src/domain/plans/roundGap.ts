import type { Round, RoundItem, RoundReason, RoundWait } from './round.ts';

/** Gap reason for each wait that lasted until the round's time was over. */
const reasonOfWait: Readonly<Record<Exclude<RoundWait, 'runs'>, RoundReason>> = {
  budget: 'no_budget',
  day: 'day_limit',
  places: 'no_place',
  engine: 'engine_off',
  vendor: 'engine_refused',
};

/** Returns the reason why a round that was never begun is a gap. */
export function reasonOfMissed(wait: RoundWait | null): RoundReason {
  return wait === null || wait === 'runs' ? 'not_started' : reasonOfWait[wait];
}

/** Explains why some requests of a finished round were not bought, with a further sentence; null: all were bought. */
export function explainUnasked(
  items: readonly Pick<RoundItem, 'met' | 'askAfter' | 'denial' | 'refusal' | 'run'>[],
  { wait, note }: Pick<Round, 'wait' | 'note'>,
): { reason: RoundReason | null; note: string | null } {
  const unasked = items.filter(({ met }) => met === null);
  if (unasked.length > 0 && wait !== null && wait !== 'runs') return { reason: reasonOfWait[wait], note };
  const refused = unasked.find(({ askAfter }) => askAfter !== null) ?? items.find(({ refusal }) => refusal !== null);
  if (refused !== undefined) return { reason: 'engine_refused', note: refused.run?.error ?? refused.denial };
  return { reason: unasked.length > 0 ? 'time_over' : null, note: null };
}

type GapReason = Exclude<RoundReason, 'nothing_to_ask' | 'plan_stopped' | 'round_stopped'>;

/** Texts for a gap, and the remedy for the next round. */
const gapWords: Readonly<Record<GapReason, { why: string; remedy: string }>> = {
  not_started: {
    why: 'no watcher was running',
    remedy: 'Keep a watcher running: `sightline watch`, or the server without WATCH=off.',
  },
  time_over: {
    why: 'its time ended first',
    remedy: 'Ask fewer questions per round, or leave more time between rounds.',
  },
  no_budget: { why: 'a budget was used up', remedy: 'Raise that budget, or ask fewer questions per round.' },
  day_limit: {
    why: 'the runs of the UTC day were used up',
    remedy: 'Raise RUNS_PER_DAY_PER_OWNER, or ask fewer questions a day.',
  },
  no_place: {
    why: 'other runs used all slots',
    remedy: 'Raise ACTIVE_RUNS_PER_OWNER, or ask at another time.',
  },
  engine_off: {
    why: 'an engine is off, or a question was archived',
    remedy: 'Turn on the engine on the server, or remove it from the plan.',
  },
  engine_refused: {
    why: 'an engine refused it, and nothing was bought',
    remedy:
      'Open the round to see the engine’s reason, then test the connection under Settings, Engines. The test is free.',
  },
};

/** Gap reasons that need a person. */
export const gapReasons = Object.keys(gapWords) as GapReason[];

export function gapText(reason: RoundReason | null): { why: string; remedy: string } {
  return gapWords[isGapReason(reason) ? reason : 'time_over'];
}

function isGapReason(reason: RoundReason | null): reason is GapReason {
  return reason !== null && Object.hasOwn(gapWords, reason);
}

/** Waits that are reported to a person while they last. */
export const reportedWaits = ['day', 'budget', 'engine', 'vendor'] as const satisfies readonly RoundWait[];

/** Returns the remedy for an open round that sends nothing. */
export function waitRemedy(wait: RoundWait): string {
  return wait === 'runs' ? gapWords.time_over.remedy : gapWords[reasonOfWait[wait] as GapReason].remedy;
}
