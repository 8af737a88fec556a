/** A kind of request that is made at a fixed pace, whether or not earlier ones were answered. */
export type Caller = { name: string; everyMs: number; call(turn: number): Promise<void> };

export type CallCount = { done: number; failed: number; left: number; firstFailure: string | null };

/** If more of one kind are waiting, further ones are dropped, and `left` counts them. */
const maxWaiting = 50;

/** Makes every caller's requests until it is stopped; then waits for the last answers. */
export function keepCalling(callers: readonly Caller[]): { stop(): Promise<ReadonlyMap<string, CallCount>> } {
  const counts = new Map<string, CallCount>();
  const open = new Set<Promise<void>>();
  const timers = callers.map((caller, place) => {
    const count: CallCount = { done: 0, failed: 0, left: 0, firstFailure: null };
    counts.set(caller.name, count);
    let [turn, waiting] = [0, 0];
    const once = (): void => {
      if (waiting >= maxWaiting) {
        count.left += 1;
        return;
      }
      waiting += 1;
      const ended = caller
        .call(turn++)
        .then(
          () => {
            count.done += 1;
          },
          (cause: unknown) => {
            count.failed += 1;
            count.firstFailure ??= cause instanceof Error ? cause.message : String(cause);
          },
        )
        .finally(() => {
          waiting -= 1;
          open.delete(ended);
        });
      open.add(ended);
    };
    // Spread over their first turn, so that they do not all begin at once.
    return { first: setTimeout(once, (place * 37) % caller.everyMs), next: setInterval(once, caller.everyMs) };
  });
  return {
    async stop() {
      for (const { first, next } of timers) {
        clearTimeout(first);
        clearInterval(next);
      }
      await Promise.all(open);
      return counts;
    },
  };
}
