import { type HtmlElement, isElement, parentOf } from './parseHtml.ts';
import { hasWordsIn, lengthOfRange } from './rangeText.ts';
import { type Block, flag, type Walk } from './walk.ts';

export type MainBlock = {
  element: HtmlElement;
  /** Rule that found it: the page's own landmark, its only large article, or paragraph scoring. */
  source: 'main' | 'article' | 'scored';
};

function visibleLength(walked: Walk, element: HtmlElement): number {
  return element.from < 0 ? 0 : lengthOfRange(walked, element, flag.hidden | flag.boilerplate);
}

function hasWords(walked: Walk, element: HtmlElement): boolean {
  return element.from >= 0 && hasWordsIn(walked, element, flag.hidden | flag.boilerplate);
}

/**
 * Finds the element with the page's main content, or null. A landmark wins, then an article with most of the text.
 * Otherwise paragraphs vote for their ancestors (one point, one per comma, up to three for length, halved per level),
 * and votes shrink by the share of link text: the scoring idea of Readability, without its class-name lists.
 */
export function findMain(walked: Walk): MainBlock | null {
  const { landmarks, articles, blocks } = walked;
  const landmark = findLargest(walked, landmarks);
  // A script fills an empty landmark, which therefore does not identify the main text.
  if (landmark !== null && hasWords(walked, landmark)) return { element: landmark, source: 'main' };
  const total = blocks.reduce((sum, block) => sum + block.chars, 0);
  const article = articles.length > 20 ? null : findLargest(walked, articles);
  if (article !== null && visibleLength(walked, article) >= total * 0.5) return { element: article, source: 'article' };
  const scored = bestScored(walked);
  return scored === null ? null : { element: scored, source: 'scored' };
}

function findLargest(walked: Walk, candidates: readonly HtmlElement[]): HtmlElement | null {
  let best: HtmlElement | null = null;
  let bestLength = 0;
  for (const element of candidates.slice(0, 20)) {
    const length = visibleLength(walked, element);
    if (length > bestLength) {
      best = element;
      bestLength = length;
    }
  }
  return best;
}

function bestScored(walked: Walk): HtmlElement | null {
  const scores = new Map<HtmlElement, number>();
  const add = (element: HtmlElement | null, points: number) => {
    if (element !== null) scores.set(element, (scores.get(element) ?? 0) + points);
  };
  for (const block of walked.blocks) {
    const points = pointsOf(block);
    if (points === 0) continue;
    const parent = parentOf(block.element);
    const grand = parent === null ? null : parentOf(parent);
    add(parent, points);
    add(grand, points / 2);
    add(grand === null ? null : parentOf(grand), points / 3);
  }
  const weighted = (element: HtmlElement) => {
    const density = element.chars === 0 ? 1 : element.linkChars / element.chars;
    return (scores.get(element) ?? 0) * (1 - density);
  };
  let best: HtmlElement | null = null;
  for (const element of scores.keys()) {
    if (element.tagName === 'html' || element.tagName === 'head') continue;
    if (best === null || weighted(element) > weighted(best)) best = element;
  }
  if (best === null || weighted(best) < 2) return null;
  return withSiblings(best, weighted);
}

function pointsOf(block: Block): number {
  if (block.chars < 25 || block.linkChars > block.chars / 2) return 0;
  return 1 + block.commas + Math.min(block.chars / 100, 3);
}

/** Returns the parent of the best section if its siblings contain text as well. */
function withSiblings(htmlElement: HtmlElement, weighted: (element: HtmlElement) => number): HtmlElement {
  let best = htmlElement;
  for (let parent = parentOf(best); parent !== null && parent.tagName !== 'html'; parent = parentOf(parent)) {
    const bar = Math.max(2, weighted(htmlElement) * 0.2);
    const choice = best;
    const sisters = parent.childNodes.filter((node) => isElement(node) && node !== choice && weighted(node) >= bar);
    if (sisters.length === 0) return best;
    best = parent;
  }
  return best;
}
