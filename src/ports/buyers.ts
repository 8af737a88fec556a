import type { AnswerBuyer } from './answerBuyer.ts';
import type { ClosedBuyers } from './closedBuyers.ts';
import type { ModelReader } from './modelReader.ts';
import type { SecondReader } from './secondReader.ts';
import type { SeoBuyer } from './seoProvider.ts';

/** Everything that can cost money. The architecture test says which files may import this one: the spenders. */
export type Buyers = {
  /** By engine id; one that is off is not there. */
  answers: ReadonlyMap<string, AnswerBuyer>;
  /** Null if it is off. */
  secondReader: SecondReader | null;
  /** Null if none is configured. */
  modelReader: ModelReader | null;
  seo: SeoBuyer;
};

const holdings = new WeakMap<ClosedBuyers, Buyers>();

/** Makes of the buyers a value that can be passed on and not used. */
export function closeBuyers(buyers: Buyers): ClosedBuyers {
  const closed = Object.freeze({}) as unknown as ClosedBuyers;
  holdings.set(closed, buyers);
  return closed;
}

export function openBuyers(closed: ClosedBuyers): Buyers {
  const buyers = holdings.get(closed);
  if (buyers === undefined) throw new Error('these buyers were not closed here');
  return buyers;
}
