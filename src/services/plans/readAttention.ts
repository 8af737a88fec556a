import { saysNoCredit } from '../../domain/money/creditRefusal.ts';
import { leftOf } from '../../domain/money/monthBudget.ts';
import { type AttentionItem, isFailing, minFailuresInRow, unwatchedAfterMs } from '../../domain/plans/attentionItem.ts';
import { countItems } from '../../domain/plans/round.ts';
import { gapText, waitRemedy } from '../../domain/plans/roundGap.ts';
import { latestWebsiteResults } from '../../store/captures/results.ts';
import {
  lastEnds,
  lastLookup,
  listGaps,
  listStoppedRounds,
  listStuckRuns,
  listUnsentAsks,
} from '../../store/plans/attention.ts';
import { itemsOfRounds } from '../../store/plans/rounds.ts';
import { listActivePlans } from '../../store/plans/rows.ts';
import { listWebsites } from '../../store/websites/rows.ts';
import { findDeadKeys } from '../access/planKeys.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { readBudgets } from '../money/budgetSettings.ts';
import { readDayLoad } from './exceededLimits.ts';

/** Time for which a gap stays listed, in milliseconds. */
const gapShownMs = 7 * 86_400_000;
const maxOfKind = 50;
/** Percentage of a budget from which it is reported. */
const nearlyPercent = 80;

const nothing = { runId: null, websiteId: null, planId: null, round: null };

/** Lists everything that waits for a person in this workspace, newest first. Saved state only. */
export async function readAttention(ctx: Ctx): Promise<AttentionItem[]> {
  const items = [
    ...(await stuckRuns(ctx)),
    ...(await troubledEngines(ctx)),
    ...(await troubledLookups(ctx)),
    ...(await failingGates(ctx)),
    ...(await gaps(ctx)),
    ...(await stoppedRounds(ctx)),
    ...(await plans(ctx)),
    ...(await exceededDay(ctx)),
    ...(await unsentAsks(ctx)),
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
        ? 'A purchase may exist at its provider but has not been found. Until it is found, its question is not asked again.'
        : `A run needs you: ${run.error ?? 'its provider requires an action'}`,
      remedy: 'Open the run and refresh it; refreshing costs nothing.',
      runId: run.id,
      websiteId: run.websiteId,
    };
  });
}

async function troubledEngines(ctx: Ctx): Promise<AttentionItem[]> {
  const items: AttentionItem[] = [];
  const ids = ctx.engines.all.map(({ id }) => id);
  const endsOf = await lastEnds(ctx.db, ctx.principal.workspaceId, ids, minFailuresInRow);
  for (const engine of ctx.engines.all) {
    const ends = endsOf.get(engine.id) ?? [];
    const [last] = ends;
    if (last === undefined) continue;
    const shared = { ...nothing, since: last.updatedAt, runId: last.id };
    if (last.status === 'failed' && saysNoCredit(last.error)) {
      items.push({
        ...shared,
        id: `credit:${engine.id}`,
        kind: 'credit_used_up',
        what: `${engine.label} refused the last purchase: its account has no credit left, or has reached its spending limit. Nothing was bought.`,
        remedy: payIn,
      });
    } else if (isFailing(ends.map(({ status }) => status))) {
      items.push({
        ...shared,
        id: `engine:${engine.id}`,
        kind: 'engine_failing',
        what: `The last ${minFailuresInRow} runs at ${engine.label} failed.`,
        remedy:
          'Open the last run to see the reason, then test the connection under Settings, Engines. The test is free.',
      });
    }
  }
  return items;
}

const payIn =
  'Add credit or raise the limit at the vendor. Then test the connection under Settings, Engines. The test is free.';

