/** Others wait at most about so long for a request that reads much. */
const longTurnMs = 20;

/**
 * Measures how long this turn of the event loop has lasted. Reads of the embedded database never yield: a request that
 * makes hundreds of them, and works on the results, would otherwise be one turn, in which no other request is served.
 */
export class TurnLength {
  #beganAt: number | null = null;

  /** Counts from here, unless something has begun in this turn before. */
  begin(): number {
    if (this.#beganAt === null) {
      this.#beganAt = performance.now();
      setImmediate(() => {
        this.#beganAt = null;
      });
    }
    return this.#beganAt;
  }

  isLong(): boolean {
    return performance.now() - this.begin() > longTurnMs;
  }
}

/** Lets everybody else come first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
