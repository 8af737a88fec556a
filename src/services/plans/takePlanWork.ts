import { notFound } from '../../domain/errors.ts';
import type { Plan } from '../../domain/plans/plan.ts';
import { nextRequests, type Obstacle, type Round, type RoundWait, requestKey } from '../../domain/plans/round.ts';
import { isTerminal } from '../../domain/runs/run.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { changeRound, itemsOfRounds, openRounds } from '../../store/plans/rounds.ts';
import { changePlanRow, findRevision, lockPlan } from '../../store/plans/rows.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { spentOfRound } from '../money/roundMoney.ts';
import { readRoundRoom } from './roundRoom.ts';
import { settlePlan } from './settlePlan.ts';

/** One ensure for the caller to send: a body and its key. */
type RoundRequest = {
  round: number;
  caseId: string;
  repeat: number;
  maxAgeSeconds: number;
  useSeoTools: boolean;
  idempotencyKey: string;
};

export type PlanWork = {
  plan: Plan;
  rounds: readonly Round[];
  requests: RoundRequest[];
  /** Reason why an open round sends nothing. */
  obstacle: Obstacle | null;
  comeBackAfterSeconds: number;
};

const watchStepMs = 60_000;

/** Seconds until the next call, by the reason for waiting. */
const comeBackSeconds: Readonly<Record<RoundWait, number>> = {
  runs: 5,
  places: 15,
  day: 600,
  budget: 300,
  engine: 300,
  vendor: 60,
};

/**
 * Brings the plan's rounds up to date and returns the requests to send. Starts nothing: the caller sends them. Two
 * callers receive the same, and a request sent by both is bought once. @throws not_found
 */
export async function claimPlanWork(ctx: Ctx, { id }: { id: string }): Promise<PlanWork> {
  const { workspaceId } = ctx.principal;
  await ctx.prices.refresh();
  const plan = await inTransaction(ctx.db, async (tx) => {
    const plan = await lockPlan(tx, ctx.databaseKind, workspaceId, id);
    if (plan === null || plan.state === 'archived') throw notFound('plan');
    if (plan.state !== 'active') return plan;
    await noteWatch(ctx, tx, plan);
    return settlePlan(tx, ctx, plan);
  });
  const rounds = plan.state === 'active' ? await openRounds(ctx.db, plan) : [];
  const items = await itemsOfRounds(
    ctx.db,
    plan,
    rounds.map(({ number }) => number),
  );
  const room = await readRoundRoom(ctx, plan, [...items.values()].flat());
  const work: PlanWork = { plan, rounds, requests: [], obstacle: null, comeBackAfterSeconds: idleSeconds(ctx, plan) };
  for (const round of rounds) {
    const own = items.get(round.number) ?? [];
    const revision = await findRevision(ctx.db, plan, round.revision);
    const places = room.places - work.requests.length;
    const spent = plan.maxMicroPerRound === null ? 0 : await spentOfRound(ctx.db, plan, round.number);
    const { send, obstacle } = nextRequests(own, { ...room, places, refuse: room.refuserOf(round, spent) });
    const isProbed = round.wait === 'vendor' && send.some(({ askAfter }) => askAfter !== null);
    if (!isProbed) await noteObstacle(ctx, plan, round, obstacle);
    work.requests.push(
      ...send.map((item) => ({
        round: round.number,
        caseId: item.caseId,
        repeat: item.repeat,
        maxAgeSeconds: revision?.maxAgeSeconds ?? 0,
        useSeoTools: revision?.useSeoTools ?? false,
        idempotencyKey: requestKey(plan.id, round.number, item),
      })),
    );
    work.obstacle ??= obstacle;
  }
  if (work.requests.length > 0) return { ...work, obstacle: null, comeBackAfterSeconds: 1 };
  if (rounds.length === 0) return work;
  // A run releases what it holds when it ends.
  const isRunning = [...items.values()].flat().some(({ run }) => run !== null && !isTerminal(run.status));
  const wait = isRunning ? 'runs' : (work.obstacle?.wait ?? 'runs');
  const comeBackAfterSeconds = Math.min(comeBackSeconds[wait], wait === 'vendor' ? room.secondsToProbe() : Infinity);
  // A person waits for manual requests.
  return { ...work, comeBackAfterSeconds: plan.kind === 'asks' ? 2 : comeBackAfterSeconds };
}

/** Returns the pause of an idle watcher, short enough to notice a manual round soon. */
function idleSeconds(ctx: Ctx, { nextDueAt }: Plan): number {
  if (nextDueAt === null) return 15;
  return Math.min(15, Math.max(1, Math.ceil((Date.parse(nextDueAt) - ctx.runtime.now()) / 1000)));
}

async function noteWatch(ctx: Ctx, tx: Parameters<typeof changePlanRow>[0], plan: Plan): Promise<void> {
  // A person who sends their own manual requests in the app is not a watcher.
  if (plan.kind === 'asks' && ctx.principal.kind !== 'key') return;
  const { watchedAt } = plan;
  if (watchedAt !== null && Math.abs(ctx.runtime.now() - Date.parse(watchedAt)) < watchStepMs) return;
  await changePlanRow(tx, plan, { watchedAt: nowIso(ctx) });
}

/**
 * Saves on the round what its requests wait for, so that attention lists it while it lasts and a gap has its reason.
 * Waits that end when active runs end are left out.
 */
async function noteObstacle(ctx: Ctx, plan: Plan, round: Round, obstacle: Obstacle | null): Promise<void> {
  const lasting = obstacle === null || obstacle.note === null ? null : obstacle;
  const { wait, note } = lasting ?? { wait: null, note: null };
  if (round.wait !== wait || round.note !== note) await changeRound(ctx.db, plan, round.number, { wait, note });
}
