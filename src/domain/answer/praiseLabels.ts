import type { Node } from './answerOutline.ts';
import { rankOf } from './answerOutline.ts';
import { isCategory, isFurtherPicks, titleKind } from './titles.ts';

/** "The Classic Choice: Acme Bakery": the label and the text after its colon, inside one title. */
export const labelInside = /^([^:：]{3,60})(?::\s+|：\s*)(?=\S)/;

/** Returns true for a label that praises without naming ("Best for bread", "Honorable mention across the river"). */
export function isPraise(label: string): boolean {
  return isCategory(label) || isFurtherPicks(label) || titleKind(label) === 'picks';
}

/**
 * Returns the label before the colon of a title, inside its head or ending it; for items, the one inside their head.
 */
function labelOf({ span, head, line, rank }: Node): string | null {
  if (/[:：]/.test(span.name)) return labelInside.exec(span.name)?.[1] ?? null;
  return head.colon && head.rest < line.end && rank < rankOf.paragraphItem ? span.name : null;
}

/**
 * Finds titles and items that praise before a colon and name after it, although their own label could be a name: at
 * least half of their neighbours, and two, are written as label and name, and one of those labels is plain praise.
 */
export function praisedNodes(root: Node): Set<Node> {
  const foundKeys = new Set<Node>();
  const queue: Node[] = [root];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (node.children.length === 0) continue;
    const byRank = new Map<number, Node[]>();
    for (const child of node.children) {
      if (child.children.length > 0) queue.push(child);
      const alike = byRank.get(child.rank);
      if (alike === undefined) byRank.set(child.rank, [child]);
      else alike.push(child);
    }
    for (const alike of byRank.values()) {
      if (alike.length < 2) continue;
      const labelled = alike.filter((one) => labelOf(one) !== null);
      if (labelled.length < 2 || labelled.length * 2 < alike.length) continue;
      if (labelled.some((one) => isPraise(labelOf(one) ?? ''))) for (const one of labelled) foundKeys.add(one);
    }
  }
  return foundKeys;
}