async function troubledLookups(ctx: Ctx): Promise<AttentionItem[]> {
  const last = await lastLookup(ctx.db, ctx.principal.workspaceId);
  if (last === null || !last.errors.some(saysNoCredit)) return [];
  return [
    {
      ...nothing,
      id: 'credit:seo',
      kind: 'credit_used_up',
      since: last.endedAt,
      what: `The last SEO lookup, of ${last.domain}, was refused: the account at ${last.provider} has no credit left, or has reached its spending limit.`,
      remedy: 'Add credit or raise the limit at the vendor. The next lookup shows whether it worked.',
    },
  ];
}

/** Lists the gates that failed in a website's newest verdict. */
async function failingGates(ctx: Ctx): Promise<AttentionItem[]> {
  const { workspaceId } = ctx.principal;
  const items: AttentionItem[] = [];
  const websites = (await listWebsites(ctx.db, workspaceId)).slice(0, maxOfKind);
  const ids = websites.map(({ id }) => id);
  const verdicts = await latestWebsiteResults(ctx.db, workspaceId, ids);
  for (const { id, name } of websites) {
    const checked = verdicts.get(id) ?? null;
    const failed = checked?.result.checks.filter((check) => check.class === 'gate' && check.outcome === 'fail') ?? [];
    if (checked === null || failed.length === 0) continue;
    const titles = failed.map(({ title }) => title).join('; ');
    items.push({
      ...nothing,
      id: `gates:${id}:${failed
        .map((check) => check.id)
        .sort()
        .join('+')}`,
      kind: 'gate_failed',
      since: checked.observedAt,
      what: `“${name}” fails ${failed.length === 1 ? 'a gate' : `${failed.length} gates`}, so engines may not read it: ${titles}.`,
      remedy: 'Its Website page shows the evidence and the remedy. Capturing again is free.',
      runId: checked.runId,
      websiteId: id,
    });
  }
  return items;
}

async function gaps(ctx: Ctx): Promise<AttentionItem[]> {
  const rounds = await listGaps(ctx.db, ctx.principal.workspaceId, nowIso(ctx, -gapShownMs), maxOfKind);
  return rounds.map(({ planId, name, round: { number, state, dueAt, reason, note } }) => {
    const { why, remedy } = gapText(reason);
    const end = state === 'missed' ? 'was missed' : 'ended before all its questions were asked';
    return {
      ...nothing,
      id: `round:${planId}:${number}`,
      kind: state === 'missed' ? 'round_missed' : 'round_incomplete',
      since: dueAt,
      what: `Round ${number} of “${name}” ${end}: ${why}.${note === null ? '' : ` ${note}`}`,
      remedy: `The gap stays. To get answers now, start a manual round. ${remedy}`,
      planId,
      round: number,
    };
  });
}

/** Lists open rounds that send nothing for a reason that a member or the operator can change. */
async function stoppedRounds(ctx: Ctx): Promise<AttentionItem[]> {
  const { workspaceId } = ctx.principal;
  const stopped = await listStoppedRounds(ctx.db, workspaceId, maxOfKind);
  const items: AttentionItem[] = [];
  for (const { planId, name, round } of stopped) {
    const { number, wait, note, dueAt, endsAt } = round;
    if (wait === null) continue;
    const requestsOfRound = (await itemsOfRounds(ctx.db, { id: planId, workspaceId }, [number])).get(number) ?? [];
    const { requests, waiting } = countItems(requestsOfRound, 'open');
    items.push({
      ...nothing,
      id: `stopped:${planId}:${number}`,
      kind: 'round_stopped',
      since: dueAt,
      what: `Round ${number} of “${name}” is stuck with ${waiting} of ${requests} requests left. ${note ?? ''}`.trim(),
      remedy: `${waitRemedy(wait)} Requests not sent by ${endsAt} become a gap.`,
      planId,
      round: number,
    });
  }
  return items;
}

/**
 * Lists active plans that, together with those of the owner's other workspaces, ask more often in a day than is
 * allowed.
 */
