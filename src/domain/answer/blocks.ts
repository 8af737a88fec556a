import { type Node, rankOf } from './answerOutline.ts';
import type { Candidate } from './candidate.ts';
import type { Line } from './lines.ts';
import { titleKind } from './titles.ts';
import { foldTitle } from './titleWords.ts';

/**
 * First words of a paragraph that addresses the reader about all names at once: the end of an answer, not part of a
 * name.
 */
const starts = new RegExp(
  '^(?:(?:' +
    'each of (?:these|the)|all (?:of )?these|these (?:\\S+ ){0,3}(?:are|offer|cater|provide|represent|selections?|options?|picks?|models?|products?|tools?|places)|' +
    'consider your|remember|if you (?:have|need|want|would|.d|prefer|share|tell|let|are looking|.re looking|give)|let me know|would you like|do you (?:want|have|need|prefer)|feel free|tell me|when (?:choosing|selecting|picking|buying|deciding)|' +
    'ultimately|in (?:summary|conclusion|short)|overall,|to (?:help|assist) (?:you|me)|note that|please note|prices? (?:may|can|are)|by considering|happy |enjoy |want me|are you|could you|which (?:of|one)|what(?:.s| is| are) your|' +
    'wenn du|wenn sie|falls|mochtest|willst du|mochten sie|sag mir|alle diese|jede[rs]? dieser|diese (?:optionen|tools|produkte)|' +
    'si vous|si tu|souhaitez|voulez-vous|n.hesitez|dites-moi|chacun|tous ces|toutes ces|ces (?:options|outils)|' +
    'si quieres|si necesitas|si me|quieres que|dime|todas? est[ao]s|cada un[ao]|' +
    'se vuoi|se hai|fammi sapere|vuoi che|tutt[ie] quest[ie]|ognun[oa]|' +
    'se quiser|se voce|quer que|me diga|todas essas|todos esses|cada um|' +
    'als je|wil je|laat (?:me|het) weten|al deze|elk van|' +
    'isterseniz|istersen|eger|bu (?:araclar|uygulamalar|secenekler)|hepsi|' +
    'jesli|czy chcesz|daj znac|wszystkie te|kazd[ya] z|' +
    'если|все эти|дайте знать' +
    ')(?![\\p{L}\\p{N}])|ご希望|もし|いかが|これらの|以上|如果您|如果你|需要我|您可以告诉|以上|원하시|필요하시|혹시|이 중|إذا |هل ترغب|אם |האם |यदि|अगर|क्या आप|หากคุณ|ถ้าคุณ|ต้องการให้)',
  'u',
);

/** Returns true for a paragraph that addresses the reader or sums up the list. */
function isClosing(paragraph: string): boolean {
  return starts.test(foldTitle(paragraph.slice(0, 120).replace(/^[^\p{L}\p{N}]+/u, '')));
}

/** Stretch of text about one name. Offsets are UTF-16 code units; `end` is excluded. */
export type Block = { start: number; end: number };

/**
 * Returns the index of the first number in an ascending list that is greater than `offset`; the list's length if none
 * is.
 */
function indexAfter(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns the block of each place. It starts at the place's line and ends at the first of these: the next place of any
 * name; a title above that place but not above this one; a title of the same or a higher level; a rule; the link
 * definitions; the paragraph that leaves the list; the closing paragraph of the answer (checks K6 and K7). `places` are
 * all places of all names.
 */
export function findBlocks(text: string, places: readonly Candidate[], lines: readonly Line[]): Block[] {
  const startOf = (one: Candidate): number => Math.min(one.node.line.start, one.span.start);
  const ordered = [...places].sort((candidate, right) => startOf(candidate) - startOf(right));
  const ascending = ordered.map(startOf);
  const stops = lines.filter((line) => line.kind === 'rule' || line.kind === 'definition').map((line) => line.start);
  return places.map((one): Block => {
    const start = startOf(one);
    const next = ordered[indexAfter(ascending, start)];
    let end = next === undefined ? text.length : topAfter(next, start);
    end = Math.min(end, stops[indexAfter(stops, start)] ?? text.length, endOfBranch(one, text));
    return { start, end: Math.max(end, one.span.end) };
  });
}

/** Returns the start of the part of the outline that contains the next place, if it comes after `start`. */
function topAfter(next: Candidate, start: number): number {
  let top = Math.min(next.node.line.start, next.span.start);
  for (let above: Node | null = next.node.parent; above !== null; above = above.parent) {
    if (above.line.start <= start) break;
    top = Math.min(top, above.line.start);
  }
  return top;
}

/** Returns the start of the next line outside the candidate's branch. */
function endOfBranch(one: Candidate, text: string): number {
  const parent = one.node.parent;
  if (parent === null) return one.node.line.end;
  const siblings = parent.children;
  const own = one.node.at;
  let hasBody = one.node.children.length > 0 || one.node.line.end - one.node.head.rest > 2;
  for (let index = own + 1; index < siblings.length; index += 1) {
    const next = siblings[index];
    if (next === undefined) break;
    if (next.rank === rankOf.text && !hasBody) hasBody = true;
    else return next.line.start;
  }
  let end = text.length;
  let above = parent;
  while (above.parent !== null) {
    const after = above.parent.children[above.at + 1];
    if (after !== undefined) {
      end = after.line.start;
      break;
    }
    above = above.parent;
  }
  return Math.min(end, startOfClosing(one.node, text) ?? end);
}

/** "In short: …", "Tips: …" below a title: about all names. */
function closesByLabel({ head, span, rank }: Node): boolean {
  if (!head.colon || rank < rankOf.boldLine) return false;
  const kind = titleKind(span.name);
  return kind === 'summary' || kind === 'avoid' || (kind === 'advice' && rank <= rankOf.paragraphItem);
}

/**
 * Returns the start of the first paragraph below a title that closes the answer: it addresses the reader, or is longer
 * than its neighbours.
 */
function startOfClosing(node: Node, text: string): number | null {
  if (node.rank >= rankOf.paragraphItem || node.children.length < 2) return null;
  const labelled = node.children.find((child, index) => index > 0 && closesByLabel(child));
  if (labelled !== undefined) return labelled.line.start;
  const paragraphs = (one: Node): Node[] => one.children.filter((child) => child.rank === rankOf.text);
  const own = paragraphs(node).filter((child) => child.line.blankBefore && child.line.depth === 0);
  const statement = own.find(
    (child) => child !== node.children[0] && isClosing(text.slice(child.line.start, child.line.end)),
  );
  if (statement !== undefined) return statement.line.start;
  const peers = (node.parent?.children ?? []).filter((peer) => peer !== node && peer.rank === node.rank);
  if (peers.length < 2 || node.parent?.children.at(-1) !== node) return null;
  const most = Math.max(...peers.slice(-10).map((peer) => paragraphs(peer).length));
  return paragraphs(node)[Math.max(most, 1)]?.line.start ?? null;
}
