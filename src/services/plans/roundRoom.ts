import { expectedAnswerCost } from '../../domain/money/expectedCost.ts';
import { dayOf, monthOf } from '../../domain/money/month.ts';
import { type BudgetStanding, denyHold, scopesOf } from '../../domain/money/monthBudget.ts';
import { type MicroUsd, usdText } from '../../domain/money/usd.ts';
import { type EnginePace, paceOfEngine } from '../../domain/plans/enginePace.ts';
import type { Plan } from '../../domain/plans/plan.ts';
import type { Obstacle, Round, RoundItem } from '../../domain/plans/round.ts';
import type { KeywordCase } from '../../domain/questions/keywordCase.ts';
import { readBalances } from '../../store/money/budgets.ts';
import { casesOfIds } from '../../store/questions/keywordCases.ts';
import { activeRunsOfCases } from '../../store/runs/questionCases.ts';
import { countActiveRuns, countRunsSince } from '../../store/runs/reservations.ts';
import { type Ctx, nowIso, steadyIso } from '../appContext.ts';
import { deriveStanding, worstCase } from '../money/holdPurchase.ts';

/** Maximum number of requests returned at once: each is answered before the next is sent. */
const maxRequestsAtOnce = 20;

/** Capacity for the open rounds of a plan to ask now. */
export type RoundRoom = {
  places: number;
  full: Obstacle;
  busyCases: ReadonlySet<string>;
  /** Decides the requests of one round in order. @param spent of the round so far, in micro-dollars */
  refuserOf(round: Pick<Round, 'number'>, spent: MicroUsd): (caseId: string) => Obstacle | null;
  /** Seconds until an engine that refused may be asked again, at least 1. */
  secondsToProbe(): number;
};

/** Computes the capacity for rounds as an ensure's claim would; a request denied there needs a new key. */
export async function readRoundRoom(ctx: Ctx, plan: Plan, items: readonly RoundItem[]): Promise<RoundRoom> {
  const { workspaceId, ownerId } = ctx.principal;
  const now = nowIso(ctx);
  const { activeRunsPerOwner, runsPerDayPerOwner } = ctx.settings;
  const free = Math.max(0, Math.min(maxRequestsAtOnce, activeRunsPerOwner - (await countActiveRuns(ctx.db, ownerId))));
  const caseIds = [...new Set(items.filter(({ met, askAfter }) => met === null || askAfter !== null).map(caseOf))];
  const cases = new Map((await casesOfIds(ctx.db, workspaceId, caseIds)).map((one) => [one.id, one]));
  const paces = keepPaces(ctx, items, cases);
  const noPlace: Obstacle = {
    wait: 'places',
    note: `ACTIVE_RUNS_PER_OWNER allows ${activeRunsPerOwner} runs at once, and other runs use all of them.`,
  };
  // A member's manual requests wait only for a slot and for their engine: any other reason is reported when a request
  // is refused.
  if (plan.kind === 'asks') {
    return { places: free, full: noPlace, busyCases: new Set(), refuserOf: () => paces.refuse, ...paces };
  }
  const today = await countRunsSince(ctx.db, ownerId, `${dayOf(now)}T00:00:00.000Z`);
  const leftToday = Math.max(0, runsPerDayPerOwner - today);
  const isDayOver: Obstacle = {
    wait: 'day',
    note: `RUNS_PER_DAY_PER_OWNER allows ${runsPerDayPerOwner} runs in a UTC day, and those of ${dayOf(now)} are used up.`,
  };
  const busy = await activeRunsOfCases(ctx.db, workspaceId, caseIds);
  const scopes = scopesOf({ workspaceId, keyId: plan.keyId, planId: plan.id });
  const standings = new Map<boolean, BudgetStanding[]>();
  for (const simulated of [false, true]) {
    const balances = await readBalances(ctx.db, scopes, monthOf(now), simulated);
    standings.set(
      simulated,
      balances.map((balance) => deriveStanding(ctx, balance)),
    );
  }
  const used = new Map<boolean, number>();

  /** Explains why the worst case does not fit into a budget after the earlier ones; null if it does. */
  function overBudget(engineId: string, simulated: boolean, worst: MicroUsd | null): string | null {
    const before = used.get(simulated) ?? 0;
    const then = (standings.get(simulated) ?? []).map((one) => ({ ...one, used: one.used + before }));
    const denial = denyHold(then, worst, monthOf(now), engineId);
    if (denial === null) return null;
    const needs = worst === null ? 'has no known price' : `may cost up to $${usdText(worst)}`;
    const budget = `The budget of this ${denial.budget} for ${monthOf(now)} has $${denial.leftUsd} left`;
    return `${budget}, and an answer from ${engineId} ${needs}.`;
  }

  return {
    places: Math.min(free, leftToday),
    full: leftToday <= free ? isDayOver : noPlace,
    busyCases: new Set(busy.keys()),
    ...paces,
    refuserOf(round, spent) {
      let inRound = spent;
      return (caseId) => {
        const record = cases.get(caseId);
        const engine = record === undefined ? null : ctx.engines.find(record.search.engine);
        if (record === undefined || record.archivedAt !== null) {
          return { wait: 'engine', note: 'A question of it was archived.' };
        }
        if (engine === null || engine.offReason !== null) {
          return { wait: 'engine', note: `The engine ${record.search.engine} is off.` };
        }
        const worst = readWorstCase(ctx, record);
        const over = overBudget(engine.id, engine.simulated, worst);
        if (over !== null) return { wait: 'budget', note: over };
        const most = plan.maxMicroPerRound;
        if (most !== null && (worst === null || inRound + worst > most)) {
          return { wait: 'budget', note: overRound(round.number, most, spent, engine.id, worst) };
        }
        const pace = paces.refuse(caseId);
        if (pace !== null) return pace;
        used.set(engine.simulated, (used.get(engine.simulated) ?? 0) + (worst ?? 0));
        inRound += worst ?? 0;
        return null;
      };
    },
  };
}

