import type { Standing } from '../../api/auditQueries.ts';
import { countWithNoun, integer, percent, percentRange } from '../../format/numbers.ts';

/** Formats `Checked by you: 40 answers, 38 right, 0 wrong, 2 undecided`. */
export function checkedText({ checked, right, wrong, undecided }: Standing): string {
  return `Checked by you: ${countWithNoun(checked, 'answer')}, ${integer(right)} right, ${integer(wrong)} wrong, ${integer(undecided)} undecided`;
}

/** Formats the corrected score next to the raw one over the same answers, or what it still needs. */
export function correctedText({ answers, raw, corrected, moreNeeded }: Standing): string {
  const read = `${percent(raw.value)} before correction over ${countWithNoun(answers, 'answer')}`;
  return corrected === null
    ? `${read}; corrected after ${integer(moreNeeded)} more`
    : `${read}, ${percent(corrected.value)} corrected (${percentRange(corrected.interval95)})`;
}
