import { requesterOf } from '../../domain/access/approval.ts';
import { AppError, invalidField, notFound } from '../../domain/errors.ts';
import type { MicroUsd } from '../../domain/money/usd.ts';
import { nextDueTime } from '../../domain/plans/dueTimes.ts';
import { newPlanFields, type Plan, type PlanRevision } from '../../domain/plans/plan.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { revokeApiKey } from '../../store/access/apiKeys.ts';
import { inTransaction, type Tx } from '../../store/database/transaction.ts';
import { changeRound, openRounds } from '../../store/plans/rounds.ts';
import * as store from '../../store/plans/rows.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { allowCases, assertRevision, assertWorstCase, quoteAsSeen, type SeenPlan } from './allowPlan.ts';
import { assertCadence, assertChoice, assertFitsRound, assertMayAskAt, saveMissingCases } from './planCases.ts';
import { type AllowableQuote, quoteToAllow } from './quotePlan.ts';
import { settlePlan } from './settlePlan.ts';

/** Questions and schedule of a plan, as a caller sends them. */
export type PlanContent = Pick<PlanRevision, 'questions' | 'engines' | 'repeats' | 'cadence'>;

/** A plan buys a new answer each time, without a lookup. */
const everyTimeAnew = { maxAgeSeconds: 0, useSeoTools: false } as const;

export function listPlans(ctx: Ctx, page: { after: ListPosition | null; count: number }): Promise<Plan[]> {
  return store.listPlans(ctx.db, ctx.principal.workspaceId, page);
}

/** @throws not_found */
export async function findPlan(ctx: Ctx, id: string): Promise<Plan> {
  const plan = await findPlanOrAsks(ctx, id);
  if (plan.kind !== 'plan') throw notFound('plan');
  return plan;
}

/** Finds a plan or a person's manual rounds, which are read in the same way. @throws not_found */
export async function findPlanOrAsks(ctx: Ctx, id: string): Promise<Plan> {
  const plan = await store.findPlan(ctx.db, ctx.principal.workspaceId, id);
  if (plan === null || plan.state === 'archived') throw notFound('plan');
  return plan;
}

/**
 * Saves a plan as a draft: nothing is due before it is activated. Saves missing questions at its engines. @throws
 * not_found, invalid_request, engine_unavailable, unsupported_setting
 */
export async function createPlan(ctx: Ctx, input: PlanContent & { name: string }): Promise<Plan> {
  const { name, ...content } = input;
  const checked = await checkContent(ctx, content);
  const now = nowIso(ctx);
  const plan: Plan = {
    id: ctx.runtime.newId('plan'),
    workspaceId: ctx.principal.workspaceId,
    kind: 'plan',
    name,
    state: 'draft',
    revision: { ...checked, ...everyTimeAnew, number: 1, madeAt: now },
    ...newPlanFields(now),
  };
  await saveMissingCases(ctx, checked);
  await inTransaction(ctx.db, (tx) => store.insertPlan(tx, plan, ctx.principal.accountId));
  return plan;
}

/** Checks new choices only: an earlier question or website may have been archived, and an engine switched off. */
async function checkContent(
  ctx: Ctx,
  content: PlanContent,
  { questions, engines }: Partial<PlanContent> = content,
): Promise<PlanContent> {
  assertCadence(content.cadence);
  const checked = { ...content, engines: [...new Set(content.engines)] };
  if (engines !== undefined) assertMayAskAt(ctx, checked.engines);
  if (questions !== undefined) await assertChoice(ctx, questions);
  await assertFitsRound(ctx, checked);
  return checked;
}

/**
 * Changes a plan. A change of its questions or schedule becomes the next revision; rounds that have begun keep theirs.
 * For an active plan this also requires the permission to evaluate, since it changes what is bought.
 * @throws not_found, invalid_request, engine_unavailable, unsupported_setting, insufficient_permission
 */
export async function changePlan(
  ctx: Ctx,
  input: { id: string; name?: string | undefined; worstCaseMicro?: MicroUsd | null | undefined } & {
    [Part in keyof PlanContent]?: PlanContent[Part] | undefined;
  },
): Promise<Plan> {
  const before = await findPlan(ctx, input.id);
  const { questions, engines, repeats, cadence } = input;
  const isNewRevision = [questions, engines, repeats, cadence].some((part) => part !== undefined);
  const { revision } = before;
  const content = {
    questions: questions ?? revision.questions,
    engines: [...new Set(engines ?? revision.engines)],
    repeats: repeats ?? revision.repeats,
    cadence: cadence ?? revision.cadence,
  };
  if (isNewRevision) {
    const choice = { ...(questions && { questions }), ...(engines && { engines }) };
    await checkContent(ctx, content, choice);
    if (before.state === 'active') assertMayEvaluate(ctx, 'change what an active plan asks');
    if (questions !== undefined || engines !== undefined) await saveMissingCases(ctx, content);
  }
  const allowable = isNewRevision && before.state === 'active' ? await quoteChange(ctx, before, content, input) : null;
  return changeTaken(ctx, input.id, async (tx, plan) => {
    const now = nowIso(ctx);
    if (input.name !== undefined) await store.changePlanRow(tx, plan, { name: input.name });
    if (!isNewRevision) return;
    const settled = plan.state === 'active' ? await settlePlan(tx, ctx, plan) : plan;
    const revision = { ...content, ...everyTimeAnew, number: settled.revision.number + 1, madeAt: now };
    await store.insertRevision(tx, settled, revision, ctx.principal.accountId);
    const nextDueAt = settled.state === 'active' ? nextDueTime(content.cadence, now, now) : null;
    await store.changePlanRow(tx, settled, { revisionNumber: revision.number, settledUntil: now, nextDueAt });
    if (settled.state !== 'active') return;
    // Activated since it was read, so a member allowed other questions.
    if (allowable === null) throw invalidField('id', 'was activated since it was read; read the plan again first');
    await allowCases(ctx, tx, settled, revision.number, allowable.caseIds);
  });
}

