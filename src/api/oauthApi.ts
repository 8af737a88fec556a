import { z } from 'zod';
import { clientNameFlaw } from '../domain/access/clientName.ts';
import type { SessionPrincipal } from '../domain/access/principal.ts';
import { AppError } from '../domain/errors.ts';
import { findTextFlaw } from '../domain/text/textRule.ts';
import { isKnownClient, startMemberConsent } from '../services/access/programs.ts';
import type { ApiContext } from './apiContext.ts';

const maxLength = 2_000;
const text = (length: number) => z.string().min(1).max(length);

/** Registration metadata that this server uses (RFC 7591, 2). Unknown members are dropped, as the standard requires. */
const metadata = z.object({
  redirect_uris: z.array(text(maxLength)).min(1).max(10),
  client_name: z
    .string()
    .superRefine((name, context) => {
      const flaw = clientNameFlaw(name);
      if (flaw !== null) context.addIssue({ code: 'custom', message: flaw });
    })
    .optional(),
  scope: text(maxLength).optional(),
  grant_types: z.array(text(100)).max(10).optional(),
  response_types: z.array(text(100)).max(10).optional(),
  application_type: text(100).optional(),
});

/** A refusal in the form of OAuth (RFC 6749, 5.2; RFC 7591, 3.2.2). */
export class OAuthRefusal extends Error {
  readonly status: number;
  readonly body: { error: string; error_description: string };
  constructor(error: string, description: string, status = 400) {
    super(description);
    this.status = status;
    this.body = { error, error_description: description };
  }
}

/**
 * Parses the registration of a program. It becomes a public client with PKCE, so no secret has to be stored. Loopback
 * addresses make it a native program, which the library requires to be explicit.
 * @throws OAuthRefusal
 */
export function readRegistration(raw: unknown): Record<string, unknown> {
  const parsed = metadata.safeParse(raw);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join('.') || 'body';
    const error = field.startsWith('redirect_uris') ? 'invalid_redirect_uri' : 'invalid_client_metadata';
    throw new OAuthRefusal(error, `${field}: ${issue?.message ?? 'is not valid'}`);
  }
  const flaw = findTextFlaw(parsed.data, []);
  if (flaw !== null) throw new OAuthRefusal('invalid_client_metadata', `${flaw.path.join('.')}: ${flaw.flaw}`);
  const isNative = parsed.data.redirect_uris.some((uri) => !uri.startsWith('https://'));
  return {
    ...(isNative ? { application_type: 'native' } : {}),
    ...parsed.data,
    token_endpoint_auth_method: 'none',
  };
}

/** Returns true for a client id that is the address of a document describing the program. */
export function isDocumentId(clientId: string): boolean {
  return /^https:/i.test(clientId.trim());
}

/**
 * Checks the form of a token request. Unknown clients cause no fetch, because strangers could use up this server's
 * fetches per minute. @throws OAuthRefusal
 */
export async function assertTokenRequest(api: ApiContext, form: URLSearchParams): Promise<void> {
  for (const [name, value] of form) {
    const flaw = findTextFlaw(value, []) ?? findTextFlaw(name, []);
    if (flaw !== null) throw new OAuthRefusal('invalid_request', `${name}: ${flaw.flaw}`);
  }
  for (const clientId of form.getAll('client_id')) {
    if (isDocumentId(clientId) && !(await isKnownClient(api, clientId))) {
      throw new OAuthRefusal('invalid_client', 'client_id: this program is not known here', 401);
    }
  }
}

/** Refuses an unknown program, before the account library fetches a document about it. @throws not_found */
export async function assertKnownClient(api: ApiContext, clientId: string): Promise<void> {
  if (await isKnownClient(api, clientId)) return;
  throw new AppError('not_found', 'client_id: this server does not know this program.', { retry: 'never' });
}

/** Checks every value of a query against the rule for text. */
export function isPlainQuery(query: URLSearchParams): boolean {
  return findTextFlaw([...query], []) === null;
}

/** Records that a member connects a program, before the account library saves the consent. */
export function beginConsent(api: ApiContext, session: SessionPrincipal, clientId: string): Promise<void> {
  return startMemberConsent(api, { clientId, accountId: session.accountId, workspaceId: session.workspaceId });
}
