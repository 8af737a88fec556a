import { invalidField } from '../../domain/errors.ts';
import { type MicroUsd, usdText } from '../../domain/money/usd.ts';
import type { Plan } from '../../domain/plans/plan.ts';
import type { Tx } from '../../store/database/transaction.ts';
import { saveAllowance } from '../../store/plans/allowances.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { type AllowableQuote, quoteAsShown } from './quotePlan.ts';

/** A plan as displayed to its reader. */
export type SeenPlan = {
  revision: number;
  /** Amount held for a round according to its quote; null: no price. */
  worstCaseMicro: MicroUsd | null;
  /** Digest of the quoted questions; null: the reader accepts whatever the plan selects. */
  questionsDigest: string | null;
};

/**
 * Quotes what a reader is about to allow, and refuses a revision, questions or costs that differ from those displayed.
 * @throws invalid_request naming `revision`, `worstCaseUsd` or `questionsDigest`
 */
export async function quoteAsSeen(ctx: Ctx, plan: Plan, seenPlan: SeenPlan): Promise<AllowableQuote> {
  assertRevision(plan, seenPlan.revision);
  const quote = await quoteAsShown(ctx, plan);
  assertWorstCase(quote, seenPlan.worstCaseMicro);
  const { questionsDigest: seenDigest } = seenPlan;
  if (seenDigest !== null && seenDigest !== quote.quote.questionsDigest) {
    throw invalidField(
      'questionsDigest',
      'does not match the questions that the plan selects now; read the plan again first',
    );
  }
  return quote;
}

/** @throws invalid_request naming `revision` */
export function assertRevision({ revision }: Pick<Plan, 'revision'>, seenCount: number): void {
  if (revision.number === seenCount) return;
  throw invalidField('revision', `is ${revision.number} now, so the plan has changed; read it again first`);
}

/** @throws invalid_request naming `worstCaseUsd` */
export function assertWorstCase({ quote }: AllowableQuote, position: MicroUsd | null): void {
  const worst = quote.round === null ? 0 : quote.round.total.held;
  if (worst === null ? position === null : position !== null && worst <= position) return;
  const now = worst === null ? 'a round has no known price' : `a round may hold up to $${usdText(worst)}`;
  throw invalidField('worstCaseUsd', `is exceeded: ${now} now; read the plan and its quote again first`);
}

/** Saves that a plan may ask these cases, in the transaction that allows it. */
export function allowCases(ctx: Ctx, tx: Tx, plan: Plan, revision: number, caseIds: readonly string[]): Promise<void> {
  return saveAllowance(tx, plan, { revision, caseIds, allowedBy: ctx.principal.accountId, allowedAt: nowIso(ctx) });
}
