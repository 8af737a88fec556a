import { AppError } from '../../domain/errors.ts';
import type { Ctx } from '../appContext.ts';
import { countPasswordAttempt } from './throttleSignIn.ts';

/** Maximum age, in milliseconds, of a sign-in that proves the identity of an account without a password. */
const freshMs = 600_000;

/**
 * Verifies the caller's password before sensitive operations. For an account without one, a sign-in within the last ten
 * minutes suffices.
 * @param purpose for people, such as `to make a key that may buy`
 * @throws insufficient_permission naming `password`, rate_limited
 */
export async function assertPassword(ctx: Ctx, password: string | null, purpose: string): Promise<void> {
  const { principal } = ctx;
  if (password !== null) {
    const refund = await countPasswordAttempt(
      ctx,
      principal.kind === 'session' ? principal.sessionId : principal.accountId,
    );
    if (await ctx.accounts.verifyPassword(principal.accountId, password)) return refund();
  }
  if (!(await ctx.accounts.hasPassword(principal.accountId))) {
    if (principal.kind === 'session' && ctx.runtime.now() - Date.parse(principal.signedInAt) <= freshMs) return;
    throw new AppError(
      'insufficient_permission',
      `password: your account has no password. Sign in again ${purpose}, and repeat this within ten minutes.`,
      { details: { field: 'password' }, retry: 'never' },
    );
  }
  throw new AppError('insufficient_permission', `password: enter the password of your account ${purpose}.`, {
    details: { field: 'password' },
    retry: 'never',
  });
}
