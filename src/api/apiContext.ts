import { z } from 'zod';
import type { OAuthAudience } from '../domain/access/oauthResources.ts';
import { maxPasswordLength } from '../domain/access/passwordRule.ts';
import { permissions } from '../domain/access/permissions.ts';
import type { Principal, SessionPrincipal } from '../domain/access/principal.ts';
import { withinRole } from '../domain/access/roles.ts';
import type { RateLimitDecision } from '../domain/access/slidingWindow.ts';
import { AppError } from '../domain/errors.ts';
import { recordAct } from '../services/access/auditLog.ts';
import {
  authenticateCapability,
  authenticateClient,
  authenticateKey,
  type Caller,
} from '../services/access/authenticate.ts';
import { mailReset } from '../services/access/mailReset.ts';
import { acceptInvitation, readInvitation } from '../services/access/members.ts';
import { readReset, resetPassword } from '../services/access/passwords.ts';
import { setupOwner } from '../services/access/setupOwner.ts';
import { countRequestAgainstLimit, requestWindow } from '../services/access/takeRequest.ts';
import type { AppContext } from '../services/appContext.ts';
import { readWebsite } from '../services/readWebsite.ts';
import type { ActiveOperations } from './activeOperations.ts';
import { parseInput } from './invoke.ts';
import type { LaggingCopy } from './laggingCopy.ts';

export { assertPasswordChoice, endStartedSignIns } from '../services/access/passwords.ts';
export { readSetup } from '../services/access/setupOwner.ts';
export {
  countBeginning,
  countDocument,
  countPasswordAttempt,
  countRefusedToken,
  countRegistration,
  countResetMail,
  countSecretAttempt,
  countSharedOpening,
  countSignInAttempt,
} from '../services/access/throttleSignIn.ts';
export { enterJoinedWorkspace } from '../services/access/workspaces.ts';
export { receiveDrain } from '../services/crawlers/logDrains.ts';
export { receiveWebhook } from '../services/runs/receiveWebhook.ts';
export { openShareLink } from '../services/sharing/shareLinks.ts';
export { invoke } from './invoke.ts';
export type { Caller };

/** Context of a transport: the application's context, how strictly output is checked, and operations in progress. */
export type ApiContext = AppContext & { strictOutput: boolean; underWay: ActiveOperations; copy: LaggingCopy | null };

/** 401 with one text for unknown, expired and revoked secrets. `challenge` becomes the WWW-Authenticate header. */
export class Unauthorized extends AppError {
  readonly challenge: string;
  constructor(challenge: string, message: string) {
    super('unauthorized', message, { retry: 'never' });
    this.challenge = challenge;
  }
}

const bearerRealm = 'Bearer realm="sightline"';
const sessionRealm = 'Session realm="sightline"';
const sendKey = 'send `Authorization: Bearer <API key>`.';
const bearer = /^Bearer +([^\s]+)$/i;

/**
 * Finds the holder of the bearer secret in an Authorization header: a key, a run's capability, or a signed-in program.
 * A program's tokens are valid only for the endpoint they were issued for, and never for v1. @throws unauthorized
 */
export async function authenticateBearer(
  api: ApiContext,
  header: string | undefined,
  at: 'v1' | OAuthAudience,
): Promise<Caller> {
  const secret = header === undefined ? undefined : bearer.exec(header)?.[1];
  const challenge = at === 'mcp' ? `${bearerRealm}, ${whereToSignIn(api)}` : bearerRealm;
  if (secret === undefined) {
    throw new Unauthorized(challenge, `S${sendKey.slice(1)}`);
  }
  const caller = await findCaller(api, secret, at);
  if (caller !== null) return caller;
  throw new Unauthorized(
    `${challenge}, error="invalid_token"`,
    'This key is not valid: it is unknown, expired or revoked. Sign in and create a key at /docs/api.',
  );
}

async function findCaller(api: ApiContext, secret: string, at: 'v1' | OAuthAudience): Promise<Caller | null> {
  if (secret.startsWith('slc_')) return notCounted(await authenticateCapability(api, secret));
  if (!secret.startsWith('slo_')) return authenticateKey(api, secret);
  return at === 'v1' ? null : notCounted(await authenticateClient(api, secret, at));
}

function notCounted(principal: Principal | null): Caller | null {
  return principal === null ? null : { principal, taken: null };
}

/** Names the metadata document with which a program's sign-in starts, and the scopes that it may request. */
function whereToSignIn({ settings }: ApiContext): string {
  const metadata = `${settings.publicBaseUrl}/.well-known/oauth-protected-resource/api/mcp`;
  return `resource_metadata="${metadata}", scope="${permissions.join(' ')}"`;
}

/** Records that a member connected a program. */
export async function recordConsent(
  api: ApiContext,
  session: SessionPrincipal,
  clientId: string,
  scope: string,
): Promise<void> {
  const ctx = { ...api, principal: session };
  await recordAct(ctx, api.db, { act: 'connect', subject: clientId, note: scope });
}

