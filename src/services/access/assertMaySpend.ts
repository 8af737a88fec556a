import { AppError } from '../../domain/errors.ts';
import type { Ctx } from '../appContext.ts';

/**
 * Returns true if this account may start paid work: a viewer never, others if the operator lists them or has no list.
 */
export function maySpend({ settings: { allowedAccounts }, principal }: Pick<Ctx, 'settings' | 'principal'>): boolean {
  if (principal.kind !== 'capability' && principal.role === 'viewer') return false;
  return allowedAccounts === null || allowedAccounts.has(principal.accountEmail.toLowerCase());
}

/** Checks the right to spend before anything is reserved for paid work. @throws account_not_allowed */
export function assertMaySpend(ctx: Pick<Ctx, 'settings' | 'principal'>): void {
  if (maySpend(ctx)) return;
  throw new AppError('account_not_allowed', 'This account is not on the list of accounts that may start paid work.', {
    retry: 'never',
  });
}
