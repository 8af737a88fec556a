import type { Engine } from '../domain/runs/engine.ts';
import type { AnswerReader } from './answerReader.ts';

/** An engine with the part that cannot cost money. */
type ReadableEngine = { engine: Engine; reader: AnswerReader };

/** The engines of this deployment. */
export type Engines = {
  /** The first one: it answers v1's `platform`, and reports count it by default. */
  declared: Engine;
  /** Engines that can be asked, the declared one first. */
  all: readonly Engine[];
  /** Every known engine, on or off. */
  known: readonly Engine[];
  /** Finds an engine, on or off; null for an unknown name. */
  find(id: string): Engine | null;
  /**
   * Returns the engine of a saved run; null if it has no credentials. Its work can then be neither polled nor bought.
   */
  of(run: { engine: string | null }): ReadableEngine | null;
};
