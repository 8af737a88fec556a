import { sha256Hex } from '../domain/canonicalJson.ts';
import { AppError } from '../domain/errors.ts';
import type { Window } from '../domain/slidingWindow.ts';
import type { World } from './world.ts';

const perAccount: Window = { limit: 10, windowMs: 15 * 60_000 };
const perAddress: Window = { limit: 50, windowMs: 15 * 60_000 };

function buckets(email: string, address: string): { name: string; window: Window }[] {
  return [
    { name: `signin:account:${sha256Hex(email.trim().toLowerCase())}`, window: perAccount },
    { name: `signin:address:${address}`, window: perAddress },
  ];
}

/**
 * Takes one try before the password is looked at, and refuses when too many have failed for this account or from this
 * address. Taken first and given back on success: a count made only after failures would let a burst of guesses through.
 * @throws rate_limited
 */
export async function takeSignIn(world: World, email: string, address: string): Promise<void> {
  const taken: string[] = [];
  for (const { name, window } of buckets(email, address)) {
    const tried = await world.requestLog.take(name, window, world.runtime.now());
    if (tried.allowed) {
      taken.push(name);
      continue;
    }
    for (const other of taken) await world.requestLog.giveBack(other);
    const minutes = Math.ceil(tried.resetSeconds / 60);
    const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
    throw new AppError('rate_limited', `Too many failed sign-ins. Wait ${wait} before the next try.`, {
      retry: 'after_seconds',
      retryAfterSeconds: tried.resetSeconds,
    });
  }
}

/** A try that did not fail for its password is not counted. */
export async function giveBackSignIn(world: World, email: string, address: string): Promise<void> {
  for (const { name } of buckets(email, address)) await world.requestLog.giveBack(name);
}
