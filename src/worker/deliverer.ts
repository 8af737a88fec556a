import { bringBackMessages, deliverMessage, reserveDueMessages } from '../services/alerts/deliverMessages.ts';
import type { AppContext } from '../services/appContext.ts';

/** Tries in progress at once: a receiver that hangs holds one until its time is over, and must not hold up the others. */
const maxAtOnce = 32;
const lookIntervalMs = 1_000;

export type Deliverer = {
  /** Begins what is due, when it is time to look, and returns without waiting for it. */
  step(): Promise<void>;
  /** Checks for messages at the next step, whenever that is. */
  hurry(): void;
  /** Waits for the tries in progress. */
  settled(): Promise<void>;
};

/**
 * Delivers the messages of the outbox alongside the other work, so that slow receivers and many runs do not wait for
 * each other. @param wake asks for the next step soon
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
        // With a full room more may be due.
        if (dueAt === 0) wake();
      });
    underWay.add(ended);
  }

  return {
    async step() {
      const now = app.runtime.steady();
      if (now < lastSteady) await bringBackMessages(app);
      lastSteady = now;
      if (app.runtime.monotonic() < dueAt || app.stopping.aborted) return;
      const room = maxAtOnce - underWay.size;
      if (room <= 0) {
        dueAt = 0;
        return;
      }
      const messages = await reserveDueMessages(app, room);
      dueAt = messages.length === room ? 0 : app.runtime.monotonic() + lookIntervalMs;
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
