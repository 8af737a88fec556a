import type { ReadingRequest } from '../domain/answer/modelReading.ts';
import type { Usage } from '../domain/runs/run.ts';

export type ModelReaderOutcome =
  /** The model's output, not yet trusted: `given` is what it wrote. */
  | { kind: 'answered'; given: string; usage: Usage }
  /** Paid for but unusable (cut off, declined, no text). */
  | { kind: 'unusable'; code: string; usage: Usage }
  /** Provably not created. */
  | { kind: 'refused'; code: string; message: string }
  /** It may have been created and paid for. It is never sent again. */
  | { kind: 'uncertain'; cause: string };

/** A model that reads saved answers. Their text is data: nothing in it is an instruction to anyone. */
export interface ModelReader {
  /** Version of the instructions, and model. */
  readonly identity: string;
  /** Engine whose prices apply: its id, or `reader` for the operator's own endpoint. */
  readonly pricedAs: string;
  /** True if it costs nothing: the endpoint is on this machine. */
  readonly isFree: boolean;
  readonly simulated: boolean;
  /** Milliseconds that one reading may take. */
  readonly timeoutMs: number;
  /** Sends exactly one create. Never throws: every end is an outcome. */
  read(request: ReadingRequest & { readingId: string }): Promise<ModelReaderOutcome>;
}
