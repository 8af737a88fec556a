import { AppError } from '../../domain/errors.ts';
import { type MicroUsd, usdOf, usdText } from '../../domain/money/usd.ts';
import { readRequestKey } from '../../domain/plans/round.ts';
import type { BudgetDenial } from '../../domain/runs/disposition.ts';
import type { Outcome } from '../../domain/runs/idempotency.ts';
import { changeItem, findOpenItem } from '../../store/planRounds.ts';
import type { Tx } from '../../store/transaction.ts';
import { spentOfRound } from '../money/roundMoney.ts';
import { type Ctx, nowIso } from '../world.ts';
import type { ObservationTarget } from './planObservation.ts';

/** The request of an open round that an ensure is. */
export type OpenRequest = {
  planId: string;
  workspaceId: string;
  round: number;
  caseId: string;
  repeat: number;
  denials: number;
  maxRoundMicro: MicroUsd | null;
};

/**
 * Which request of a round an ensure is; null for one of no round. The key of a plan may send nothing else: neither
 * another case, nor after its round has ended, nor a request twice. @throws insufficient_permission to such a key
 */
export async function findRoundRequest(
  ctx: Ctx,
  tx: Tx,
  body: ObservationTarget,
  idempotencyKey: string,
): Promise<OpenRequest | null> {
  const planOfKey = ctx.principal.kind === 'key' ? ctx.principal.planId : null;
  const asked = readRequestKey(idempotencyKey);
  const { workspaceId } = ctx.principal;
  const isOfPlan = asked !== null && body.kind === 'keyword' && body.caseId === asked.caseId && !body.useSeoTools;
  const item = isOfPlan ? await findOpenItem(tx, { ...asked, workspaceId }) : null;
  const isOpen = item !== null && item.runId === null && item.denials === asked?.denials && nowIso(ctx) < item.endsAt;
  if (asked !== null && item !== null && isOpen && (planOfKey === null || planOfKey === asked.planId)) {
    return { ...asked, workspaceId, maxRoundMicro: item.maxRoundMicro };
  }
  if (planOfKey === null) return null;
  throw new AppError(
    'insufficient_permission',
    'This key asks for the open rounds of its plan and for nothing else, each request once, under the key that the plan names. Nothing was started.',
    { details: { planId: planOfKey }, retry: 'never' },
  );
}

/** Notes on the round how its request was met or denied, in the transaction that says so to its key. */
export async function noteRoundRequest(tx: Tx, request: OpenRequest, outcome: Outcome): Promise<void> {
  if (outcome.kind === 'report') return;
  if (outcome.kind === 'denied') {
    await changeItem(tx, request, { denials: request.denials + 1, denial: outcome.message });
  } else await changeItem(tx, request, { met: outcome.kind, runId: outcome.runId });
}

/** Why the worst case of a request does not fit into what its plan may spend in a round; null when it does. */
export async function denyOverRound(
  tx: Tx,
  request: OpenRequest,
  worst: MicroUsd | null,
): Promise<BudgetDenial | null> {
  const { maxRoundMicro, planId, workspaceId, round } = request;
  if (maxRoundMicro === null) return null;
  const left = Math.max(0, maxRoundMicro - (await spentOfRound(tx, { id: planId, workspaceId }, round)));
  if (worst !== null && worst <= left) return null;
  const needs = worst === null ? 'has no known price' : `may cost up to $${usdText(worst)}`;
  return {
    code: 'run_limit',
    limit: 'budget',
    budget: 'plan',
    message: `This answer ${needs}, and round ${round} of its plan may spend $${usdText(left)} more. Nothing was started.`,
    leftUsd: usdOf(left),
    neededUsd: usdOf(worst),
    freeAt: null,
  };
}
