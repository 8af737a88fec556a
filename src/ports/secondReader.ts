import type { Usage } from '../domain/runs/run.ts';

export type SecondReaderOutcome =
  /** The model's output, not yet trusted: `given` is what it wrote. */
  | { kind: 'answered'; given: string; usage: Usage }
  /** Paid for but unusable (cut off, declined, no text). */
  | { kind: 'unusable'; code: string; usage: Usage }
  /** Provably not created. */
  | { kind: 'refused'; code: string; message: string }
  /** It may have been created and paid for. It is never sent again. */
  | { kind: 'uncertain'; cause: string };

/** A model that reads an answer's frozen text. The text is data: nothing in it is an instruction to anyone. */
export interface SecondReader {
  /** Version and model: part of the harness of every run that it reads for. */
  readonly identity: string;
  /** Milliseconds that one reading may take. */
  readonly timeoutMs: number;
  /** Sends exactly one paid create. Never throws: every end is an outcome. */
  read(request: { readingId: string; text: string }): Promise<SecondReaderOutcome>;
}
