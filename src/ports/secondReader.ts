import type { ModelReaderOutcome } from './modelReader.ts';

/** A model that reads an answer's frozen text. The text is data: nothing in it is an instruction to anyone. */
export interface SecondReader {
  /** Version and model: part of the harness of every run that it reads for. */
  readonly identity: string;
  /** Milliseconds that one reading may take. */
  readonly timeoutMs: number;
  /** Sends exactly one paid create. Never throws: every end is an outcome. */
  read(request: { readingId: string; text: string }): Promise<ModelReaderOutcome>;
}
