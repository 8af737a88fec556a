import type { AnswerFacts } from '../answer/answerFacts.ts';
import type { ListingStatus } from '../marks/listingDecision.ts';

/** Limitations under which the rules read less surely. */
const weakCodes: ReadonlySet<string> = new Set(['structure_restored', 'read_from_prose', 'extractor_disagreement']);

/** Is an answer worth a reading by a model? One that cannot say, whose structure was lost, or that was read from prose. */
export function isReadWeakly(
  { limitationCodes }: Pick<AnswerFacts, 'limitationCodes'>,
  status: ListingStatus,
): boolean {
  return status === 'unknown' || limitationCodes.some((code) => weakCodes.has(code));
}
