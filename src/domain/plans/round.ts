import type { RunStatus } from '../runs/run.ts';
import { isTerminal } from '../runs/run.ts';

/** `missed`: a gap; nothing was asked. `open`: asks. `ended`: asks no more, though runs may still be under way. */
export const roundStates = ['open', 'ended', 'missed'] as const;
export type RoundState = (typeof roundStates)[number];
export const roundKinds = ['scheduled', 'manual'] as const;
export type RoundKind = (typeof roundKinds)[number];

/** Why a round has a gap: nobody was there in time, the time was over before everything was asked, or somebody stopped it. */
export const roundReasons = ['not_started', 'time_over', 'nothing_to_ask', 'plan_stopped', 'round_stopped'] as const;
export type RoundReason = (typeof roundReasons)[number];

/** One time at which a plan asks: its n-th due time, or a time when somebody told it to. */
export type Round = {
  planId: string;
  number: number;
  kind: RoundKind;
  revision: number;
  /** ISO 8601 UTC: when it was due; of a manual one, when it was asked for. */
  dueAt: string;
  state: RoundState;
  openedAt: string | null;
  endsAt: string;
  endedAt: string | null;
  reason: RoundReason | null;
};

/** One request of a round: a case, for the n-th time. */
export type RoundItem = {
  caseId: string;
  repeat: number;
  ordinal: number;
  /** Requests that were denied before this one: each needed a key of its own, and bought nothing. */
  denials: number;
  /** What the last denial said; null when none was. */
  denial: string | null;
  runId: string | null;
  /** How the request was met; null: not yet. `refused`: what was asked by hand is not asked again by itself. */
  met: 'started' | 'fresh_saved' | 'existing_active' | 'refused' | null;
  /** Of the run that met it. */
  run: { status: RunStatus; phase: string; error: string | null } | null;
};

/** Where a request of a round stands. `not_asked`: it was refused, or the round ended before it. */
export const itemStates = ['waiting', 'running', 'unresolved', 'answered', 'failed', 'cancelled', 'not_asked'] as const;
export type ItemState = (typeof itemStates)[number];

export function stateOfItem({ met, run }: Pick<RoundItem, 'met' | 'run'>, round: RoundState): ItemState {
  if (run === null) return round === 'open' && met !== 'refused' ? 'waiting' : 'not_asked';
  if (run.status === 'completed') return 'answered';
  if (run.status === 'failed' || run.status === 'cancelled') return run.status;
  return run.status === 'requires_action' || run.phase === 'unresolved' ? 'unresolved' : 'running';
}

/** Whether nothing more comes of a request: its run has ended, or it is not asked. */
export function isItemOver({ met, run }: Pick<RoundItem, 'met' | 'run'>): boolean {
  return met === 'refused' || (run !== null && isTerminal(run.status));
}

/** How many requests of a round stand where; `reused` were met by what was there, and are counted in their state too. */
export type RoundCounts = { requests: number; reused: number } & Record<ItemState, number>;

export function countItems(items: readonly RoundItem[], round: RoundState): RoundCounts {
  const counts: RoundCounts = {
    requests: items.length,
    reused: 0,
    waiting: 0,
    running: 0,
    unresolved: 0,
    answered: 0,
    failed: 0,
    cancelled: 0,
    not_asked: 0,
  };
  for (const item of items) {
    counts[stateOfItem(item, round)] += 1;
    if (item.met === 'fresh_saved' || item.met === 'existing_active') counts.reused += 1;
  }
  return counts;
}

/** What a round may still ask now. */
type Room = {
  /** Runs that the owner may begin now. */
  places: number;
  /** Cases with a run under way, of whatever kind: theirs would be met by it. */
  busyCases: ReadonlySet<string>;
  /** Why this case cannot be asked beside those before it; null: it can. Called in order, once for each. */
  refuse(caseId: string): RoundWait | null;
};

/** Why nothing more can be asked at this moment. */
export type RoundWait = 'runs' | 'places' | 'day' | 'budget' | 'engine';

/**
 * The requests to send now, in order. Repeats of one case follow each other: the next is sent when the one before has
 * ended, so that no two of them are one answer.
 */
export function nextRequests(items: readonly RoundItem[], room: Room): { send: RoundItem[]; wait: RoundWait | null } {
  const send: RoundItem[] = [];
  let wait: RoundWait | null = null;
  for (const [caseId, ofCase] of Map.groupBy(items, (item) => item.caseId)) {
    const next = ofCase
      .toSorted((one, other) => one.repeat - other.repeat)
      .find((item) => item.run === null && item.met !== 'refused');
    if (next === undefined) continue;
    const before = ofCase.filter((item) => item.repeat < next.repeat);
    if (room.busyCases.has(caseId) || before.some((item) => !isItemOver(item))) {
      wait ??= 'runs';
      continue;
    }
    const refusal = send.length >= room.places ? 'places' : room.refuse(caseId);
    if (refusal === null) send.push(next);
    else wait = refusal;
  }
  return { send, wait: send.length > 0 ? null : wait };
}

/** The name of a round's request, under which it is bought once; a denied one is followed by one of the next name. */
export function requestKey(
  planId: string,
  round: number,
  item: Pick<RoundItem, 'caseId' | 'repeat' | 'denials'>,
): string {
  const again = item.denials === 0 ? '' : `.${item.denials + 1}`;
  return `plan:${planId}:${round}:${item.caseId}:${item.repeat}${again}`;
}

const requestKeyPattern = /^plan:([\w-]{1,60}):(\d{1,9}):([\w-]{1,60}):(\d{1,2})(?:\.(\d{1,6}))?$/;

/** What a request's key names; null for every other key. */
export function readRequestKey(
  key: string,
): { planId: string; round: number; caseId: string; repeat: number; denials: number } | null {
  const match = requestKeyPattern.exec(key);
  if (match === null) return null;
  const [, planId = '', round = '', caseId = '', repeat = '', again] = match;
  const denials = again === undefined ? 0 : Number(again) - 1;
  return { planId, round: Number(round), caseId, repeat: Number(repeat), denials };
}
