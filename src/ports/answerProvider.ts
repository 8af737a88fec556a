import type { Engine } from '../domain/runs/engine.ts';
import type { AnswerBuyer } from './answerBuyer.ts';
import type { AnswerReader } from './answerReader.ts';

/** An engine's whole adapter, as a folder of `src/engines` makes it and the composition root takes it apart. */
export interface AnswerProvider extends AnswerBuyer, AnswerReader {
  readonly engine: Engine;
}
