import { dueTimesBetween, endOfRound, nextDueTime, standingOfDueTime } from '../../domain/plans/dueTimes.ts';
import type { Plan, PlanRevision } from '../../domain/plans/plan.ts';
import { waitAfterRefusal } from '../../domain/plans/refusal.ts';
import { isItemOver, type Round, type RoundItem } from '../../domain/plans/round.ts';
import { explainUnasked, reasonOfMissed } from '../../domain/plans/roundGap.ts';
import { inTransaction, type Tx } from '../../store/database/transaction.ts';
import {
  changeItem,
  changeRound,
  findRoundOfSlot,
  insertItems,
  insertRound,
  itemsOfRounds,
  openRounds,
  type RoundStart,
} from '../../store/plans/rounds.ts';
import { changePlanRow, findRevision, lockPlan } from '../../store/plans/rows.ts';
import { listUnsettled } from '../../store/plans/watched.ts';
import { alertOnGap } from '../alerts/runAlerts.ts';
import { type AppContext, nowIso, steadyIso } from '../appContext.ts';
import { casesOfRound } from './planCases.ts';

/** Maximum number of due times settled in one transaction, because months without a server leave thousands. */
const maxSettledAtOnce = 200;

/**
 * Brings the rounds of a plan up to date: opens the one that is due, ends those whose time is over, and records as
 * missed those that were not begun in time. Buys nothing, and any caller gets the same rounds, however often it calls.
 * Only for an active plan that the caller has locked.
 */
export async function settlePlan(tx: Tx, app: AppContext, plan: Plan): Promise<Plan> {
  const now = nowIso(app);
  for (const round of await openRounds(tx, plan)) await settleRound(tx, app, plan, round, now);
  return settleDueTimes(tx, app, plan, now);
}

/** Does the same for every plan with something to settle, each in a separate transaction. */
export async function settlePlans(app: AppContext): Promise<void> {
  for (const { id, workspaceId } of await listUnsettled(app.db, nowIso(app), 50)) {
    await inTransaction(app.db, async (tx) => {
      const plan = await lockPlan(tx, app.databaseKind, workspaceId, id);
      if (plan?.state === 'active') await settlePlan(tx, app, plan);
    });
  }
}

async function settleRound(tx: Tx, app: AppContext, plan: Plan, round: Round, now: string): Promise<void> {
  const read = (await itemsOfRounds(tx, plan, [round.number])).get(round.number) ?? [];
  const items: RoundItem[] = [];
  for (const item of read) items.push(await afterRefusedRun(tx, app, plan, round, item));
  const isBegun = items.some(({ met, denials }) => met !== null || denials > 0);
  if (round.kind === 'scheduled' && !isBegun) {
    const revision = await findRevision(tx, plan, round.revision);
    const { cadence } = revision ?? plan.revision;
    if (standingOfDueTime(cadence, round.dueAt, now) === 'missed') {
      await recordMissedRound(tx, app, plan, round, now);
      return;
    }
  }
  if (!items.every(isItemOver) && now < round.endsAt) return;
  const { reason, note } = explainUnasked(items, round);
  const wait = reason === null ? null : round.wait;
  const end = { state: 'ended', endedAt: now, reason, wait, note } as const;
  await changeRound(tx, plan, round.number, end);
  if (reason !== null) await alertOnGap(tx, app, plan, { ...round, ...end });
}

/** Time for which a member's own request is repeated after a refusal, in milliseconds: the member expects it now. */
const askedNowMs = 15 * 60_000;

/**
 * Returns a request to the round if its run provably bought nothing and time or the owner may change that: it is sent
 * again later, under the next key, and so with a new intent.
 */
async function afterRefusedRun(tx: Tx, app: AppContext, plan: Plan, round: Round, item: RoundItem): Promise<RoundItem> {
  const { refusal, run } = item;
  if (refusal === null || run === null || item.met === 'refused') return item;
  const denials = item.denials + 1;
  const waitMs = waitAfterRefusal(refusal.kind, refusal.retryAfterSeconds, denials);
  if (waitMs === null) return item;
  const sinceMs = app.runtime.now() + waitMs - Date.parse(round.dueAt);
  if (plan.kind === 'asks' && (refusal.kind !== 'passing' || sinceMs > askedNowMs)) return item;
  const again = { askAfter: steadyIso(app, waitMs), refusedFor: refusal.kind };
  const next = { met: null, runId: null, denials, denial: run.error, ...again } as const;
  await changeItem(tx, { ...item, planId: plan.id, workspaceId: plan.workspaceId, round: round.number }, next);
  return { ...item, ...next, run: null, refusal: null };
}

