import type { QuestionRow } from '../../../src/contract/wireTypes.ts';

type Counts = Pick<QuestionRow, 'targetStatus' | 'listed' | 'known'>;

/** Minimum number of decided answers for a question to count as wavering. */
const minKnown = 5;

/** Returns true if between a fifth and four fifths of at least five decided answers list the website. */
export const isWavering = ({ listed, known }: Counts): boolean =>
  known >= minKnown && 5 * listed >= known && 5 * listed <= 4 * known;
