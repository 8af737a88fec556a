/** One attempt to deliver a message, with everything it needs. Must never appear in a log or a record. */
export type OutgoingMessage =
  | { kind: 'post'; url: string; headers: Readonly<Record<string, string>>; body: string }
  | { kind: 'mail'; to: string; messageId: string; subject: string; text: string; html: string };

/**
 * Outcome of an attempt. `reason` is our own sentence, which contains neither the address nor the receiver's reply.
 * `isFinal`: no further attempt can succeed.
 */
export type DeliveryOutcome =
  | { kind: 'delivered'; status: number | null }
  | { kind: 'failed'; status: number | null; reason: string; retryAfterSeconds: number | null; isFinal: boolean };

export interface Messenger {
  /** True if mail can be sent. */
  readonly canMail: boolean;
  /** Makes one attempt, and never rejects. @param signal ends the attempt early */
  deliver(message: OutgoingMessage, signal: AbortSignal): Promise<DeliveryOutcome>;
}
