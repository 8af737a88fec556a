import { requesterOf } from '../../domain/access/approval.ts';
import { readRequestKey } from '../../domain/plans/round.ts';
import { rememberNewest } from '../../domain/rememberNewest.ts';
import { isOvertaken } from '../../store/database/transaction.ts';
import type { Ctx } from '../appContext.ts';
import type { ObservationTarget } from './planObservation.ts';

/** Milliseconds for which an owner's claims lock before they decide, after one was overtaken. */
const carefulMs = 10_000;
const overtakenAt = new Map<string, number>();
const maxOwners = 1_000;

/**
 * Claims a run. `isQuick`: the owner's other claims are not awaited before the decision. The last statements then lock,
 * check again and commit together, so that no lock lasts a round trip. If another claim came first, or a budget is
 * nearly used up, the claim is made once more in the careful order.
 */
export async function claimQuickly<Claim>(
  ctx: Ctx,
  body: ObservationTarget,
  idempotencyKey: string,
  claim: (isQuick: boolean) => Promise<Claim>,
): Promise<Claim> {
  const { ownerId } = ctx.principal;
  const now = ctx.runtime.monotonic();
  const isCareful = now - (overtakenAt.get(ownerId) ?? Number.NEGATIVE_INFINITY) < carefulMs;
  if (isCareful || !mayBeQuick(ctx, body, idempotencyKey)) return claim(false);
  try {
    return await claim(true);
  } catch (cause) {
    if (!isOvertaken(cause)) throw cause;
    rememberNewest(overtakenAt, ownerId, now, maxOwners);
    return claim(false);
  }
}

/** Returns true on PostgreSQL for an answer that needs no approval, and that no round has asked for. */
function mayBeQuick({ databaseKind, principal }: Ctx, { kind }: ObservationTarget, idempotencyKey: string): boolean {
  if (databaseKind !== 'postgres' || kind !== 'keyword' || requesterOf(principal) !== null) return false;
  return readRequestKey(idempotencyKey) === null && !(principal.kind === 'key' && principal.planId !== null);
}
