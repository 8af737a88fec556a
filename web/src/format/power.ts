import type { VisibilityOverview } from '../../../src/contract/wireTypes.ts';
import { countWithNoun, integer } from './numbers.ts';

/** Describes the smallest change that the panel can detect. */
export function powerWords({ questions, percentagePoints, larger }: VisibilityOverview['panelPower']): string {
  const panel = countWithNoun(questions, 'known question');
  const here =
    percentagePoints === null
      ? `This panel (${panel}) is too small to show any change reliably`
      : `This panel (${panel}) can show a change of about ±${integer(Math.round(percentagePoints))} points in four of five cases`;
  if (larger === null) return `${here}.`;
  const more = `${integer(larger.questions)} questions × ${integer(larger.repeats)}`;
  return `${here}; ${more} would show ±${integer(Math.round(larger.percentagePoints))}.`;
}
