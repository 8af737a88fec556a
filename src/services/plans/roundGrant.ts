import { requesterOf } from '../../domain/access/approval.ts';
import { AppError } from '../../domain/errors.ts';
import { usdOf } from '../../domain/money/usd.ts';
import { openRoundGrant, type Plan } from '../../domain/plans/plan.ts';
import type { Tx } from '../../store/database/transaction.ts';
import { recordAct } from '../access/auditLog.ts';
import { type Ctx, steadyIso } from '../appContext.ts';
import { quoteSavedPlan } from './quotePlan.ts';

/** Returns true if this caller needs a member's approval before a round. */
export function needsRoundGrant({ principal }: Pick<Ctx, 'principal'>): boolean {
  return requesterOf(principal) !== null;
}

/** Notes under whose word a round begins, in the transaction that begins it. False: no word covers it. */
export async function claimRoundGrant(ctx: Ctx, tx: Tx, plan: Plan): Promise<boolean> {
  const grant = openRoundGrant(plan, steadyIso(ctx));
  if (grant === null) return false;
  const note = `round ${plan.lastRound + 1}; approved by ${grant.grantedBy} until ${grant.until}`;
  await recordAct(ctx, tx, { act: 'useApproval', subject: plan.id, note });
  return true;
}

/** The refusal that says where a member gives their word, and what a round costs. */
export async function roundNeedsApproval(ctx: Ctx, plan: Plan): Promise<AppError> {
  const { round } = await quoteSavedPlan(ctx, plan);
  const url = `${ctx.settings.publicBaseUrl}/plans/${plan.id}`;
  return new AppError(
    'approval_required',
    `Ask a member to allow agents to start rounds of this plan at ${url}. Then repeat this request with the same Idempotency-Key. Nothing was started.`,
    {
      details: {
        approvalId: plan.id,
        approvalUrl: url,
        state: 'pending',
        typicalUsd: round === null ? null : usdOf(round.total.typical),
        maxUsd: round === null ? null : usdOf(round.total.max),
        simulated: round?.simulated ?? ctx.engines.declared.simulated,
      },
      retry: 'same_key',
    },
  );
}
