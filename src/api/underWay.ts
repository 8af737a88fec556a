/**
 * Operations in progress, with or without a caller that waits. A caller that hangs up stops waiting, not working: what it asked for may
 * have been bought, so a stop of the process waits until its receipt is saved.
 */
export type UnderWay = {
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves when nothing is in progress. */
  settled(): Promise<void>;
};

export function createUnderWay(): UnderWay {
  let open = 0;
  let waiting: (() => void)[] = [];
  function end(): void {
    open -= 1;
    if (open > 0) return;
    for (const tell of waiting) tell();
    waiting = [];
  }
  return {
    async track(work) {
      open += 1;
      try {
        return await work;
      } finally {
        end();
      }
    },
    settled: () => (open === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
