import type { AnswerBuyer } from './answerBuyer.ts';
import type { ClosedBuyers } from './closedBuyers.ts';
import type { ModelReader } from './modelReader.ts';
import type { SecondReader } from './secondReader.ts';
import type { SeoBuyer } from './seoProvider.ts';

/** Everything that can cost money. The architecture test lists the files that may import it: the spenders. */
export type Buyers = {
  /** By engine id; an engine that is off is missing. */
  answers: ReadonlyMap<string, AnswerBuyer>;
  /** Null if it is off. */
  secondReader: SecondReader | null;
  /** Null if none is configured. */
  modelReader: ModelReader | null;
  seo: SeoBuyer;
};

const holdings = new WeakMap<ClosedBuyers, Buyers>();

/** Converts the buyers to a value that can be passed on but not used. */
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
