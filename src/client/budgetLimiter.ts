import type { InputOf } from '../contract/callTypes.ts';
import type { Call } from './send.ts';
import { SightlineError } from './sightlineError.ts';

type KeywordRequest = Pick<Extract<InputOf<'ensureObservation'>, { kind: 'keyword' }>, 'caseId' | 'maxAgeSeconds'>;

/** One request in transit through the gate. */
type LimiterTurn = {
  /** Call it once the request has its response: its hold counts from then on. */
  sent(): void;
  /** Call it once the run has ended or nothing was started: its hold is free. */
  ended(): void;
};

export type BudgetLimiter = {
  /**
   * Waits until a request fits into every budget in addition to what this caller's own runs hold, or until none of them
   * is active.
   */
  enter(request: KeywordRequest): Promise<LimiterTurn>;
  /** Waits until one of this caller's runs ends. @returns false immediately if none is active */
  nextEnd(): Promise<boolean>;
};

/**
 * Creates a gate that keeps a caller from being refused because of its own holds, which would waste an idempotency key.
 * While one of its own runs is active, a free quote decides whether the next request fits. Without a budget, requests
 * are neither quoted nor queued.
 */
export function createBudgetLimiter(call: Call<'quoteAnswers'>): BudgetLimiter {
  const underWay = new Set<Promise<void>>();
  let queue: Promise<void> = Promise.resolve();
  let hasBudget = true;

  async function fits({ caseId, maxAgeSeconds }: KeywordRequest): Promise<boolean> {
    try {
      const quote = await call('quoteAnswers', {
        caseIds: [caseId],
        ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }),
      });
      hasBudget = quote.fits !== null;
      return quote.fits !== false || quote.total.bought === 0;
    } catch (error) {
      // Skips the check if the quote fails: the request itself reports its error, and a server without quotes has no
      // budgets.
      if (!(error instanceof SightlineError)) throw error;
      return true;
    }
  }

  async function nextEnd(): Promise<boolean> {
    if (underWay.size === 0) return false;
    await Promise.race(underWay);
    return true;
  }

  async function enter(request: KeywordRequest): Promise<LimiterTurn> {
    const before = queue;
    const reply = Promise.withResolvers<void>();
    if (hasBudget) {
      queue = before.then(() => reply.promise);
      await before;
    }
    try {
      while (hasBudget && underWay.size > 0 && !(await fits(request))) await nextEnd();
    } catch (error) {
      reply.resolve();
      throw error;
    }
    if (!hasBudget) reply.resolve();
    const end = Promise.withResolvers<void>();
    underWay.add(end.promise);
    return {
      sent: () => reply.resolve(),
      ended() {
        reply.resolve();
        underWay.delete(end.promise);
        end.resolve();
      },
    };
  }

  return { enter, nextEnd };
}
