/**
 * Operations in progress, including those whose caller has disconnected. They may have bought something, so the process
 * stops only after their receipts are saved.
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
