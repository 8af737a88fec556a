import { requireCount } from './interval.ts';
import { mcnemar } from './mcnemar.ts';

/** With five changed questions or fewer, even all in one direction, the exact test cannot reach p < 0.05. */
export const minChangedPairs = 6;

/**
 * Returns the smallest net change, as a fraction of the `paired` questions, that the exact McNemar test can find
 * significant at p < 0.05 if `changed` questions change in total. Fewer than six changed questions count as six. Null
 * if even a change of every question would not suffice.
 */
export function detectableChange(paired: number, changed: number): number | null {
  requireCount('paired', paired);
  requireCount('changed', changed, paired);
  const all = Math.max(changed, minChangedPairs);
  if (all > paired) return null;
  let oneWay = Math.ceil(all / 2);
  while (mcnemar(oneWay, all - oneWay) >= 0.05) oneWay += 1;
  return (2 * oneWay - all) / paired;
}