/**
 * Finds the member of a session cookie. A signed-in person may do everything in their workspace.
 * @param takesKeys true if an API key would also work, which the error then mentions
 * @throws unauthorized
 */
export async function authenticateSession(
  api: ApiContext,
  cookie: string | undefined,
  takesKeys = false,
): Promise<SessionPrincipal> {
  const identity = cookie === undefined ? null : await api.accounts.identify(cookie);
  if (identity === null) {
    throw takesKeys
      ? new Unauthorized(`${bearerRealm}, ${sessionRealm}`, `Sign in first, or ${sendKey}`)
      : new Unauthorized(sessionRealm, 'Sign in first.');
  }
  return { kind: 'session', ...identity, permissions: withinRole(identity.role, permissions) };
}

/** Returns true if this session's workspace has no such website. Signed-out visitors learn nothing. */
export async function isMissingWebsite(api: ApiContext, id: string, cookie: string | undefined): Promise<boolean> {
  try {
    await readWebsite({ ...api, principal: await authenticateSession(api, cookie) }, id);
    return false;
  } catch (error) {
    return error instanceof AppError && error.code === 'not_found';
  }
}

/** Returns this caller's limit of requests per minute. */
export function requestAllowance(api: ApiContext, principal: Principal): number {
  return requestWindow(api, principal.kind).limit;
}

/** Counts one request against the caller's limit, unless authentication has already counted it. @throws rate_limited */
export async function admit(api: ApiContext, caller: Caller): Promise<RateLimitDecision> {
  const { principal } = caller;
  const rateLimitDecision = caller.taken ?? (await countRequestAgainstLimit(api, principal));
  if (rateLimitDecision.allowed) return rateLimitDecision;
  throw new AppError(
    'rate_limited',
    `More than ${requestAllowance(api, principal)} requests in 60 seconds. Wait ${rateLimitDecision.resetSeconds} s; nothing was started.`,
    { retry: 'after_seconds', retryAfterSeconds: rateLimitDecision.resetSeconds },
  );
}

/** The full rule, including the minimum length, is checked once the account is known. */
const password = z.string().min(1).max(maxPasswordLength);

const setupBody = z.strictObject({
  token: z.string().min(1).max(500),
  email: z.email().max(254),
  password,
  workspaceName: z.string().trim().min(1).max(100).optional(),
});

/** Sets up the first owner, without a principal. @throws invalid_request, insufficient_permission */
export async function setUp(api: ApiContext, raw: unknown) {
  const { workspaceName, ...body } = parseInput(setupBody, raw);
  return {
    email: body.email,
    password: body.password,
    made: await setupOwner(api, { ...body, workspaceName: workspaceName ?? 'My workspace' }),
  };
}

const secretBody = z.strictObject({ token: z.string().min(1).max(200) });
const secretAndPassword = z.strictObject({
  token: z.string().min(1).max(200),
  password,
});

/** Reads the details of an invitation for the holder of its secret. @throws invalid_request, not_found */
export function readInvitationLink(api: ApiContext, raw: unknown) {
  return readInvitation(api, parseInput(secretBody, raw).token);
}

export type JoinInput = { token: string; password: string };

/** Parses the body of a person who joins. @throws invalid_request */
export function readJoin(raw: unknown): JoinInput {
  return parseInput(secretAndPassword, raw);
}

/** Joins a workspace by invitation. @throws invalid_request, not_found, unauthorized */
export async function join(
  api: ApiContext,
  { token, password }: JoinInput,
): Promise<{ email: string; password: string; workspaceId: string }> {
  return { ...(await acceptInvitation(api, { secret: token, password })), password };
}

/** Reads the account of a reset for the holder of its secret. @throws invalid_request, not_found */
export async function readResetLink(api: ApiContext, raw: unknown): Promise<{ email: string }> {
  return { email: (await readReset(api, parseInput(secretBody, raw).token)).email };
}

const askedReset = z.strictObject({ email: z.email().max(254) });

/** Parses the email of an account whose holder requests a link. @throws invalid_request */
export function parseResetRequest(raw: unknown): { email: string } {
  return parseInput(askedReset, raw);
}

/**
 * Mails the link in the background, so that the response does not reveal whether the account exists. @throws
 * unsupported_setting without a mail server
 */
export function beginReset(api: ApiContext, email: string): void {
  if (!api.messenger.canMail) {
    throw new AppError(
      'unsupported_setting',
      'This server sends no mail. Ask its operator for a link from `sightline account reset-password`.',
      { retry: 'never' },
    );
  }
  void api.underWay
    .track(mailReset(api, email))
    .catch((cause: unknown) => api.log.error({ cause: String(cause) }, 'could not start a password reset'));
}

/** Sets a forgotten password through a one-time link. @throws invalid_request, not_found */
export async function setForgottenPassword(
  api: ApiContext,
  raw: unknown,
): Promise<{ email: string; password: string }> {
  const { token, password: choice } = parseInput(secretAndPassword, raw);
  return { ...(await resetPassword(api, { secret: token, password: choice })), password: choice };
}
