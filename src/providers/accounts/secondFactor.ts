import { createHmac } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import type { Kysely } from 'kysely';

type Tables = { twoFactor: { userId: string; secret: string; lastStep: number | null } };

const digits = 6;
const stepSeconds = 30;

/** Computes the code of a time step (RFC 4226, 5.3; RFC 6238, 4.2), as six digits. */
function computeCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  const code = (digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits;
  return String(code).padStart(digits, '0');
}

/** Finds the time step of a code, with clocks at most one step apart; null if it matches none. */
function findStep(secret: string, code: string, nowMs: number): number | null {
  const current = Math.floor(nowMs / 1000 / stepSeconds);
  return [current + 1, current, current - 1].find((step) => computeCode(secret, step) === code) ?? null;
}

/**
 * Configures the account library's second step: five attempts per sign-in, ten in a row per account, then a wait of a
 * quarter of an hour. The library accepts a code repeatedly, so the step of each is saved before its session is: an
 * equal or older one is refused (RFC 6238, 5.2).
 */
export async function secondFactorPlugins(db: Kysely<unknown>): Promise<BetterAuthPlugin[]> {
  const [{ twoFactor }, { APIError }, { symmetricDecrypt }] = await Promise.all([
    import('better-auth/plugins/two-factor'),
    import('better-auth/api'),
    import('better-auth/crypto'),
  ]);
  const rows = db as Kysely<Tables>;
  const claimStep = async (userId: string, code: string, key: SecretKey): Promise<boolean> => {
    const row = await rows.selectFrom('twoFactor').select('secret').where('userId', '=', userId).executeTakeFirst();
    if (row === undefined) return false;
    const step = findStep(await symmetricDecrypt({ key, data: row.secret }), code, Date.now());
    if (step === null) return false;
    const claimed = await rows
      .updateTable('twoFactor')
      .set({ lastStep: step })
      .where('userId', '=', userId)
      .where(({ or, eb }) => or([eb('lastStep', 'is', null), eb('lastStep', '<', step)]))
      .executeTakeFirst();
    return claimed.numUpdatedRows === 1n;
  };
  const codesOnce: BetterAuthPlugin = {
    id: 'codes-once',
    init: () => ({
      options: {
        databaseHooks: {
          session: {
            create: {
              async before({ userId }, context) {
                if (context?.path !== '/two-factor/verify-totp') return;
                const { code } = context.body as { code: string };
                if (await claimStep(userId, code, context.context.secretConfig)) return;
                throw new APIError('UNAUTHORIZED', { message: 'The code was used before.' });
              },
            },
          },
        },
      },
    }),
  };
  const steps = twoFactor({ issuer: 'Sightline', totpOptions: { digits, period: stepSeconds } });
  return [steps as unknown as BetterAuthPlugin, codesOnce];
}

type SecretKey = Parameters<typeof import('better-auth/crypto').symmetricDecrypt>[0]['key'];
