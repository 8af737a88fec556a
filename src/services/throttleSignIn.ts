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

/** Refuses a sign-in after too many failures for this account or from this address. Successes are never counted. */
export async function takeSignIn(world: World, email: string, address: string): Promise<void> {
  for (const { name, window } of buckets(email, address)) {
    const look = await world.requestLog.take(name, window, world.runtime.now(), false);
    if (look.allowed) continue;
    throw new AppError('rate_limited', `Too many failed sign-ins. Wait ${look.resetSeconds} s before the next try.`, {
      retry: 'after_seconds',
      retryAfterSeconds: look.resetSeconds,
    });
  }
}

export async function noteFailedSignIn(world: World, email: string, address: string): Promise<void> {
  for (const { name, window } of buckets(email, address)) {
    await world.requestLog.take(name, window, world.runtime.now());
  }
}
