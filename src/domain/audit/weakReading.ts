import type { AnswerFacts } from '../answer/answerFacts.ts';
import type { ListingStatus } from '../marks/listingDecision.ts';

/** Limitations under which the rules are less reliable. */
const weakCodes: ReadonlySet<string> = new Set(['structure_restored', 'read_from_prose', 'extractor_disagreement']);

/**
 * Returns true if an answer is worth a reading by a model: it is undecided, lost its structure, or was read from prose.
 */
export function isReadWeakly(
  { limitationCodes }: Pick<AnswerFacts, 'limitationCodes'>,
  status: ListingStatus,
): boolean {
  return status === 'unknown' || limitationCodes.some((code) => weakCodes.has(code));
}
