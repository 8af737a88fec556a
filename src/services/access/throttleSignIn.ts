import type { RateLimit } from '../../domain/access/slidingWindow.ts';
import { AppError } from '../../domain/errors.ts';
import { sha256Hex } from '../../domain/text/canonicalJson.ts';
import type { AppContext } from '../appContext.ts';

type Bucket = { name: string; window: RateLimit };

const quarterHourMs = 15 * 60_000;
const perGuesser: RateLimit = { limit: 10, windowMs: quarterHourMs };
/** Connectors of many people may share one address. */
const perClientAddress: RateLimit = { limit: 300, windowMs: quarterHourMs };
/** Registrations from one address; web connectors of many people share theirs. */
const perRegistrant: RateLimit = { limit: 100, windowMs: 60 * 60_000 };
const perAddress: RateLimit = { limit: 50, windowMs: quarterHourMs };
/** Attempts on one account from all addresses together: slow enough to make guessing useless, and enough for people. */
const perAccount: RateLimit = { limit: 100, windowMs: 60 * 60_000 };

/** Mails to one person, so that an attacker cannot fill their mailbox or keep invalidating their links. */
const perMailbox: RateLimit = { limit: 3, windowMs: 60 * 60_000 };

/** Refunds the count of an attempt that did not fail because of its password. */
export type RefundAttempt = () => Promise<void>;

/** Sign-in attempt. `device`: a browser that has signed in to this account before, identified by its signed cookie. */
export type SignInAttempt = { email: string; address: string; device: string | null };

/**
 * Counts an attempt before the password is checked, and refunds it on success: counting only failures would let a burst
 * of guesses through. Failures count for the account and address together, for the address, and slowly for the account.
 * A device that has signed in before has only its own count, so that an attacker cannot lock the owner out, even from
 * the same address. @throws rate_limited
 */
export function countSignInAttempt(app: AppContext, { email, address, device }: SignInAttempt): Promise<RefundAttempt> {
  const account = sha256Hex(email.trim().toLowerCase());
  const buckets: Bucket[] =
    device !== null
      ? [{ name: `signin:device:${device}`, window: perGuesser }]
      : [
          { name: `signin:pair:${account}:${address}`, window: perGuesser },
          { name: `signin:address:${address}`, window: perAddress },
          { name: `signin:account:${account}`, window: perAccount },
        ];
  return claimAll(app, buckets, 'failed sign-ins');
}

/** Counts one attempt at a secret other than a password: the setup token, a link, a passkey. @throws rate_limited */
export function countSecretAttempt(
  app: AppContext,
  what: 'setup' | 'invitation' | 'reset' | 'share' | 'passkey',
  address: string,
): Promise<RefundAttempt> {
  const buckets = [
    { name: `secret:${what}:${address}`, window: perGuesser },
    { name: `signin:address:${address}`, window: perAddress },
  ];
  return claimAll(app, buckets, 'failed tries');
}

/**
 * Counts a password reset mail, per hour: by email address, whether or not it has an account, and by network address.
 * @throws rate_limited
 */
export function countResetMail(app: AppContext, email: string, address: string): Promise<RefundAttempt> {
  const account = sha256Hex(email.trim().toLowerCase());
  const buckets = [
    { name: `reset-mail:${account}`, window: perMailbox },
    { name: `reset-mail:address:${address}`, window: perGuesser },
  ];
  return claimAll(app, buckets, 'password reset emails');
}

/** Counts one opening of a shared report, and refuses more than people open from one address. @throws rate_limited */
export function countSharedOpening(app: AppContext, address: string): Promise<RefundAttempt> {
  return claimAll(app, [{ name: `share:${address}`, window: perClientAddress }], 'requests for shared reports');
}

/**
 * Counts one refused token request of an address after the refusal, so that valid ones are never blocked. @throws
 * rate_limited
 */
export async function countRefusedToken(app: AppContext, address: string): Promise<void> {
  await claimAll(app, [{ name: `oauth:${address}`, window: perClientAddress }], 'refused requests');
}

/** Counts one registration of a program, successful or not, because each creates a row. @throws rate_limited */
export async function countRegistration(app: AppContext, address: string): Promise<void> {
  await claimAll(app, [{ name: `oauth-register:${address}`, window: perRegistrant }], 'registrations');
}

/**
 * Counts one sign-in that starts elsewhere or with a passkey, because each creates a row that lasts for minutes.
 * @throws rate_limited
 */
export async function countBeginning(app: AppContext, address: string): Promise<void> {
  await claimAll(app, [{ name: `begin:${address}`, window: perClientAddress }], 'sign-ins begun');
}

/** Counts one client metadata document that this server may have to fetch for an account. @throws rate_limited */
export async function countDocument(app: AppContext, accountId: string): Promise<void> {
  await claimAll(app, [{ name: `oauth-document:${accountId}`, window: perAddress }], 'programs');
}

/** Counts one attempt at the password inside an open session. @throws rate_limited */
export function countPasswordAttempt(app: AppContext, sessionId: string): Promise<RefundAttempt> {
  return claimAll(app, [{ name: `password:${sessionId}`, window: perGuesser }], 'wrong passwords');
}

async function claimAll(app: AppContext, buckets: readonly Bucket[], what: string): Promise<RefundAttempt> {
  const takenItems: string[] = [];
  const refund = async (): Promise<void> => {
    for (const name of takenItems.splice(0)) await app.requestLog.refund(name);
  };
  for (const { name, window } of buckets) {
    const tried = await app.requestLog.take(name, window, app.runtime.steady());
    if (tried.allowed) {
      takenItems.push(name);
      continue;
    }
    await refund();
    const minutes = Math.ceil(tried.resetSeconds / 60);
    const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
    throw new AppError('rate_limited', `Too many ${what}. Wait ${wait} before you try again.`, {
      retry: 'after_seconds',
      retryAfterSeconds: tried.resetSeconds,
    });
  }
  return refund;
}
