import { invalidField } from '../../domain/errors.ts';
import { type MicroUsd, usdText } from '../../domain/money/usd.ts';
import type { Plan } from '../../domain/plans/plan.ts';
import type { Tx } from '../../store/database/transaction.ts';
import { saveAllowance } from '../../store/plans/allowances.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { type AllowableQuote, quoteToAllow } from './quotePlan.ts';

/** The plan as its reader saw it: its revision, and what a round holds at most by its quote. Null: without a price. */
export type SeenPlan = { revision: number; worstCaseMicro: MicroUsd | null };

/**
 * Quotes what a plan would ask from now on, and refuses another plan, or a costlier one, than was seen.
 * @throws invalid_request naming `revision` or `worstCaseUsd`
 */
export async function quoteAsSeen(ctx: Ctx, plan: Plan, seen: SeenPlan): Promise<AllowableQuote> {
  assertRevision(plan, seen.revision);
  const quote = await quoteToAllow(ctx, plan);
  assertWorstCase(quote, seen.worstCaseMicro);
  return quote;
}

/** @throws invalid_request naming `revision` */
export function assertRevision({ revision }: Pick<Plan, 'revision'>, seen: number): void {
  if (revision.number === seen) return;
  throw invalidField('revision', `is ${revision.number} now, so the plan asks something else; read it again first`);
}

/** @throws invalid_request naming `worstCaseUsd` */
export function assertWorstCase({ quote }: AllowableQuote, seen: MicroUsd | null): void {
  const worst = quote.round === null ? 0 : quote.round.total.held;
  if (worst === null ? seen === null : seen !== null && worst <= seen) return;
  const now = worst === null ? 'a round has no known price' : `a round may hold up to $${usdText(worst)}`;
  throw invalidField('worstCaseUsd', `is passed: ${now} now; read the plan and its quote again first`);
}

/** Saves that a plan may ask these cases, in the transaction that lets it. */
export function allowCases(ctx: Ctx, tx: Tx, plan: Plan, revision: number, caseIds: readonly string[]): Promise<void> {
  return saveAllowance(tx, plan, { revision, caseIds, allowedBy: ctx.principal.accountId, allowedAt: nowIso(ctx) });
}
