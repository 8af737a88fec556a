import { passwordFlaw } from '../../domain/access/passwordRule.ts';
import { AppError, invalidField } from '../../domain/errors.ts';
import {
  consumeReset,
  findAccountByEmail,
  findPasswordReset,
  openPasswordReset,
  replacePassword,
} from '../../store/access/passwordResets.ts';
import { deleteStartedSignIns } from '../../store/access/secondFactors.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { type AppContext, nowIso } from '../appContext.ts';
import { hashSecret } from './apiKeySecret.ts';

/** Checks a new password against the rule. @throws invalid_request naming the field */
export function assertPasswordChoice(password: string, email: string, field = 'password'): void {
  const flaw = passwordFlaw(password, email);
  if (flaw !== null) throw invalidField(field, flaw);
}

const resetMinutes = 60;

/**
 * Opens a reset of an account's password for the operator of this database, who forwards its one-time secret. Only this
 * response contains the secret, and an earlier reset of the account ends. @throws not_found
 */
export async function openReset(
  app: Pick<AppContext, 'db' | 'runtime'>,
  email: string,
): Promise<{ email: string; secret: string; expiresAt: string }> {
  const account = await findAccountByEmail(app.db, email);
  if (account === null) throw new AppError('not_found', 'No account has this email.', { retry: 'never' });
  const secret = Buffer.from(app.runtime.randomBytes(32)).toString('base64url');
  const expiresAt = nowIso(app, resetMinutes * 60_000);
  const reset = { secretHash: hashSecret(secret), accountId: account.id, createdAt: nowIso(app), expiresAt };
  await openPasswordReset(app.db, reset);
  return { email: account.email, secret, expiresAt };
}

/** Returns the account of a reset to the holder of its secret. @throws not_found */
export async function readReset(app: AppContext, secret: string): Promise<{ accountId: string; email: string }> {
  const reset = await findPasswordReset(app.db, hashSecret(secret), nowIso(app));
  if (reset === null) throw closedReset();
  return reset;
}

/** Sets the password, once, and ends every session of the account. @throws not_found, invalid_request */
export async function resetPassword(
  app: AppContext,
  input: { secret: string; password: string },
): Promise<{ email: string }> {
  const { accountId, email } = await readReset(app, input.secret);
  assertPasswordChoice(input.password, email);
  const passwordHash = await app.accounts.hashPassword(input.password);
  await inTransaction(app.db, async (tx) => {
    if (!(await consumeReset(tx, hashSecret(input.secret), nowIso(app)))) throw closedReset();
    await replacePassword(tx, accountId, passwordHash, nowIso(app));
  });
  return { email };
}

/** Ends an account's sign-ins that wait for their second step, after the password or the secret has changed. */
export function endStartedSignIns({ db }: Pick<AppContext, 'db'>, accountId: string): Promise<void> {
  return deleteStartedSignIns(db, accountId);
}

/** Creates one error for used, replaced, expired and unknown secrets. */
function closedReset(): AppError {
  return new AppError(
    'not_found',
    'This link is no longer valid: it was used, replaced by a later one, or has expired. Ask the operator for another.',
    { retry: 'never' },
  );
}
