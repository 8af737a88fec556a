import type { Budget } from './budget.ts';
import type { CaptureClock } from './captureClock.ts';

/** Hosts that this process contacts, over all visits: one connection per host, and a pause between requests. */
export type HostTurns = {
  /** Wraps the budget of one visit, taking turns with all other visits of this process. */
  share(budget: Budget, intervalMs: number): Budget;
};

const maxHosts = 5_000;

export function createHostTurns(clock: CaptureClock): HostTurns {
  const hosts = new Map<string, { free: Promise<void>; release(): void; nextAt: number }>();
  const current = new Map<string, { release(): void; nextAt: number }>();

  /** Waits until no other request to the host is active and its pause is over. */
  async function take(host: string): Promise<void> {
    const before = hosts.get(host);
    const { promise, resolve } = Promise.withResolvers<void>();
    const turn = { free: promise, release: resolve, nextAt: before?.nextAt ?? 0 };
    if (hosts.size > maxHosts && before === undefined) hosts.clear();
    hosts.set(host, turn);
    await before?.free;
    turn.nextAt = Math.max(turn.nextAt, before?.nextAt ?? 0);
    const wait = turn.nextAt - clock.monotonic();
    if (wait > 0) await clock.sleep(wait);
    current.set(host, turn);
  }

  function give(host: string, nextAt: number): void {
    const turn = current.get(host);
    current.delete(host);
    if (turn === undefined) return;
    turn.nextAt = nextAt;
    turn.release();
  }

  return {
    share: (budget, intervalMs) => ({
      ...budget,
      async admit(host) {
        await take(host);
        const admitted = await budget.admit(host);
        if (!admitted) give(host, clock.monotonic());
        else {
          const turn = current.get(host);
          if (turn !== undefined) turn.nextAt = clock.monotonic() + intervalMs;
        }
        return admitted;
      },
      settle(host, result) {
        give(host, current.get(host)?.nextAt ?? clock.monotonic());
        budget.settle(host, result);
      },
    }),
  };
}
