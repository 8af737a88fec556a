import type { Node } from './answerOutline.ts';
import { cues } from './phrases.ts';
import { foldTitle } from './titleWords.ts';

const sign = '(?:❌|🚫|👎|⛔)';
const signBehind = new RegExp(`^\\W{0,8}${sign}`, 'u');
const signBefore = new RegExp(`${sign}[\\s*_]{0,4}$`, 'u');

/**
 * Finds an item's warning against its own name: struck through, a sign, "not recommended" after its head, or a sentence
 * that warns of the whole. null: none. `language`: of the text.
 */
export function itemWarning(
  { start, end }: { start: number; end: number },
  node: Node,
  text: string,
  language: string,
): string | null {
  const before = text.slice(Math.max(0, start - 6), start);
  if (/~~[*_\s]{0,4}$/.test(before)) return 'struck through';
  const own = text.slice(end, node.line.end);
  if (signBehind.test(own) || signBefore.test(before)) return 'a sign';
  const below = ownChildren(node)
    .map((child) => text.slice(child.line.start, child.line.end))
    .join(' . ');
  for (const part of [own, below]) {
    const warning = warns(foldTitle(part.slice(0, 600)), language);
    if (warning !== null) return warning;
  }
  const direct = cues('againstAfter', language);
  direct.lastIndex = 0;
  const match = direct.exec(foldTitle(own.slice(0, 60)));
  return match !== null && match.index <= 6 ? match[0] : null;
}

/** The first lines below an item, up to a paragraph after its list: that speaks of the whole again. */
function ownChildren({ children }: Node): Node[] {
  const after = children.findIndex(
    ({ line }, index) =>
      index > 0 && line.kind === 'text' && line.blankBefore && children[index - 1]?.line.kind !== 'text',
  );
  return children.slice(0, after < 0 ? 6 : Math.min(after, 6));
}

function warns(folded: string, language: string): string | null {
  for (const match of folded.matchAll(cues('warnings', language))) {
    const behind = folded.slice(match.index + match[0].length, match.index + match[0].length + 14);
    if (!onlyForSome.test(behind)) return match[0];
  }
  return null;
}

/** "Not recommended for beginners": a drawback, not advice against the whole. */
const onlyForSome =
  /^\s(?:for|if|unless|when|fur|wenn|falls|pour|si|para|per|se|voor|als|til|hvis|om|dla|jesli|pro|pokud|pentru|daca|icin|для|если|якщо|για|αν|cho|nếu|untuk|jika)(?!\p{L})/u;
