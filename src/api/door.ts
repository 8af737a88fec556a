import { z } from 'zod';
import { AppError } from '../domain/errors.ts';
import { permissions } from '../domain/permissions.ts';
import type { Principal, SessionPrincipal } from '../domain/principal.ts';
import type { Taken } from '../domain/slidingWindow.ts';
import { authenticateCapability, authenticateKey } from '../services/authenticate.ts';
import { acceptInvitation, readInvitation } from '../services/members.ts';
import { receiveWebhook } from '../services/receiveWebhook.ts';
import { readSetup, setupOwner } from '../services/setupOwner.ts';
import { requestWindow, takeRequest } from '../services/takeRequest.ts';
import { giveBackSignIn, takeSignIn } from '../services/throttleSignIn.ts';
import { enterJoined } from '../services/workspaces.ts';
import type { World } from '../services/world.ts';
import { invoke, parseInput } from './invoke.ts';
import type { UnderWay } from './underWay.ts';

/** What a transport holds: the world, how strictly answers are checked against their schemas, and what is under way. */
export type Door = World & { strictOutput: boolean; underWay: UnderWay };

export { enterJoined, giveBackSignIn, invoke, readSetup, receiveWebhook, takeSignIn };

/** 401 with one text for unknown, expired and revoked. `challenge` is what WWW-Authenticate says. */
export class Unauthorized extends AppError {
  readonly challenge: string;
  constructor(challenge: string, message: string) {
    super('unauthorized', message, { retry: 'never' });
    this.challenge = challenge;
  }
}

const bearer = /^Bearer +([^\s]+)$/i;

/** Who holds the bearer secret of an Authorization header: a key, or a run's capability. @throws unauthorized */
export async function authenticateBearer(door: Door, header: string | undefined): Promise<Principal> {
  const secret = header === undefined ? undefined : bearer.exec(header)?.[1];
  if (secret === undefined) {
    throw new Unauthorized('Bearer realm="sightline"', 'Send `Authorization: Bearer <API key>`.');
  }
  const principal = secret.startsWith('slc_')
    ? await authenticateCapability(door, secret)
    : await authenticateKey(door, secret);
  if (principal !== null) return principal;
  throw new Unauthorized(
    'Bearer realm="sightline", error="invalid_token"',
    'This key is not valid: it is unknown, expired or revoked. A signed-in user makes keys at /docs/api.',
  );
}

/** Who a session cookie belongs to. A signed-in person may do everything in their workspace. @throws unauthorized */
export async function authenticateSession(door: Door, cookie: string | undefined): Promise<SessionPrincipal> {
  const identity = cookie === undefined ? null : await door.accounts.identify(cookie);
  if (identity === null) throw new Unauthorized('Session realm="sightline"', 'Sign in first.');
  return { kind: 'session', ...identity, permissions };
}

/** How many requests this caller may make in any minute. */
export function requestAllowance(door: Door, principal: Principal): number {
  return requestWindow(door, principal).limit;
}

/** Takes one request of the caller's minute. @throws rate_limited */
export async function admit(door: Door, principal: Principal): Promise<Taken> {
  const taken = await takeRequest(door, principal);
  if (taken.allowed) return taken;
  throw new AppError(
    'rate_limited',
    `More than ${requestAllowance(door, principal)} requests in 60 seconds. Wait ${taken.resetSeconds} s; nothing was started.`,
    { retry: 'after_seconds', retryAfterSeconds: taken.resetSeconds },
  );
}

const setupBody = z.strictObject({
  token: z.string().min(1).max(500),
  email: z.email().max(254),
  password: z.string().min(10, 'must have at least 10 characters').max(128),
  workspaceName: z.string().trim().min(1).max(100).optional(),
});

/** First-owner setup, which has no principal yet. @throws invalid_request, insufficient_permission */
export async function setUp(door: Door, raw: unknown) {
  const { workspaceName, ...body } = parseInput(setupBody, raw);
  return {
    email: body.email,
    password: body.password,
    made: await setupOwner(door, { ...body, workspaceName: workspaceName ?? 'My workspace' }),
  };
}

const invitationBody = z.strictObject({ token: z.string().min(1).max(200) });
const joinBody = z.strictObject({
  token: z.string().min(1).max(200),
  password: z.string().min(10, 'must have at least 10 characters').max(128),
});

/** What an invitation is for, told to whoever holds its secret. @throws invalid_request, not_found */
export function lookAtInvitation(door: Door, raw: unknown) {
  return readInvitation(door, parseInput(invitationBody, raw).token);
}

/** Joins a workspace by invitation. @throws invalid_request, not_found, unauthorized */
export async function join(
  door: Door,
  raw: unknown,
): Promise<{ email: string; password: string; workspaceId: string }> {
  const { token, password } = parseInput(joinBody, raw);
  return { ...(await acceptInvitation(door, { secret: token, password })), password };
}