/** Quotes an active plan after a change. @throws invalid_request naming `worstCaseUsd` if it is exceeded */
async function quoteChange(
  ctx: Ctx,
  plan: Plan,
  content: PlanContent,
  { worstCaseMicro }: { worstCaseMicro?: MicroUsd | null | undefined },
): Promise<AllowableQuote> {
  const quote = await quoteToAllow(ctx, { ...plan, revision: { ...plan.revision, ...content } });
  if (worstCaseMicro !== undefined) assertWorstCase(quote, worstCaseMicro);
  return quote;
}

/** Stops sending immediately: an open round ends with what it has. Pausing never creates gaps. @throws not_found */
export function pausePlan(ctx: Ctx, { id }: { id: string }): Promise<Plan> {
  return changeTaken(ctx, id, async (tx, plan) => {
    if (plan.state !== 'active') return;
    const settled = await settlePlan(tx, ctx, plan);
    await stopRounds(tx, settled, nowIso(ctx));
    await store.changePlanRow(tx, plan, { state: 'paused', nextDueAt: null });
  });
}

/**
 * Continues with the existing key, at the next due time. Allows exactly the questions that the plan selects now.
 * @throws not_found, insufficient_permission, invalid_request naming `revision` or `worstCaseUsd`
 */
export async function resumePlan(ctx: Ctx, { id, seen }: { id: string; seen: SeenPlan }): Promise<Plan> {
  const read = await findPlan(ctx, id);
  assertMayEvaluate(ctx, 'resume a plan');
  const { caseIds } = await quoteAsSeen(ctx, read, seen);
  return changeTaken(ctx, id, async (tx, plan) => {
    if (plan.state === 'active') return;
    if (plan.state !== 'paused') throw invalidField('id', 'is a draft; activate it first, signed in');
    assertRevision(plan, seen.revision);
    await allowCases(ctx, tx, plan, plan.revision.number, caseIds);
    const now = nowIso(ctx);
    const nextDueAt = nextDueTime(plan.revision.cadence, plan.revision.madeAt, now);
    await store.changePlanRow(tx, plan, { state: 'active', settledUntil: now, nextDueAt });
  });
}

/** Ends a plan permanently and revokes its key; its rounds and answers stay. @throws not_found */
export async function archivePlan(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await withPlan(ctx, id, async (tx, plan) => {
    const now = nowIso(ctx);
    await stopRounds(tx, plan, now);
    if (plan.keyId !== null) await revokeApiKey(tx, plan.workspaceId, plan.keyId, now);
    await store.changePlanRow(tx, plan, { state: 'archived', nextDueAt: null });
  });
}

async function stopRounds(tx: Tx, plan: Plan, now: string): Promise<void> {
  for (const { number } of await openRounds(tx, plan)) {
    await changeRound(tx, plan, number, { state: 'ended', endedAt: now, reason: 'plan_stopped' });
  }
}

async function changeTaken(ctx: Ctx, id: string, change: (tx: Tx, plan: Plan) => Promise<void>): Promise<Plan> {
  await withPlan(ctx, id, change);
  return findPlan(ctx, id);
}

async function withPlan(ctx: Ctx, id: string, change: (tx: Tx, plan: Plan) => Promise<void>): Promise<void> {
  const { workspaceId } = ctx.principal;
  await inTransaction(ctx.db, async (tx) => {
    const plan = await store.lockPlan(tx, ctx.databaseKind, workspaceId, id);
    if (plan === null || plan.state === 'archived' || plan.kind !== 'plan') throw notFound('plan');
    await change(tx, plan);
  });
}

/** Requires the permission to buy, in addition to the right to manage. @throws insufficient_permission */
export function assertMayEvaluate(ctx: Ctx, what: string): void {
  if (requesterOf(ctx.principal) !== null) {
    throw noEvaluation(
      `An agent that needs approval for each purchase cannot ${what}. Ask a signed-in member to do it.`,
    );
  }
  assertHoldsEvaluate(ctx, what);
}

/** @throws insufficient_permission */
export function assertHoldsEvaluate({ principal }: Ctx, what: string): void {
  if ((principal.permissions as readonly string[]).includes('evaluate')) return;
  throw noEvaluation(`To ${what} takes the evaluate permission in addition to manage, because it buys.`);
}

function noEvaluation(message: string): AppError {
  return new AppError('insufficient_permission', message, { details: { permission: 'evaluate' }, retry: 'never' });
}
