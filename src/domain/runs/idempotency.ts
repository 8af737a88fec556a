import { digestOf } from '../text/canonicalJson.ts';
import type { BudgetDenial, Denial } from './disposition.ts';

/** Form of an Idempotency-Key: bare, never quoted. */
export const idempotencyKeyPattern = /^[A-Za-z0-9._:-]{8,128}$/;

export type PaidOperation = 'ensureObservation' | 'requestSeoOverview' | 'startAsk';

/** Outcome saved permanently under an idempotency key. */
export type Outcome =
  | { kind: 'fresh_saved'; runId: string }
  | { kind: 'existing_active'; runId: string }
  | { kind: 'started'; runId: string }
  | { kind: 'report'; reportId: string }
  | ({ kind: 'denied' } & Pick<Denial, 'code' | 'message'> & Partial<Denial>)
  | ({ kind: 'denied' } & BudgetDenial);

/**
 * Returns the fingerprint of a request: SHA-256 of the canonical JSON of the operation and its body after defaults were
 * applied, so that member order, white space and explicit defaults do not matter.
 */
export function fingerprint(operation: PaidOperation, body: unknown): string {
  return `v1:${digestOf({ operation, body })}`;
}
