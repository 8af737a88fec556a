import { z } from 'zod';
import { maxPasswordLength } from '../domain/access/passwordRule.ts';
import type { SessionPrincipal } from '../domain/access/principal.ts';
import { AppError } from '../domain/errors.ts';
import { recordAct } from '../services/access/auditLog.ts';
import { assertPassword } from '../services/access/confirmPassword.ts';
import type { ApiContext } from './apiContext.ts';
import { parseInput } from './invoke.ts';

/** Maximum number of passkeys of an account. */
const maxPasskeys = 20;

const password = z.string().min(1).max(maxPasswordLength).nullish();
const name = z.string().trim().min(1).max(100);
const encoded = z.string().min(1).max(1_400);
/** Credential of a browser, in the form of `PublicKeyCredential.toJSON`. */
const credential = z.object({
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  response: z.record(z.string().max(100), z.unknown()),
  clientExtensionResults: z.record(z.string().max(100), z.unknown()).default({}),
});

const begunBody = z.strictObject({ password });
const addedBody = z.strictObject({ name, response: credential });
const removedBody = z.strictObject({ id: z.string().min(1).max(100), password });
const signInBody = z.strictObject({ response: credential });

type ShownCredential = z.output<typeof credential>;

/** @throws not_found if this server's address cannot have passkeys */
export function assertPasskeys({ accounts }: ApiContext): NonNullable<ApiContext['accounts']['passkeys']> {
  if (accounts.passkeys !== null) return accounts.passkeys;
  throw new AppError(
    'not_found',
    'Passkeys are not available on this server: they need https and a host name, or localhost.',
    {
      retry: 'never',
    },
  );
}

/** Requires the password or a new sign-in before a passkey is added. @throws insufficient_permission */
export async function allowAddingPasskey(api: ApiContext, session: SessionPrincipal, raw: unknown): Promise<void> {
  const input = parseInput(begunBody, raw);
  await assertPassword({ ...api, principal: session }, input.password ?? null, 'to add a passkey');
  if ((await assertPasskeys(api).list(session.accountId)).length < maxPasskeys) return;
  throw new AppError('invalid_request', `An account has at most ${maxPasskeys} passkeys: remove one first.`, {
    retry: 'never',
  });
}

/** @throws invalid_request */
export function readAddedPasskey(raw: unknown): { name: string; response: ShownCredential } {
  return parseInput(addedBody, raw);
}

/** @throws invalid_request, insufficient_permission, not_found if it is unknown or belongs to another account */
export async function allowRemovingPasskey(
  api: ApiContext,
  session: SessionPrincipal,
  raw: unknown,
): Promise<{ id: string; name: string }> {
  const entry = parseInput(removedBody, raw);
  await assertPassword({ ...api, principal: session }, entry.password ?? null, 'to remove a passkey');
  const own = (await assertPasskeys(api).list(session.accountId)).find(({ id }) => id === entry.id);
  if (own !== undefined) return own;
  throw new AppError('not_found', 'id: your account has no such passkey.', { retry: 'never' });
}

/** @throws invalid_request */
export function readPasskeySignIn(raw: unknown): { response: ShownCredential } {
  return parseInput(signInBody, raw);
}

/** Records that a way to sign in was added or removed. */
export async function recordPasskey(
  api: ApiContext,
  session: SessionPrincipal,
  act: 'addPasskey' | 'removePasskey',
  name: string,
): Promise<void> {
  await recordAct({ ...api, principal: session }, api.db, { act, subject: name });
}
