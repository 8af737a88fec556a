import type { RunStatus } from '../runs/run.ts';
import { isTerminal } from '../runs/run.ts';
import type { RefusalKind } from './refusal.ts';

/**
 * `missed`: a gap; nothing was sent. `open`: sends requests. `ended`: sends no more, though runs may still be in
 * progress.
 */
export const roundStates = ['open', 'ended', 'missed'] as const;
export type RoundState = (typeof roundStates)[number];
export const roundKinds = ['scheduled', 'manual'] as const;
type RoundKind = (typeof roundKinds)[number];

/**
 * Reasons why a round has a gap. `not_started`: no watcher came in time. `no_budget`, `day_limit`, `no_place`,
 * `engine_off`, `engine_refused`: the obstacle that lasted until its time was over. `time_over`: there was too little
 * time.
 */
export const roundReasons = [
  'not_started',
  'time_over',
  'no_budget',
  'day_limit',
  'no_place',
  'engine_off',
  'engine_refused',
  'nothing_to_ask',
  'plan_stopped',
  'round_stopped',
] as const;
export type RoundReason = (typeof roundReasons)[number];

/** One round of a plan: at its n-th due time, or at the time of a manual request. */
export type Round = {
  planId: string;
  number: number;
  kind: RoundKind;
  revision: number;
  /** ISO 8601 UTC: its due time, or the time of the manual request. */
  dueAt: string;
  state: RoundState;
  openedAt: string | null;
  endsAt: string;
  endedAt: string | null;
  reason: RoundReason | null;
  /** Obstacle that stops an open round from sending, or stopped an ended one; null: no lasting one. */
  wait: RoundWait | null;
  /** The obstacle as a sentence that names the limit. */
  note: string | null;
};

/** One request of a round: a case, for the n-th time. */
export type RoundItem = {
  caseId: string;
  repeat: number;
  ordinal: number;
  /** Number of earlier requests that were denied or refused. Each needed its own key, and bought nothing. */
  denials: number;
  /** Message of the last denial; null if there was none. */
  denial: string | null;
  /** ISO 8601 on the steady clock: a vendor refused it, and it is not sent again earlier. Null: no refusal. */
  askAfter: string | null;
  /** Kind of that refusal. */
  refusedFor: RefusalKind | null;
  runId: string | null;
  /** Way in which the request was met; null: not yet. `refused`: a manual request is not retried automatically. */
  met: 'started' | 'fresh_saved' | 'existing_active' | 'refused' | null;
  /** Id of the run that covered it. */
  run: { status: RunStatus; phase: string; error: string | null } | null;
  /** Reason why that run provably bought nothing; null: it may have bought something. */
  refusal: { kind: RefusalKind; retryAfterSeconds: number | null } | null;
};

/** States of a request of a round. `not_asked`: it was refused, or the round ended before it. */
export const itemStates = ['waiting', 'running', 'unresolved', 'answered', 'failed', 'cancelled', 'not_asked'] as const;
export type ItemState = (typeof itemStates)[number];

export function stateOfItem({ met, run }: Pick<RoundItem, 'met' | 'run'>, round: RoundState): ItemState {
  if (run === null) return round === 'open' && met !== 'refused' ? 'waiting' : 'not_asked';
  if (run.status === 'completed') return 'answered';
  if (run.status === 'failed' || run.status === 'cancelled') return run.status;
  return run.status === 'requires_action' || run.phase === 'unresolved' ? 'unresolved' : 'running';
}

/** Returns true once a request can no longer change: its run has ended, or it will not be sent. */
export function isItemOver({ met, run }: Pick<RoundItem, 'met' | 'run'>): boolean {
  return met === 'refused' || (run !== null && isTerminal(run.status));
}

/**
 * Numbers of a round's requests by state; `reused` were met by saved or active runs, and are also counted in their
 * state.
 */
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

/** Capacity that a round has left. */
type Room = {
  /** Number of runs that the owner may begin now, and the message once there are none left. */
  places: number;
  full: Obstacle;
  /** Cases with a run in progress, which would meet their requests. */
  busyCases: ReadonlySet<string>;
  /**
   * Explains why this case cannot be sent in addition to the previous ones; null: it can. Called in order, once for
   * each.
   */
  refuse(caseId: string): Obstacle | null;
};

/** Waits that end when runs in progress end; any other wait is more informative. */
const passingWaits: readonly RoundWait[] = ['runs', 'places'];

/**
 * Obstacle that stops a request from being sent now. `note`: a sentence that names the limit; null if only time is
 * needed.
 */
export type Obstacle = { wait: RoundWait; note: string | null };

/**
 * Reasons why nothing more can be sent at the moment. `engine`: it is off, or the question was archived. `vendor`: the
 * engine refused, and will be tried again later.
 */
export const roundWaits = ['runs', 'places', 'day', 'budget', 'engine', 'vendor'] as const;
export type RoundWait = (typeof roundWaits)[number];

/**
 * Returns the requests to send now, in order. Repeats of one case are sent one after the other has ended, so that no
 * two of them get the same answer. `obstacle`: what stops some of the others.
 */
export function nextRequests(
  items: readonly RoundItem[],
  room: Room,
): { send: RoundItem[]; obstacle: Obstacle | null } {
  const send: RoundItem[] = [];
  let obstacle: Obstacle | null = null;
  for (const [caseId, ofCase] of Map.groupBy(items, (item) => item.caseId)) {
    const next = ofCase
      .toSorted((one, other) => one.repeat - other.repeat)
      .find((item) => item.run === null && item.met !== 'refused');
    if (next === undefined) continue;
    const before = ofCase.filter((item) => item.repeat < next.repeat);
    if (room.busyCases.has(caseId) || before.some((item) => !isItemOver(item))) {
      obstacle ??= { wait: 'runs', note: null };
      continue;
    }
    const refused = send.length >= room.places ? room.full : room.refuse(caseId);
    if (refused === null) send.push(next);
    else if (obstacle === null || passingWaits.includes(obstacle.wait)) obstacle = refused;
  }
  return { send, obstacle };
}

/**
 * Returns the key of a round's request, under which it is bought once; a denied request is repeated under the next key.
 */
export function requestKey(
  planId: string,
  round: number,
  item: Pick<RoundItem, 'caseId' | 'repeat' | 'denials'>,
): string {
  const again = item.denials === 0 ? '' : `.${item.denials + 1}`;
  return `plan:${planId}:${round}:${item.caseId}:${item.repeat}${again}`;
}

const requestKeyPattern = /^plan:([\w-]{1,60}):(\d{1,9}):([\w-]{1,60}):(\d{1,2})(?:\.(\d{1,6}))?$/;

/** Parses a request's key; null for any other key. */
export function readRequestKey(
  key: string,
): { planId: string; round: number; caseId: string; repeat: number; denials: number } | null {
  const match = requestKeyPattern.exec(key);
  if (match === null) return null;
  const [, planId = '', round = '', caseId = '', repeat = '', again] = match;
  const denials = again === undefined ? 0 : Number(again) - 1;
  return { planId, round: Number(round), caseId, repeat: Number(repeat), denials };
}
