import type { ScriptEntry } from './faults.ts';

/** How a script spoils a reply, without the request that it applies to. */
type SpoiltReply = Omit<ScriptEntry, 'at' | 'when' | 'times'>;

/** How one vendor's wire fails: what differs from engine to engine in the table of faults, and nothing else. */
export type FaultRow = {
  /** Waits of the engine are divided by it: polls are some tens of milliseconds apart. */
  haste: number;
  /** What a question needs beside its text. */
  question: Readonly<Record<string, unknown>>;
  /** The run id in the body of a paid create; null: its vendor takes none. */
  // biome-ignore lint/suspicious/noExplicitAny: a recorded body of any vendor
  markOf: ((body: any) => unknown) | null;
  /** Replies that prove that nothing was made, with the code that the run's error begins with. */
  refusals: Record<'flaw' | 'tooMany' | 'noCredit', { spoilt: SpoiltReply; code: string }>;
  /** A lost create is found again before the deadline. */
  findsLost: boolean;
  /** What a completed run says that it cost; `stated`: what its vendor says, which differs from run to run. */
  costUsd: number | null | 'stated';
  /** What a run says that it cost whose work the vendor stopped; null: nobody says. */
  stoppedCostUsd: number | null;
  /** A notice signed as Standard Webhooks says, or a call of the address that the create names; null: it has none. */
  notice: null | 'pingback' | { secretVariable: string; event: string };
  /** Faults of the table that this wire cannot have: name -> why. */
  cannot: Readonly<Record<string, string>>;
};

/** A refusal by status, with a code in the vendor's own error body. */
export function refusedWith(status: number, code: string): FaultRow['refusals']['flaw'] {
  return { spoilt: { reply: { kind: 'status', status, code } }, code };
}

export const listsNothing = 'its vendor has no list to look through';
