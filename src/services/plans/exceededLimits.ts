import { monthOf } from '../../domain/money/month.ts';
import { leftOf } from '../../domain/money/monthBudget.ts';
import { shortUsdText } from '../../domain/money/usd.ts';
import type { Cadence } from '../../domain/plans/cadence.ts';
import { roundsInDay, roundTimeMs } from '../../domain/plans/dayLoad.ts';
import type { Plan } from '../../domain/plans/plan.ts';
import { listActivePlans } from '../../store/plans/rows.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import type { Quote } from '../runs/quoteAnswers.ts';

/**
 * A limit that prevents a round from being asked completely. `setting`: name of the operator's setting, or of the
 * field.
 */
export type ExceededLimit = { setting: string; note: string };

type Load = {
  cadence: Cadence;
  repeats: number;
  round: Quote | null;
  month: { typical: number | null };
  /** Null if not saved yet. */
  plan: Plan | null;
};

/** Compares what a plan needs with the limits of its rounds. */
export async function exceededLimits(ctx: Ctx, load: Load): Promise<ExceededLimit[]> {
  const { round } = load;
  if (round === null) return [];
  return [...(await overDay(ctx, load, round)), ...overTime(ctx, load, round), ...overMoney(ctx, load, round)];
}

/** `load`: maximum runs asked in one UTC day. `own`: those of this workspace. `since`: last activation; null: never. */
type DayLoad = { load: number; own: number; since: string | null };

/** Counts what the active plans use of the daily runs that all workspaces of an owner share. */
export async function readDayLoad(ctx: Ctx, except: string | null): Promise<DayLoad> {
  const active = (await listActivePlans(ctx.db, ctx.principal.ownerId)).filter(({ id }) => id !== except);
  const own = active.filter(({ workspaceId }) => workspaceId === ctx.principal.workspaceId);
  const since = own.map(({ activatedAt, createdAt }) => activatedAt ?? createdAt).sort();
  return { load: sumOfDay(active), own: sumOfDay(own), since: since.at(-1) ?? null };
}

function sumOfDay(plans: readonly Plan[]): number {
  return plans.reduce((sum, { allowedCases, revision: { repeats, cadence } }) => {
    return sum + (allowedCases?.length ?? 0) * repeats * roundsInDay(cadence);
  }, 0);
}

async function overDay(ctx: Ctx, { cadence, repeats, plan }: Load, round: Quote): Promise<ExceededLimit[]> {
  const limit = ctx.settings.runsPerDayPerOwner;
  const own = round.items.length * repeats * roundsInDay(cadence);
  const { load: others } = await readDayLoad(ctx, plan?.id ?? null);
  if (own + others <= limit) return [];
  const together = own > limit || others === 0 ? '' : `, and other active plans of this owner ${others} times`;
  const note = `This plan asks up to ${own} times in a UTC day${together}; RUNS_PER_DAY_PER_OWNER allows ${limit} runs. The rest wait for the next day, or are not asked if their round ends first.`;
  return [{ setting: 'RUNS_PER_DAY_PER_OWNER', note }];
}

function overTime(ctx: Ctx, { cadence, repeats }: Load, round: Quote): ExceededLimit[] {
  const limit = ctx.settings.activeRunsPerOwner;
  const workMs = round.items.reduce((sum, { engine }) => sum + (ctx.engines.find(engine)?.usualMs ?? 0), 0) * repeats;
  const has = roundTimeMs(cadence);
  if (limit > 0 && workMs / limit <= has) return [];
  const hours = (ms: number) => Math.ceil(ms / 360_000) / 10;
  const needs = limit > 0 ? `takes about ${hours(workMs / limit)} hours` : 'cannot begin';
  const note = `A round ${needs} with ACTIVE_RUNS_PER_OWNER at ${limit}, and has ${hours(has)}. The rest is not asked.`;
  return [{ setting: 'ACTIVE_RUNS_PER_OWNER', note }];
}

/** Names used to set each budget. */
const settingOfBudget = {
  deployment: 'BUDGET_USD_PER_MONTH',
  workspace: 'budget of the workspace',
  plan: 'budgetUsdPerMonth',
  key: 'budget of the key',
} as const;

function overMoney(ctx: Ctx, { month, plan }: Load, round: Quote): ExceededLimit[] {
  const { typical } = round.total;
  if (typical === null) return [];
  const over: ExceededLimit[] = [];
  const most = plan?.maxMicroPerRound ?? null;
  if (most !== null && typical > most) {
    const note = `A round typically costs $${shortUsdText(typical)}, and may spend $${shortUsdText(most)}. The rest is not asked.`;
    over.push({ setting: 'maxUsdPerRound', note });
  }
  for (const budget of round.budgets) {
    const remaining = leftOf(budget);
    if (remaining === null || budget.limit === null) continue;
    const setting = settingOfBudget[budget.kind];
    if (typical > remaining) {
      const note = `A round typically costs $${shortUsdText(typical)}, and the ${budget.kind} budget for ${monthOf(nowIso(ctx))} has $${shortUsdText(remaining)} left.`;
      over.push({ setting, note });
    } else if (month.typical !== null && month.typical > budget.limit) {
      const note = `Thirty days typically cost $${shortUsdText(month.typical)}, and the ${budget.kind} budget is $${shortUsdText(budget.limit)} a month.`;
      over.push({ setting, note });
    }
  }
  return over;
}