async function settleDueTimes(tx: Tx, app: AppContext, plan: Plan, now: string): Promise<Plan> {
  const { revision } = plan;
  const { cadence, madeAt } = revision;
  // After a clock was set back, the time is before what is already settled: due times recur, and find their existing
  // rounds.
  const after = plan.settledUntil > now ? now : plan.settledUntil;
  const due = dueTimesBetween(cadence, madeAt, { after, until: now, max: maxSettledAtOnce });
  let { lastRound } = plan;
  for (const dueAt of due) {
    const isMissed = standingOfDueTime(cadence, dueAt, now) === 'missed';
    const round = await findRoundOfSlot(tx, plan, dueAt);
    if (round === null) {
      lastRound += 1;
      const endsAt = endOfRound(cadence, madeAt, dueAt);
      const begin: RoundBegin = {
        ...{ planId: plan.id, number: lastRound, kind: 'scheduled', revision: revision.number, dueAt, endsAt },
      };
      if (isMissed) await recordMissedRound(tx, app, plan, begin, now);
      else await openRound(tx, plan, begin, revision, { now, slot: dueAt, asked: { by: null } });
    } else if (round.state === 'missed' && !isMissed) {
      await changeRound(tx, plan, round.number, { state: 'open', endedAt: null, openedAt: now, reason: null });
      await writeItems(tx, plan, round.number, revision);
    }
  }
  const settledUntil = due.length === maxSettledAtOnce ? (due.at(-1) ?? now) : now;
  const nextDueAt = nextDueTime(cadence, madeAt, settledUntil);
  const changed = { lastRound, settledUntil, nextDueAt };
  if (due.length > 0 || plan.nextDueAt !== nextDueAt || plan.settledUntil > now) await changePlanRow(tx, plan, changed);
  return { ...plan, ...changed };
}

type RoundBegin = Pick<Round, 'planId' | 'number' | 'kind' | 'revision' | 'dueAt' | 'endsAt'>;

/** Records a due time as a gap, with its alerts in the same transaction. Nothing else records gaps. */
async function recordMissedRound(
  tx: Tx,
  app: AppContext,
  plan: Plan,
  round: RoundBegin | Round,
  now: string,
): Promise<void> {
  const { wait, note } = 'state' in round ? round : { wait: null, note: null };
  const missed = { state: 'missed', endedAt: now, reason: reasonOfMissed(wait) } as const;
  if ('state' in round) await changeRound(tx, plan, round.number, missed);
  else await insertRound(tx, plan, { ...round, ...missed, openedAt: null, wait, note }, round.dueAt, { by: null });
  await alertOnGap(tx, app, plan, { ...round, ...missed, note });
}

/** Opens a round with what its revision selects now; one without requests ends immediately. */
export async function openRound(
  tx: Tx,
  plan: Plan,
  begin: RoundBegin,
  revision: PlanRevision,
  { now, slot, asked }: { now: string; slot: string; asked: RoundStart },
): Promise<Round> {
  const round: Round = { ...begin, state: 'open', openedAt: now, endedAt: null, reason: null, wait: null, note: null };
  await insertRound(tx, plan, round, slot, asked);
  if ((await writeItems(tx, plan, round.number, revision)) > 0) return round;
  const ended = { state: 'ended', endedAt: now, reason: 'nothing_to_ask' } as const;
  await changeRound(tx, plan, round.number, ended);
  return { ...round, ...ended };
}

/** Saves a round's requests unless they are already saved. Returns their number. */
async function writeItems(tx: Tx, plan: Plan, round: number, revision: PlanRevision): Promise<number> {
  const roundItems = (await itemsOfRounds(tx, plan, [round])).get(round) ?? [];
  if (roundItems.length > 0) return roundItems.length;
  const ids = (await casesOfRound(tx, plan)).map(({ id }) => id);
  const name = { planId: plan.id, workspaceId: plan.workspaceId, round };
  await insertItems(tx, name, ids, revision.repeats);
  return ids.length * revision.repeats;
}
