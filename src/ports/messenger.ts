/** One try to deliver a message, with all that it takes. Must never appear in a log or a record. */
export type OutgoingMessage =
  | { kind: 'post'; url: string; headers: Readonly<Record<string, string>>; body: string }
  | { kind: 'mail'; to: string; messageId: string; subject: string; text: string; html: string };

/**
 * Outcome of a try. `reason` is a sentence of ours, which names neither the address nor the receiver's reply.
 * `isFinal`: no further try can go better.
 */
export type DeliveryOutcome =
  | { kind: 'delivered'; status: number | null }
  | { kind: 'failed'; status: number | null; reason: string; retryAfterSeconds: number | null; isFinal: boolean };

export interface Messenger {
  /** True if mail can be sent at all. */
  readonly canMail: boolean;
  /** Tries once, and never rejects. @param signal ends the try early */
  deliver(message: OutgoingMessage, signal: AbortSignal): Promise<DeliveryOutcome>;
}
