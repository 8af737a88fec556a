import type { Candidate } from './candidates.ts';
import type { Line } from './lines.ts';
import { rankOf } from './outline.ts';

/** The stretch of text that speaks about one name. Offsets are UTF-16 code units; `end` is excluded. */
export type Block = { start: number; end: number };

/** First start in an ascending list that is greater than `offset`, or `otherwise`. */
function nextAfter(starts: readonly number[], offset: number, otherwise: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return starts[low] ?? otherwise;
}

/**
 * A mention's block: from its line to the next name, the next title of its level or above, a rule, the link
 * definitions, or for a list item the paragraph that leaves the list (checks K6 and K7).
 */
export function findBlocks(text: string, chosen: readonly Candidate[], lines: readonly Line[]): Block[] {
  const lineStarts = chosen.map((one) => Math.min(one.node.line.start, one.span.start));
  const ascending = [...lineStarts].sort((left, right) => left - right);
  const stops = lines.filter((line) => line.kind === 'rule' || line.kind === 'definition').map((line) => line.start);
  return chosen.map((one, index): Block => {
    const start = lineStarts[index] ?? one.span.start;
    let end = Math.min(nextAfter(ascending, start, text.length), nextAfter(stops, start, text.length));
    end = Math.min(end, endOfBranch(one, text.length));
    return { start, end: Math.max(end, one.span.end) };
  });
}

/** Where the next line that does not belong to the candidate's branch starts. */
function endOfBranch(one: Candidate, textEnd: number): number {
  const parent = one.node.parent;
  if (parent === null) return one.node.line.end;
  const siblings = parent.children;
  const own = siblings.indexOf(one.node);
  let hasBody = one.node.children.length > 0 || one.node.line.end - one.node.head.rest > 2;
  for (let index = own + 1; index < siblings.length; index += 1) {
    const next = siblings[index];
    if (next === undefined) break;
    if (next.rank === rankOf.text && !hasBody) hasBody = true;
    else return next.line.start;
  }
  let above = parent;
  while (above.parent !== null) {
    const after = above.parent.children[above.parent.children.indexOf(above) + 1];
    if (after !== undefined) return after.line.start;
    above = above.parent;
  }
  return textEnd;
}
