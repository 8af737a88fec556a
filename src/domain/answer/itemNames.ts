import { foldName } from './foldName.ts';
import { readHead } from './heads.ts';
import type { Link } from './links.ts';
import type { NameSpan } from './names.ts';
import { cleanName, nameLikeness } from './names.ts';
import type { Node } from './outline.ts';
import { rankOf } from './outline.ts';
import { readRunOnName } from './runOn.ts';
import { isAttributeLabel, isCategory, isPlainAttribute, titleKind } from './titles.ts';

/** From here on a text looks more like a name than like anything else. */
export const nameThreshold = 0.6;

/** What an item is read with: the text, its links, and the labels that describe items. */
export type ItemContext = { text: string; links: readonly Link[]; repeated: ReadonlySet<string> };

/**
 * Labels with a colon that stand below more than one item describe items ("Price:", whatever its language). Below known
 * section titles they may be names that a summary repeats, so those do not count.
 */
export function repeatedLabels(root: Node): Set<string> {
  const seen = new Map<string, { parents: Set<Node | null>; count: number }>();
  const queue: Node[] = [root];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    for (const child of node.children) queue.push(child);
    const { head, parent } = node;
    if (!head.colon || head.form === 'link' || node.rank < rankOf.boldLine || node.number !== null) continue;
    if (parent !== null && !node.line.cut && (parent === root || titleKind(parent.title) !== 'other')) continue;
    const label = foldName(node.span.name);
    const known = seen.get(label) ?? { parents: new Set(), count: 0 };
    known.parents.add(parent);
    known.count += 1;
    seen.set(label, known);
  }
  const repeated = [...seen].filter(([, { parents, count }]) => parents.size > 1 || count > 2);
  return new Set(repeated.map(([label]) => label));
}

export function isAttribute(node: Node, context: ItemContext): boolean {
  const label = foldName(node.span.name);
  if (node.head.colon && node.head.form !== 'link' && context.repeated.has(label) && !isCategory(node.span.name))
    return true;
  if (isCategory(node.span.name) && !isPlainAttribute(node.span.name)) return false;
  return (
    isAttributeLabel(node.span.name) && (node.head.colon || node.head.dash || node.span.name.split(' ').length <= 3)
  );
}

export type Named = { span: NameSpan; link: Link | null; colon: boolean };

/** The name an item carries: its head, or for "Best overall: Name" what stands behind the category. */
export function nameOf(node: Node, context: ItemContext): Named | null {
  const { head, span } = node;
  if (span.name === '' || isPlainAttribute(span.name)) return null;
  const label = isCategory(span.name) || titleKind(span.name) === 'summary';
  if ((head.colon || head.dash) && label && head.form !== 'link') {
    if (head.rest >= node.line.end) return null;
    return nameBehindLabel(head.rest, node.line.end, context);
  }
  const inner = /^([^:]{3,60}):\s+(?=\S)/.exec(span.name);
  if (inner?.[1] !== undefined && isCategory(inner[1])) {
    return nameBehindLabel(context.text.indexOf(':', span.start) + 1, span.end, context);
  }
  if (isAttribute(node, context)) return null;
  const setApart = head.form === 'link' || (node.number !== null && (head.form === 'bold' || head.dash));
  const lowerCase = setApart && /^\p{Ll}\S*(?: \S+)?$/u.test(span.name) && !head.colon;
  if (nameLikeness(span.name) < nameThreshold && !lowerCase) return null;
  return { span, link: head.link, colon: head.colon };
}

function nameBehindLabel(start: number, end: number, context: ItemContext): Named | null {
  const article =
    /^\s*[*_]*(?:[Tt]he|[Aa]n?|[Oo]ur pick|[Gg]o with)\s+(?=[*_[\p{Lu}\d])/u.exec(
      context.text.slice(start, start + 30),
    )?.[0].length ?? 0;
  const head = readHead(context.text, start + article, end, context.links);
  const span =
    head.form === 'plain'
      ? readRunOnName(context.text, head.start, head.end, head.colon, () => 0)
      : cleanName(context.text, head.start, head.end);
  return span.name !== '' && nameLikeness(span.name) >= nameThreshold
    ? { span, link: head.link, colon: head.colon }
    : null;
}

export function isSection(node: Node, context: ItemContext): boolean {
  if (node.head.form === 'link') return false;
  const items = node.children.filter((child) => child.rank >= rankOf.paragraphItem && child.rank < rankOf.row);
  const titles = node.children.filter((child) => child.rank < rankOf.paragraphItem);
  const named = items.filter((child) => isEntityItem(child, context));
  const plain = items.filter((child) => !isAttribute(child, context));
  if (named.length > 0 && named.length * 2 >= items.length && named.length * 2 > plain.length) return true;
  const namedTitles = titles.filter(
    (child) => !isCategory(child.title) && nameLikeness(child.span.name) >= nameThreshold,
  );
  return namedTitles.length >= 2 || (namedTitles.length === 1 && namedTitles[0]?.number !== null);
}

/** An item below a heading that is a name itself, not a property of the heading. */
function isEntityItem(node: Node, context: ItemContext): boolean {
  if (isAttribute(node, context)) return false;
  if (node.head.form === 'plain' && !node.head.dash && node.line.kind !== 'ordered') {
    return node.children.length > 0 && !node.head.colon && nameLikeness(node.span.name) >= nameThreshold;
  }
  if (node.head.colon && node.head.form === 'bold' && node.line.kind !== 'ordered') return false;
  return nameLikeness(node.span.name) >= nameThreshold;
}
