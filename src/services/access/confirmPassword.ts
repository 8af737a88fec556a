import { AppError } from '../../domain/errors.ts';
import type { Ctx } from '../world.ts';
import { countPasswordAttempt } from './throttleSignIn.ts';

/**
 * Asks for the password of whoever acts, for what gives power.
 * @param purpose for people, such as `to make a key that may buy`
 * @throws insufficient_permission naming `password`, rate_limited
 */
export async function assertPassword(ctx: Ctx, password: string | null, purpose: string): Promise<void> {
  const { principal } = ctx;
  if (password !== null) {
    const giveBack = await countPasswordAttempt(
      ctx,
      principal.kind === 'session' ? principal.sessionId : principal.accountId,
    );
    if (await ctx.accounts.verifyPassword(principal.accountId, password)) return giveBack();
  }
  throw new AppError('insufficient_permission', `password: enter the password of your account ${purpose}.`, {
    details: { field: 'password' },
    retry: 'never',
  });
}
