/** Two-sided level of a single comparison. */
export const singleLevel = 0.05;

/** Maximum number of comparisons that share the level: a quarter of weekly ones. */
const maxComparisons = 12;

const dayMs = 86_400_000;

/**
 * Counts the comparisons of periods of this length that the saved answers allow up to this one: each is a chance of a
 * false change. Periods end where this one does, one length apart; the first answer must be earlier than the later of
 * two periods. At most `maxComparisons`. @param firstAnswerAt ISO 8601 UTC; null if unknown, which counts as one
 * comparison
 */
export function countComparisons(window: { startDate: string; endDate: string }, firstAnswerAt: string | null): number {
  if (firstAnswerAt === null) return 1;
  const start = Date.parse(`${window.startDate}T00:00:00.000Z`);
  const length = Date.parse(`${window.endDate}T00:00:00.000Z`) + dayMs - start;
  const first = Date.parse(`${firstAnswerAt.slice(0, 10)}T00:00:00.000Z`);
  return Math.min(maxComparisons, Math.max(1, Math.ceil((start - first) / length)));
}

/**
 * Returns the corrected level (C. E. Bonferroni): among `looks` comparisons judged at it, the chance of any false
 * finding is at most 5 %.
 */
export function levelOf(looks: number): number {
  return singleLevel / looks;
}
