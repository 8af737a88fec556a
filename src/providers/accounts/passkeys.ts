import type { BetterAuthPlugin } from 'better-auth';
import type { Kysely } from 'kysely';
import { passkeyPlace } from '../../domain/access/passkeyPlace.ts';
import type { Accounts } from '../../ports/accounts.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { AccountTables } from './accountRows.ts';

type Tables = {
  passkey: {
    id: string;
    name: string | null;
    userId: string;
    credentialID: string;
    createdAt: string | Date;
    lastUsedAt: string | null;
  };
};

type Options = { db: Kysely<AccountTables>; runtime: Runtime; publicBaseUrl: string };

/**
 * Configures the account library's passkeys, bound to our public address and never to one in a request. A passkey
 * replaces both sign-in steps, so the device must have verified its holder by PIN, finger or face.
 */
export async function passkeyPlugins({ db, runtime, publicBaseUrl }: Options): Promise<BetterAuthPlugin[]> {
  const place = passkeyPlace(publicBaseUrl);
  if (place === null) return [];
  const [{ passkey }, { APIError }] = await Promise.all([import('@better-auth/passkey'), import('better-auth/api')]);
  const rows = db as unknown as Kysely<Tables>;
  const refused = (message: string) => new APIError('BAD_REQUEST', { message });
  const assertHolder = (proved: boolean | undefined) => {
    if (proved !== true)
      throw refused('The device did not verify you. Set up a PIN, fingerprint or face recognition on it.');
  };
  const plugin = passkey({
    rpID: place.id,
    rpName: 'Sightline',
    origin: place.origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      async afterVerification({ verification: { registrationInfo } }) {
        assertHolder(registrationInfo?.userVerified);
        // Another account must not take the id of an existing passkey, because accounts are found by it.
        const entry = await rows
          .selectFrom('passkey')
          .select('id')
          .where('credentialID', '=', registrationInfo?.credential.id ?? '')
          .executeTakeFirst();
        if (entry !== undefined) throw refused('This passkey is already registered.');
      },
    },
    authentication: {
      async afterVerification({ verification: { authenticationInfo } }) {
        assertHolder(authenticationInfo.userVerified);
        await rows
          .updateTable('passkey')
          .set({ lastUsedAt: new Date(runtime.now()).toISOString() })
          .where('credentialID', '=', authenticationInfo.credentialID)
          .execute();
      },
    },
  });
  return [plugin as unknown as BetterAuthPlugin];
}

/** Lists the passkeys of accounts, for display. */
export function passkeysOf({ db, publicBaseUrl }: Options): Accounts['passkeys'] {
  const place = passkeyPlace(publicBaseUrl);
  if (place === null) return null;
  return {
    origin: place.origin,
    async list(accountId) {
      const rows = await (db as unknown as Kysely<Tables>)
        .selectFrom('passkey')
        .select(['id', 'name', 'createdAt', 'lastUsedAt'])
        .where('userId', '=', accountId)
        .orderBy('createdAt')
        .orderBy('id')
        .execute();
      return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name: name ?? '',
        createdAt: new Date(createdAt).toISOString(),
        lastUsedAt,
      }));
    },
  };
}