function caseOf({ caseId }: RoundItem): string {
  return caseId;
}

function overRound(round: number, most: MicroUsd, spent: MicroUsd, engine: string, worst: MicroUsd | null): string {
  const needs = worst === null ? 'has no known price' : `may cost up to $${usdText(worst)}`;
  return `Round ${round} may spend $${usdText(most)}, $${usdText(spent)} of it are spent or held, and an answer from ${engine} ${needs}.`;
}

/** Respects the pace that engines demand after a refusal. */
function keepPaces(ctx: Ctx, items: readonly RoundItem[], cases: ReadonlyMap<string, KeywordCase>) {
  const now = steadyIso(ctx);
  const engineOf = (caseId: string): string => cases.get(caseId)?.search.engine ?? '';
  const refused = items.filter(({ askAfter }) => askAfter !== null);
  const byEngine = Map.groupBy(refused, ({ caseId }) => engineOf(caseId));
  const paces = new Map<string, EnginePace>([...byEngine].map(([engine, own]) => [engine, paceOfEngine(own, now)]));
  return {
    refuse(caseId: string): Obstacle | null {
      const engine = engineOf(caseId);
      const pace = paces.get(engine);
      if (pace === undefined || pace.kind === 'open') return null;
      if (pace.kind === 'paused') return { wait: 'vendor', note: pace.lasts ? pausedText(engine, pace) : null };
      paces.set(engine, { kind: 'paused', until: null, message: null, lasts: false });
      return null;
    },
    secondsToProbe(): number {
      const untils = [...paces.values()].flatMap((pace) => (pace.kind === 'paused' ? (pace.until ?? []) : []));
      const waits = untils.map((until) => Math.ceil((Date.parse(until) - Date.parse(now)) / 1000));
      return Math.max(1, Math.min(60, ...waits));
    },
  };
}

function pausedText(engine: string, { message }: Extract<EnginePace, { kind: 'paused' }>): string {
  return `The engine ${engine} refused a request; Sightline retries later${message === null ? '.' : `: ${message}`}`;
}

function readWorstCase(ctx: Ctx, { search }: KeywordCase): MicroUsd | null {
  const engine = ctx.engines.find(search.engine);
  const model = search.model ?? engine?.defaultModel ?? null;
  const priced = { engine: search.engine, model, date: dayOf(nowIso(ctx)) };
  return worstCase(ctx, expectedAnswerCost(ctx.prices.book(), priced, engine?.work ?? null))?.max ?? null;
}
