import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../domain/errors.ts';
import { sha256Hex } from '../../domain/text/canonicalJson.ts';
import { isSetupOpen } from '../../store/access/setup.ts';
import type { AppContext } from '../appContext.ts';
import { assertPasswordChoice } from './passwords.ts';

export type SetupInput = { token: string; email: string; password: string; workspaceName: string };

/**
 * Returns the facts that are public before sign-in: whether this deployment still waits for its first owner, whether
 * its engines are simulated, and whether it mails password resets.
 */
export async function readSetup(app: AppContext): Promise<{ open: boolean; simulated: boolean; mailsResets: boolean }> {
  return {
    open: await isSetupOpen(app.db),
    simulated: app.engines.declared.simulated,
    mailsResets: app.messenger.canMail,
  };
}

/**
 * Creates the first owner and their workspace, once, for the holder of the printed token. @throws
 * insufficient_permission
 */
export async function setupOwner(
  app: AppContext,
  input: SetupInput,
): Promise<{ account: { id: string; email: string }; workspace: { id: string; name: string } }> {
  const expected = app.settings.setupTokenHash;
  if (expected === null || !sameHash(sha256Hex(input.token), expected)) throw closed();
  assertPasswordChoice(input.password, input.email);
  const firstOwner = await app.accounts.createFirstOwner(input);
  if (firstOwner === null) throw closed();
  return {
    account: { id: firstOwner.accountId, email: input.email.toLowerCase() },
    workspace: { id: firstOwner.workspaceId, name: input.workspaceName },
  };
}

function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

/** Creates one error for a wrong token and for a finished setup, so that a guesser learns nothing. */
function closed(): AppError {
  return new AppError(
    'insufficient_permission',
    'token: this is not the setup token, or the first owner exists already. The token is printed when the server starts without an account.',
    { details: { field: 'token' }, retry: 'never' },
  );
}
