import { AppError } from '../domain/errors.ts';
import { maxWaitMs } from '../domain/runs/disposition.ts';
import type { Outcome } from '../domain/runs/idempotency.ts';

/**
 * Builds the error of a denial that is saved under its key. `Retry-After` says when another request makes sense, and
 * the details that it needs its own key: repeating this one changes nothing.
 * @param now milliseconds since the epoch
 */
export function deniedOutcome(outcome: Extract<Outcome, { kind: 'denied' }>, now: number): AppError {
  const { code, message, limit = null, freeAt = null } = outcome;
  const details = { field: 'Idempotency-Key', newKeyNeeded: true, ...(limit === null ? {} : { limit }) };
  const waitMs = freeAt === null || limit === null ? 0 : Math.min(maxWaitMs[limit], Date.parse(freeAt) - now);
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  if (outcome.limit === 'budget') {
    const { budget, leftUsd, neededUsd, spentUsd, heldUsd, waitsFor } = outcome;
    // A budget that is too small stays so until a person raises it.
    const seconds = freeAt === null ? 3_600 : retryAfterSeconds;
    const amounts = { leftUsd, neededUsd, spentUsd, heldUsd };
    return new AppError(code, message, {
      retry: 'never',
      retryAfterSeconds: seconds,
      details: { ...details, budget, ...amounts, waitsFor, freeAt },
    });
  }
  return new AppError(code, message, {
    retry: 'never',
    ...(code === 'run_limit' ? { retryAfterSeconds } : {}),
    details,
  });
}
