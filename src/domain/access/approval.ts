import type { PaidOperation } from '../runs/idempotency.ts';
import type { Principal } from './principal.ts';

/**
 * Requester of a purchase: an API key, or a program that signed in for an account. `keyId`: the key that its requests
 * are counted against.
 */
export type Requester = { id: string; name: string; accountId: string; accountEmail: string; keyId: string | null };

/** A member's decision on one purchase: one operation with one body, under one idempotency key, from one requester. */
export type Approval = {
  id: string;
  workspaceId: string;
  requester: Requester;
  operation: PaidOperation;
  idempotencyKey: string;
  /** Digest of operation and body, so that an approval covers no other request. */
  fingerprint: string;
  body: unknown;
  requestedAt: string;
  /** ISO 8601: time at which an undecided request expires. */
  openUntil: string;
  decision: 'approved' | 'declined' | null;
  decidedAt: string | null;
  /** Email of the member who decided. */
  decidedBy: string | null;
  /** ISO 8601: time at which an unused approval expires. */
  grantUntil: string | null;
  usedAt: string | null;
};

export const approvalStates = ['pending', 'approved', 'declined', 'used', 'expired'] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** Lifetimes of a request that waits for a member, and of a member's approval. */
export const requestLifeMs = 86_400_000;
export const grantLifeMs = 600_000;

/** Maximum number of requests of one requester that may wait at once. */
export const maxPendingApprovals = 50;

/** @param now ISO 8601, from the same clock as the approval's own times */
export function decideApprovalState(
  approval: Pick<Approval, 'decision' | 'openUntil' | 'grantUntil' | 'usedAt'>,
  now: string,
): ApprovalState {
  if (approval.usedAt !== null) return 'used';
  if (approval.decision === 'declined') return 'declined';
  if (approval.decision === 'approved') return (approval.grantUntil ?? '') > now ? 'approved' : 'expired';
  return approval.openUntil > now ? 'pending' : 'expired';
}

/**
 * Returns the requester that must ask a member before a purchase. Null for callers that may buy without approval:
 * people, keys with that right, and the agent of a run, whose lookup was approved with the run.
 */
export function requesterOf(principal: Principal): Requester | null {
  const { accountId, accountEmail } = principal;
  if (principal.kind === 'client') {
    const { connectionId, clientName: name } = principal;
    return { id: `client:${connectionId}`, name, accountId, accountEmail, keyId: connectionId };
  }
  if (principal.kind !== 'key' || !principal.asksToSpend) return null;
  const { keyId, keyName: name } = principal;
  return { id: `key:${keyId}`, name, accountId, accountEmail, keyId };
}
