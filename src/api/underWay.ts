/**
 * Operations under way, whoever waits for them. A caller that hangs up stops waiting, not working: what it asked for may
 * have been bought, so a stop of the process waits until its receipt is saved.
 */
export type UnderWay = {
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
};

export function createUnderWay(): UnderWay {
  const open = new Set<Promise<unknown>>();
  return {
    track(work) {
      const end = work.then(
        () => {},
        () => {},
      );
      open.add(end);
      void end.then(() => open.delete(end));
      return work;
    },
    async settled() {
      while (open.size > 0) await Promise.all(open);
    },
  };
}
