import type { Engine } from '../domain/runs/engine.ts';
import type { AnswerBuyer } from './answerBuyer.ts';
import type { AnswerReader } from './answerReader.ts';

/** An engine's complete adapter, created by a folder of `src/engines` and split by the composition root. */
export interface AnswerProvider extends AnswerBuyer, AnswerReader {
  readonly engine: Engine;
}
