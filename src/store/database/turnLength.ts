/** Approximate maximum time that others wait for a request that reads much. */
const longTurnMs = 20;

/**
 * Measures how long this turn of the event loop has lasted. Reads of the embedded database never yield: a request with
 * hundreds of them would otherwise be one turn, in which no other request is served.
 */
export class TurnLength {
  #beganAt: number | null = null;

  /** Starts measuring, unless a measurement has begun in this turn. */
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

/** Lets all other pending work run first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
