import type { Node } from './answerOutline.ts';
import { rankOf } from './answerOutline.ts';
import { isCategory, isFurtherPicks, titleKind } from './titles.ts';

/** "The Classic Choice: Acme Bakery": the label and the text after its colon, inside one title. */
export const labelInside = /^([^:：]{3,60})(?::\s+|：\s*)(?=\S)/;

/** Returns true for a label that praises without naming ("Best for bread", "Honorable mention across the river"). */
export function isPraise(label: string): boolean {
  return isCategory(label) || isFurtherPicks(label) || titleKind(label) === 'picks';
}

/** Returns the label before the colon of a title, inside its head or ending it. */
function labelOf({ span, head, line, rank }: Node): string | null {
  if (/[:：]/.test(span.name)) return labelInside.exec(span.name)?.[1] ?? null;
  return head.colon && head.rest < line.end && rank < rankOf.paragraphItem ? span.name : null;
}

const nearest = 8;

/**
 * Returns true for a title that praises before a colon and names after it, although its label could be a name: at least
 * half of its neighbours are written as label and name, and one of those labels is plain praise.
 */
export function namesBehindPraise(node: Node): boolean {
  if (node.parent === null || labelOf(node) === null) return false;
  const near = node.parent.children.slice(Math.max(0, node.at - nearest), node.at + nearest + 1);
  const alike = near.filter(({ rank }) => rank === node.rank);
  const labels = alike.flatMap((one) => labelOf(one) ?? []);
  return labels.length > 1 && labels.length * 2 >= alike.length && labels.some(isPraise);
}
