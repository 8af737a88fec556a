import type { KeywordCase } from '../../domain/catalog/keywordCase.ts';
import { notFound } from '../../domain/errors.ts';
import { expectedAnswerCost } from '../../domain/money/expectedCost.ts';
import { dayOf, monthOf } from '../../domain/money/month.ts';
import { leftOf, scopesOf } from '../../domain/money/monthBudget.ts';
import type { Plan } from '../../domain/plans/plan.ts';
import { nextRequests, type Round, type RoundItem, type RoundWait, requestKey } from '../../domain/plans/round.ts';
import { isTerminal } from '../../domain/runs/run.ts';
import { readBalances } from '../../store/budgets.ts';
import { casesOfIds } from '../../store/keywordCases.ts';
import { itemsOfRounds, openRounds } from '../../store/planRounds.ts';
import { changePlanRow, findRevision, takePlan } from '../../store/planRows.ts';
import { activeRunsOfCases } from '../../store/questionCases.ts';
import { countActiveRuns, countRunsSince } from '../../store/reservations.ts';
import { inTransaction } from '../../store/transaction.ts';
import { standingOf, worstCase } from '../money/holdPurchase.ts';
import { spentOfRound } from '../money/roundMoney.ts';
import { type Ctx, nowIso } from '../world.ts';
import { settlePlan } from './settlePlan.ts';

/** One ensure that the caller is to send: this body, under this key. */
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
  /** Why nothing is to be sent though a round is open. */
  wait: RoundWait | null;
  comeBackAfterSeconds: number;
};

/** Requests handed out at once: each is answered before the next is sent. */
const maxRequestsAtOnce = 20;
const watchStepMs = 60_000;

/** When to ask again, in seconds, by what is waited for. */
const comeBackSeconds: Readonly<Record<RoundWait, number>> = {
  runs: 5,
  places: 15,
  day: 600,
  budget: 300,
  engine: 300,
};

/**
 * Brings the plan's rounds up to now and says which requests to send. It starts nothing: the caller sends them. Two
 * callers are told the same, and what both send is bought once. @throws not_found
 */
export async function takePlanWork(ctx: Ctx, { id }: { id: string }): Promise<PlanWork> {
  const { workspaceId } = ctx.principal;
  await ctx.prices.refresh();
  const plan = await inTransaction(ctx.db, async (tx) => {
    const taken = await takePlan(tx, ctx.databaseKind, workspaceId, id);
    if (taken === null || taken.state === 'archived') throw notFound('plan');
    if (taken.state !== 'active') return taken;
    await noteWatch(ctx, tx, taken);
    return settlePlan(tx, ctx, taken);
  });
  const rounds = plan.state === 'active' ? await openRounds(ctx.db, plan) : [];
  const items = await itemsOfRounds(
    ctx.db,
    plan,
    rounds.map(({ number }) => number),
  );
  const room = await roomOf(ctx, plan, [...items.values()].flat());
  const work: PlanWork = { plan, rounds, requests: [], wait: null, comeBackAfterSeconds: idleSeconds(ctx, plan) };
  for (const round of rounds) {
    const own = items.get(round.number) ?? [];
    const revision = await findRevision(ctx.db, plan, round.revision);
    const places = room.places - work.requests.length;
    const spent = plan.maxMicroPerRound === null ? 0 : await spentOfRound(ctx.db, plan, round.number);
    const { send, wait } = nextRequests(own, { ...room, places, refuse: room.refuserOf(spent) });
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
    if (wait !== null) work.wait ??= wait === 'places' && room.isDayOver ? 'day' : wait;
  }
  if (work.requests.length > 0) return { ...work, wait: null, comeBackAfterSeconds: 1 };
  if (rounds.length === 0) return work;
  // What a run holds comes back when it ends.
  const isRunning = [...items.values()].flat().some(({ run }) => run !== null && !isTerminal(run.status));
  const comeBackAfterSeconds = comeBackSeconds[isRunning ? 'runs' : (work.wait ?? 'runs')];
  // Somebody waits for what was asked by hand.
  return { ...work, comeBackAfterSeconds: plan.kind === 'asks' ? 2 : comeBackAfterSeconds };
}

