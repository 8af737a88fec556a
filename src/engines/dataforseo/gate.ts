/** Lets so many pieces of work through at once; the others wait their turn. */
export type Gate = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T | 'no_turn'>;

export function createGate(limit: number): Gate {
  let inside = 0;
  const waiting = new Set<() => void>();

  function turn(signal: AbortSignal): Promise<boolean> {
    if (inside < limit) {
      inside += 1;
      return Promise.resolve(!signal.aborted || leave());
    }
    return new Promise((resolve) => {
      const go = (): void => {
        signal.removeEventListener('abort', abandon);
        waiting.delete(go);
        resolve(true);
      };
      const abandon = (): void => {
        waiting.delete(go);
        resolve(false);
      };
      waiting.add(go);
      if (signal.aborted) abandon();
      else signal.addEventListener('abort', abandon, { once: true });
    });
  }

  /** Passes the place to the caller that has waited longest. */
  function leave(): false {
    const [next] = waiting;
    if (next === undefined) inside -= 1;
    else next();
    return false;
  }

  return async (work, signal) => {
    if (!(await turn(signal))) return 'no_turn';
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
