/** Others wait at most about so long for a request that reads much. */
const longTurnMs = 20;

/**
 * How long this turn of the event loop has lasted. Reads of the embedded database never wait for anything by themselves: a
 * request that makes hundreds of them, and works on what they give, would otherwise be one turn, in which nobody else is
 * served.
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