/** A watcher need not be told of a round by hand at once; it asks often enough. */
function idleSeconds(ctx: Ctx, { nextDueAt }: Plan): number {
  if (nextDueAt === null) return 15;
  return Math.min(15, Math.max(1, Math.ceil((Date.parse(nextDueAt) - ctx.runtime.now()) / 1000)));
}

async function noteWatch(ctx: Ctx, tx: Parameters<typeof changePlanRow>[0], plan: Plan): Promise<void> {
  // Whoever sends in the app what they asked by hand is no watcher.
  if (plan.kind === 'asks' && ctx.principal.kind !== 'key') return;
  const { watchedAt } = plan;
  if (watchedAt !== null && Math.abs(ctx.runtime.now() - Date.parse(watchedAt)) < watchStepMs) return;
  await changePlanRow(tx, plan, { watchedAt: nowIso(ctx) });
}

/** What may be begun now, as the claim of an ensure would judge it; what is denied there all the same needs a new key. */
async function roomOf(ctx: Ctx, plan: Plan, items: readonly RoundItem[]) {
  const { workspaceId, ownerId } = ctx.principal;
  const now = nowIso(ctx);
  const { activeRunsPerOwner, runsPerDayPerOwner } = ctx.settings;
  const free = Math.max(0, Math.min(maxRequestsAtOnce, activeRunsPerOwner - (await countActiveRuns(ctx.db, ownerId))));
  // What is asked by hand waits for a place alone: why else it is not asked, the refusal of its request says at once.
  if (plan.kind === 'asks') {
    return { places: free, isDayOver: false, busyCases: new Set<string>(), refuserOf: () => () => null };
  }
  const today = await countRunsSince(ctx.db, ownerId, `${dayOf(now)}T00:00:00.000Z`);
  const caseIds = [...new Set(items.filter(({ met }) => met === null).map(({ caseId }) => caseId))];
  const cases = new Map((await casesOfIds(ctx.db, workspaceId, caseIds)).map((one) => [one.id, one]));
  const busy = await activeRunsOfCases(ctx.db, workspaceId, caseIds);
  const scopes = scopesOf({ workspaceId, keyId: plan.keyId, planId: plan.id });
  const left = new Map<boolean, number | null>();
  for (const simulated of [false, true]) {
    const balances = await readBalances(ctx.db, scopes, monthOf(now), simulated);
    const lefts = balances.map((balance) => leftOf(standingOf(ctx, balance))).filter((one) => one !== null);
    left.set(simulated, lefts.length === 0 ? null : Math.min(...lefts));
  }
  const used = new Map<boolean, number>();
  return {
    places: Math.max(0, Math.min(free, runsPerDayPerOwner - today)),
    isDayOver: today >= runsPerDayPerOwner,
    busyCases: new Set(busy.keys()),
    refuserOf(spent: number) {
      let inRound = spent;
      return (caseId: string): RoundWait | null => {
        const record = cases.get(caseId);
        const engine = record === undefined ? null : ctx.engines.find(record.search.engine);
        if (record === undefined || record.archivedAt !== null || engine === null || engine.offReason !== null) {
          return 'engine';
        }
        const worst = worstOf(ctx, record);
        const limit = left.get(engine.simulated) ?? null;
        const before = used.get(engine.simulated) ?? 0;
        const isBounded = limit !== null || plan.maxMicroPerRound !== null;
        if (worst === null) return isBounded ? 'budget' : null;
        if (limit !== null && before + worst > limit) return 'budget';
        if (plan.maxMicroPerRound !== null && inRound + worst > plan.maxMicroPerRound) return 'budget';
        used.set(engine.simulated, before + worst);
        inRound += worst;
        return null;
      };
    },
  };
}

function worstOf(ctx: Ctx, { search }: KeywordCase): number | null {
  const engine = ctx.engines.find(search.engine);
  const model = search.model ?? engine?.defaultModel ?? null;
  const priced = { engine: search.engine, model, date: dayOf(nowIso(ctx)) };
  return worstCase(ctx, expectedAnswerCost(ctx.prices.book(), priced, engine?.work ?? null))?.max ?? null;
}
