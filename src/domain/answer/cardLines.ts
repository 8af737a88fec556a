import type { Node } from './answerOutline.ts';
import { rankOf } from './answerOutline.ts';

/**
 * Removes card lines. Bare titles that end in price lines are cards (name, tag line, price), and only the first line of
 * each is a name.
 */
export function withoutCardLines(titles: readonly Node[]): readonly Node[] {
  const isPrice = (node: Node): boolean =>
    /^(?:[~≈\\]*[$€£¥₹]\s?\d|price\b)/i.test(node.title) && node.title.length < 40;
  if (titles.filter((node) => isPrice(node) && node.rank === rankOf.bareTitle).length < 2) return titles;
  let isTaken = false;
  return titles.filter((node, index) => {
    if (node.rank !== rankOf.bareTitle) return true;
    if (isPrice(node)) {
      isTaken = false;
      return false;
    }
    const priceAhead = titles.slice(index + 1, index + 3).some((next) => isPrice(next));
    if (!priceAhead || node.children.length > 0) return true;
    if (isTaken) return false;
    isTaken = true;
    return true;
  });
}