async function exceededDay(ctx: Ctx): Promise<AttentionItem[]> {
  const { load, own, since } = await readDayLoad(ctx, null);
  const limit = ctx.settings.runsPerDayPerOwner;
  if (load <= limit || since === null) return [];
  const elsewhere = own === load ? '' : `, ${load - own} of them in the owner's other workspaces`;
  return [
    {
      ...nothing,
      id: 'limit:RUNS_PER_DAY_PER_OWNER',
      kind: 'limit_exceeded',
      since,
      what: `The active plans ask up to ${load} times in a UTC day${elsewhere}; RUNS_PER_DAY_PER_OWNER allows ${limit} runs.`,
      remedy:
        'Raise RUNS_PER_DAY_PER_OWNER, or ask fewer questions a day. Questions not asked before their round ends become a gap.',
    },
  ];
}

async function plans(ctx: Ctx): Promise<AttentionItem[]> {
  const { ownerId, workspaceId } = ctx.principal;
  const active = (await listActivePlans(ctx.db, ownerId)).filter((plan) => plan.workspaceId === workspaceId);
  const keyIds = active.flatMap(({ keyId }) => keyId ?? []);
  const dead = await findDeadKeys(ctx, ctx.principal.workspaceId, keyIds);
  return active.flatMap((plan): AttentionItem[] => {
    const shared = { ...nothing, planId: plan.id };
    const death = dead.get(plan.keyId ?? '');
    if (death !== undefined) {
      return [
        {
          ...shared,
          id: `key:${plan.id}`,
          kind: 'plan_key_revoked',
          since: plan.activatedAt ?? plan.createdAt,
          what: `“${plan.name}” asks nothing: its key ${keyWords[death]}.`,
          remedy: 'Activate it again, or archive it.',
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
        what: `A round of “${plan.name}” is due, but no watcher is running.`,
        remedy: 'Start `sightline watch`, or the server without WATCH=off.',
      },
    ];
  });
}

const keyWords = {
  revoked: 'was revoked',
  stale: 'was created with another WATCH_SECRET or SESSION_SECRET, or on another machine',
} as const;

/** Lists manual rounds with requests that have no sender. */
async function unsentAsks(ctx: Ctx): Promise<AttentionItem[]> {
  const before = nowIso(ctx, -unwatchedAfterMs);
  const waiting = await listUnsentAsks(ctx.db, ctx.principal.workspaceId, before, maxOfKind);
  return waiting.map(({ planId, round, openedAt, count }) => ({
    ...nothing,
    id: `asks:${planId}:${round}`,
    kind: 'plan_unwatched',
    since: openedAt,
    what: `${count === 1 ? 'A question' : `${count} questions`} asked in the web app wait because no watcher is running.`,
    remedy:
      'Start `sightline watch`, the server without WATCH=off, or open the web app as the person who asked. If WATCH_SECRET or SESSION_SECRET changed, ask again there.',
    planId,
    round,
  }));
}

async function budgets(ctx: Ctx): Promise<AttentionItem[]> {
  const { budgets: all, month } = await readBudgets(ctx, {});
  return all.flatMap((budget): AttentionItem[] => {
    const { kind, id, limit, used, label } = budget;
    if (limit === null || used * 100 < limit * nearlyPercent) return [];
    const isUp = leftOf(budget) === 0;
    return [
      {
        ...nothing,
        id: `budget:${kind}:${id ?? ''}:${month}${isUp ? '' : `:${nearlyPercent}`}`,
        kind: isUp ? 'budget_used_up' : 'budget_nearly_used_up',
        since: `${month}-01T00:00:00.000Z`,
        what: isUp
          ? `The budget of ${label} for ${month} is used up, so its purchases are refused.`
          : `The budget of ${label} for ${month} is ${Math.floor((100 * used) / limit)} % used, including held amounts.`,
        remedy: isUp
          ? 'Raise it, or wait for the next month.'
          : 'Purchases continue until it is used up. Raise it, or ask fewer questions.',
        planId: kind === 'plan' ? id : null,
      },
    ];
  });
}
