import type { QuestionRow } from '../../../src/contract/wireTypes.ts';

type Counts = Pick<QuestionRow, 'targetStatus' | 'listed' | 'known'>;

/** Known answers from which a question can waver. */
const minKnown = 5;

/** True if between a fifth and four fifths of at least five known answers list the website. */
export const isWavering = ({ listed, known }: Counts): boolean =>
  known >= minKnown && 5 * listed >= known && 5 * listed <= 4 * known;
