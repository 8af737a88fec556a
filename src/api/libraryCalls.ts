import { z } from 'zod';
import { maxPasswordLength } from '../domain/access/passwordRule.ts';
import { parseInput } from './invoke.ts';

const password = z.string().min(1).max(maxPasswordLength);
const nothing = z.strictObject({});
const withPassword = z.strictObject({ password });
const withCode = z.strictObject({ code: z.string().min(1).max(50) });
const empty = z.object({});

/** Permitted call of the account library: the fields it accepts, and the response fields that are passed on. */
export type LibraryCall = {
  query: z.ZodType;
  body: z.ZodType;
  answer: z.ZodType;
  /** Checks the account's password inside a session; wrong attempts count for that session. */
  asksPassword?: true;
};

const query = nothing;

/** Permitted calls of the account library, by method and path. Everything else below /api/auth gets 404. */
export const libraryCalls: Readonly<Record<string, LibraryCall>> = {
  'POST /sign-in/email': {
    query,
    body: z.strictObject({ email: z.string().min(1).max(320), password: z.string().max(maxPasswordLength) }),
    answer: z.object({ twoFactorRedirect: z.boolean().optional() }),
  },
  'POST /sign-out': { query, body: nothing, answer: empty },
  'POST /revoke-sessions': { query, body: nothing, answer: empty },
  'GET /get-session': {
    query,
    body: z.undefined(),
    answer: z.object({ user: z.object({ email: z.string(), twoFactorEnabled: z.boolean().nullish() }) }).nullable(),
  },
  'POST /change-password': {
    query,
    // A new password always ends the other sessions, even if the caller asks otherwise.
    body: z
      .strictObject({
        currentPassword: password,
        newPassword: password,
        revokeOtherSessions: z.literal(true).optional(),
      })
      .transform((fields) => ({ ...fields, revokeOtherSessions: true as const })),
    answer: empty,
    asksPassword: true,
  },
  'POST /two-factor/enable': {
    query,
    body: withPassword,
    answer: z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) }),
    asksPassword: true,
  },
  'POST /two-factor/disable': { query, body: withPassword, answer: empty, asksPassword: true },
  'POST /two-factor/verify-totp': { query, body: withCode, answer: empty },
  'POST /two-factor/verify-backup-code': { query, body: withCode, answer: empty },
  'GET /oauth2/public-client': {
    query: z.strictObject({ client_id: z.string().min(1).max(2_000) }),
    body: z.undefined(),
    answer: z.object({ client_name: z.string().optional() }),
  },
};

/** @throws invalid_request naming a field that is invalid, missing or unknown */
export function readLibraryCall(
  call: LibraryCall,
  raw: { query: unknown; body: unknown },
): { query: Record<string, string>; body: unknown } {
  return {
    query: parseInput(call.query, raw.query) as Record<string, string>,
    body: parseInput(call.body, raw.body),
  };
}
