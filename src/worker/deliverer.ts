import { deliverMessage, reserveDueMessages, resetFarMessages } from '../services/alerts/deliverMessages.ts';
import type { AppContext } from '../services/appContext.ts';

/**
 * Maximum concurrent deliveries: a receiver that hangs uses one slot until its timeout, and must not delay the others.
 */
const maxAtOnce = 32;
const pollIntervalMs = 1_000;

export type Deliverer = {
  /** Starts due deliveries if a check is due, and returns without waiting for them. */
  step(): Promise<void>;
  /** Forces a check for messages at the next step. */
  hurry(): void;
  /** Waits for deliveries in progress. */
  settled(): Promise<void>;
};

/**
 * Delivers messages of the outbox separately from runs, so that neither slow receivers nor many runs delay the other.
 * @param wake requests an early next step
 */
export function createDeliverer(app: AppContext, wake: () => void): Deliverer {
  const underWay = new Set<Promise<void>>();
  let dueAt = 0;
  let lastSteady = Number.POSITIVE_INFINITY;

  function begin(work: Promise<void>): void {
    const ended = work
      .catch((cause: unknown) =>
        app.log.error({ cause: String(cause) }, 'could not save a delivery attempt; will repeat it'),
      )
      .finally(() => {
        underWay.delete(ended);
        // All slots are in use, so more messages may be due.
        if (dueAt === 0) wake();
      });
    underWay.add(ended);
  }

  return {
    async step() {
      const now = app.runtime.steady();
      if (now < lastSteady) await resetFarMessages(app);
      lastSteady = now;
      if (app.runtime.monotonic() < dueAt || app.stopping.aborted) return;
      const room = maxAtOnce - underWay.size;
      if (room <= 0) {
        dueAt = 0;
        return;
      }
      const messages = await reserveDueMessages(app, room);
      dueAt = messages.length === room ? 0 : app.runtime.monotonic() + pollIntervalMs;
      for (const message of messages) begin(deliverMessage(app, message));
    },
    hurry: () => {
      dueAt = 0;
    },
    async settled() {
      await Promise.allSettled(underWay);
    },
  };
}
