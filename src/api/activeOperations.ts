/**
 * Operations in progress, whether or not a caller still waits. After a caller disconnects the operation continues,
 * because it may have bought something, so the process does not stop before its receipt is saved.
 */
export type ActiveOperations = {
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves when nothing is in progress. */
  settled(): Promise<void>;
};

export function createActiveOperations(): ActiveOperations {
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
