import { leftOf } from '../../domain/money/monthBudget.ts';
import { type AttentionItem, isFailing, minFailuresInRow, unwatchedAfterMs } from '../../domain/plans/attentionItem.ts';
import { revokedKeys } from '../../store/apiKeys.ts';
import { lastEnds, listGaps, listStuckRuns } from '../../store/attentionRows.ts';
import * as store from '../../store/planRows.ts';
import { readBudgets } from '../money/budgetSettings.ts';
import { type Ctx, nowIso } from '../world.ts';

/** How long a gap stays in the list, in milliseconds. */
const gapShownMs = 7 * 86_400_000;
const maxOfKind = 50;

const nothing = { runId: null, planId: null, round: null };

/** Everything that waits for a person in this workspace, the latest first. Saved state only. */
export async function readAttention(ctx: Ctx): Promise<AttentionItem[]> {
  const items = [
    ...(await stuckRuns(ctx)),
    ...(await failingEngines(ctx)),
    ...(await gaps(ctx)),
    ...(await plans(ctx)),
    ...(await budgets(ctx)),
  ];
  return items.sort((one, other) =>
    one.since === other.since ? compare(one.id, other.id) : compare(other.since, one.since),
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

async function stuckRuns(ctx: Ctx): Promise<AttentionItem[]> {
  const runs = await listStuckRuns(ctx.db, ctx.principal.workspaceId, maxOfKind);
  return runs.map((run) => {
    const isUnresolved = run.phase === 'unresolved';
    return {
      ...nothing,
      id: `run:${run.id}`,
      kind: isUnresolved ? 'run_unresolved' : 'run_needs_action',
      since: run.updatedAt,
      what: isUnresolved
        ? 'A purchase may exist at its provider and has not been found; nothing new is started for its question.'
        : `A run waits for a person: ${run.error ?? 'its provider asks for something'}`,
      remedy: 'Open the run and look at it again; looking costs nothing.',
      runId: run.id,
    };
  });
}

async function failingEngines(ctx: Ctx): Promise<AttentionItem[]> {
  const items: AttentionItem[] = [];
  for (const engine of ctx.engines.all) {
    const ends = await lastEnds(ctx.db, ctx.principal.workspaceId, engine.id, minFailuresInRow);
    const [last] = ends;
    if (last === undefined || !isFailing(ends.map(({ status }) => status))) continue;
    items.push({
      ...nothing,
      id: `engine:${engine.id}`,
      kind: 'engine_failing',
      since: last.updatedAt,
      what: `The last ${minFailuresInRow} runs at ${engine.label} failed.`,
      remedy: 'Open the last one for its reason, and try the connection under Settings, Engines; that costs nothing.',
      runId: last.id,
    });
  }
  return items;
}

async function gaps(ctx: Ctx): Promise<AttentionItem[]> {
  const rounds = await listGaps(ctx.db, ctx.principal.workspaceId, nowIso(ctx, -gapShownMs), maxOfKind);
  return rounds.map(({ planId, name, round, state, dueAt }) => ({
    id: `round:${planId}:${round}`,
    kind: state === 'missed' ? 'round_missed' : 'round_incomplete',
    since: dueAt,
    what:
      state === 'missed'
        ? `Round ${round} of “${name}” was missed: nobody began it in time.`
        : `Round ${round} of “${name}” ended before everything was asked.`,
    remedy: 'It stays a gap. A round by hand buys one now.',
    runId: null,
    planId,
    round,
  }));
}

async function plans(ctx: Ctx): Promise<AttentionItem[]> {
  const all = await store.listPlans(ctx.db, ctx.principal.workspaceId, { after: null, count: 200 });
  const active = all.filter(({ state }) => state === 'active');
  const keyIds = active.flatMap(({ keyId }) => keyId ?? []);
  const revoked = await revokedKeys(ctx.db, ctx.principal.workspaceId, keyIds);
  return active.flatMap((plan): AttentionItem[] => {
    const shared = { ...nothing, planId: plan.id };
    if (plan.keyId !== null && revoked.has(plan.keyId)) {
      return [
        {
          ...shared,
          id: `key:${plan.id}`,
          kind: 'plan_key_revoked',
          since: plan.activatedAt ?? plan.createdAt,
          what: `“${plan.name}” asks nothing: its key was revoked.`,
          remedy: 'Activate it again, or end it.',
        },
      ];
    }
    const lastSeen = Date.parse(plan.watchedAt ?? plan.activatedAt ?? plan.createdAt);
    const isDue = plan.nextDueAt !== null && ctx.runtime.now() - Date.parse(plan.nextDueAt) > unwatchedAfterMs;
    if (!isDue || ctx.runtime.now() - lastSeen <= unwatchedAfterMs) return [];
    return [
      {
        ...shared,
        id: `watch:${plan.id}`,
        kind: 'plan_unwatched',
        since: plan.nextDueAt ?? plan.createdAt,
        what: `A round of “${plan.name}” is due, and no watcher asks for it.`,
        remedy: 'Start `sightline watch`, or the server without WATCH=off.',
      },
    ];
  });
}

async function budgets(ctx: Ctx): Promise<AttentionItem[]> {
  const { budgets: all, month } = await readBudgets(ctx, {});
  return all.flatMap((budget): AttentionItem[] =>
    budget.limit === null || leftOf(budget) !== 0
      ? []
      : [
          {
            ...nothing,
            id: `budget:${budget.kind}:${budget.id ?? ''}:${month}`,
            kind: 'budget_used_up',
            since: `${month}-01T00:00:00.000Z`,
            what: `The budget of ${budget.label} for ${month} is used up; nothing more is bought from it.`,
            remedy: 'Raise it, or wait for the next month.',
            planId: budget.kind === 'plan' ? budget.id : null,
          },
        ],
  );
}
