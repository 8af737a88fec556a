import type { ScriptEntry } from './faults.ts';

/** Damage that a script does to a reply, without the request it applies to. */
type SpoiltReply = Omit<ScriptEntry, 'at' | 'when' | 'times'>;

/** Faults of one vendor's wire: everything that differs between engines in the table of faults. */
export type FaultRow = {
  /** Divisor of the engine's waits: polls are some tens of milliseconds apart. */
  haste: number;
  /** Fields of a question besides its text. */
  question: Readonly<Record<string, unknown>>;
  /** Reads the run id from the body of a paid create; null if the vendor takes none. */
  // biome-ignore lint/suspicious/noExplicitAny: a recorded body of any vendor
  markOf: ((body: any) => unknown) | null;
  /** Replies that prove that nothing was created, with the code that the run's error begins with. */
  refusals: Record<'flaw' | 'tooMany' | 'noCredit', { spoilt: SpoiltReply; code: string }>;
  /** True if a lost create is found again before the deadline. */
  findsLost: boolean;
  /** Cost of a completed run; `stated`: the cost that its vendor states, which differs between runs. */
  costUsd: number | null | 'stated';
  /** Cost of a run whose work the vendor stopped; null if the cost stays unknown. */
  stoppedCostUsd: number | null;
  /**
   * A webhook signed according to Standard Webhooks, or a call to the address that the create names; null if the vendor
   * has neither.
   */
  notice: null | 'pingback' | { secretVariable: string; event: string };
  /** Faults of the table that cannot occur on this wire: name -> reason. */
  cannot: Readonly<Record<string, string>>;
};

/** Builds a refusal by status, with a code in the vendor's own error body. */
export function refusedWith(status: number, code: string): FaultRow['refusals']['flaw'] {
  return { spoilt: { reply: { kind: 'status', status, code } }, code };
}

export const listsNothing = 'its vendor has no list to look through';
