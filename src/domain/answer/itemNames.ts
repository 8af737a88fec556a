import type { Link } from './answerLinks.ts';
import type { Node } from './answerOutline.ts';
import { rankOf } from './answerOutline.ts';
import { foldName } from './foldName.ts';
import { readHead } from './heads.ts';
import type { Levels } from './levels.ts';
import type { NameSpan } from './names.ts';
import { cleanName, hasProperMark, nameLikeness } from './names.ts';
import { isPraise, labelInside } from './praiseLabels.ts';
import { readRunOnName } from './runOn.ts';
import { isAttributeLabel, isCategory, isFurtherPicks, isPlainAttribute, titleKind } from './titles.ts';

/** Minimum likeness at which a text counts as a name. */
const nameThreshold = 0.6;

/** Context of reading an item: the text, its links, and the labels that describe items. */
export type ItemContext = {
  text: string;
  links: readonly Link[];
  repeated: ReadonlySet<string>;
  praised: ReadonlySet<Node>;
  levels: Levels;
};

/**
 * Returns labels with a colon that appear below more than one item; they describe items ("Price:", in any language).
 * Labels below known section titles may be names that a summary repeats, so those do not count.
 */
export function repeatedLabels(root: Node): Set<string> {
  const seenByKey = new Map<string, { parents: Set<Node | null>; count: number }>();
  const queue: Node[] = [root];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    for (const child of node.children) queue.push(child);
    const { head, parent } = node;
    if (!head.colon || head.form === 'link' || node.rank < rankOf.boldLine || node.number !== null) continue;
    if (parent !== null && !node.line.cut && (parent === root || titleKind(parent.title) !== 'other')) continue;
    const label = foldName(node.span.name);
    const entry = seenByKey.get(label) ?? { parents: new Set(), count: 0 };
    entry.parents.add(parent);
    entry.count += 1;
    seenByKey.set(label, entry);
  }
  const repeated = [...seenByKey].filter(([, { parents, count }]) => parents.size > 1 || count > 2);
  return new Set(repeated.map(([label]) => label));
}

export function isAttribute(node: Node, context: ItemContext): boolean {
  const labels = node.head.colon && node.head.form !== 'link' && context.repeated.size > 0;
  if (labels && context.repeated.has(foldName(node.span.name)) && !isCategory(node.span.name)) return true;
  if (isCategory(node.span.name) && !isPlainAttribute(node.span.name)) return false;
  return (
    isAttributeLabel(node.span.name) && (node.head.colon || node.head.dash || node.span.name.split(' ').length <= 3)
  );
}

export type ItemName = { span: NameSpan; link: Link | null; colon: boolean };

/**
 * Returns the evidence required of a name; a bold or linked one before a dash needs less: "acme Log", "WhatsApp
 * translation".
 */
function thresholdFor({ head, span }: Node): number {
  const setApart = head.form !== 'plain' && !head.colon && span.name.split(' ').length <= 4;
  if (!setApart) return nameThreshold;
  return /\p{Ll}\p{Lu}/u.test(span.name) ? 0.3 : 0.5;
}

const genericTail =
  /(?:^|\s|-)(?:tools?|apps?|applications|options?|providers?|platforms?|programs?|devices|extensions?|apis?|(?:web)?sites?|alternatives?|choices|werkzeuge|programme|anbieter|lösungen|optionen|outils|applications|logiciels|solutions|herramientas|aplicaciones|opciones|strumenti|applicazioni|opzioni|ferramentas|aplicativos|opções|opties|araçlar|araçları|uygulamalar|uygulamaları|seçenekleri|narzędzia|aplikacje|opcje|ツール|アプリ|工具|软件|应用|选项)$/iu;
const genericHead =
  /^(?:free|other|others|various|some|many|several|local|online|open-source|professional|popular|traditional|specialized|dedicated|built-in|browser|mobile|desktop|mehrsprachige|kostenlose|andere|weitere|lokale|autres?|gratuits?|divers|otr[ao]s|gratuitas|locales|altri|altre|gratuiti|outr[ao]s|andere|gratis|diğer|ücretsiz|bazı|inne|darmowe|其他|其它|免费|一些|その他)(?:\s|$|-|\p{Script=Han})/iu;

/** "Free web tools", "Other providers", "Whisper-based APIs": a category whose examples the text may name. */
function isGenericGroup(name: string): boolean {
  if (/^(?:others?|andere|autres|otros|altri|outros|diğerleri|inne|其他|その他)$/iu.test(name)) return true;
  return (
    /[^\x20-\x7e]$|[a-z]$/i.test(name) &&
    genericTail.test(name) &&
    (genericHead.test(name) || /-based\b|\p{Ll}s$/u.test(name)) &&
    !/\.\p{Ll}/u.test(name)
  );
}

/** Returns the name of an item: its head, or for "Best overall: Name" the text after the category. */
export function findName(node: Node, context: ItemContext): ItemName | null {
  const { head, span } = node;
  if (span.name === '' || isPlainAttribute(span.name)) return null;
  const inner = /[:：]/.test(span.name) ? labelInside.exec(span.name)?.[1] : undefined;
  if (inner !== undefined && (isPraise(inner) || context.praised.has(node))) {
    const colon = context.text.slice(span.start, span.end).search(/[:：]/);
    return nameBehindLabel(span.start + colon + 1, span.end, context);
  }
  const kind = titleKind(span.name);
  if (head.form === 'plain' && head.dash && context.text.slice(head.end, head.rest).includes('→')) {
    const itemName = nameBehindLabel(head.rest, node.line.end, context);
    const isSetApart = /^\*\*|^\[/.test(context.text.slice(head.rest - 2, head.rest + 1).trimStart());
    if (itemName !== null && (isSetApart || nameLikeness(span.name) < 0.75)) return itemName;
  }
  if (context.levels.labels.has(node)) return nameBehindLabel(head.rest, node.line.end, context);
  const isTitle = node.rank < rankOf.paragraphItem;
  if (isTitle && head.colon && head.rest < node.line.end && (kind === 'picks' || context.praised.has(node))) {
    const named = nameBehindLabel(head.rest, node.line.end, context);
    if (named !== null) return named;
  }
  if (head.colon && head.form === 'bold' && opensBold(node, context)) {
    const named = nameBehindLabel(head.rest, node.line.end, context);
    if (named !== null && named.span.name.split(' ').length <= 6) return named;
  }
  const label = isCategory(span.name) || kind === 'summary' || kind === 'avoid' || isFurtherPicks(span.name);
  if ((head.colon || head.dash) && label && head.form !== 'link') {
    if (head.rest >= node.line.end) return null;
    return nameBehindLabel(head.rest, node.line.end, context);
  }
  if (isAttribute(node, context)) return null;
  if (head.form !== 'link' && isGenericGroup(span.name)) return null;
  const setApart = head.form === 'link' || (node.number !== null && (head.form === 'bold' || head.dash));
  const lowerCase = setApart && /^\p{Ll}\S*(?: \S+)?$/u.test(span.name) && !head.colon;
  if (nameLikeness(span.name) < thresholdFor(node) && !lowerCase) return null;
  return { span, link: head.link, colon: head.colon };
}

/** In "**Label:** **Name**" the second bold run is the name, whatever the label's language. */
export function opensBold({ head, line }: Node, { text }: Pick<ItemContext, 'text'>): boolean {
  const opening = text.slice(head.end, Math.min(line.end, head.rest + 3));
  if (!/[:：]?\*\*[:：]?\s{1,3}\*\*/.test(opening)) return false;
  const close = text.indexOf('**', head.rest + 1);
  return close > 0 && close < line.end;
}

function nameBehindLabel(from: number, end: number, context: ItemContext): ItemName | null {
  // The separator also skips opening marks, but a name in bold keeps its own.
  const marks = /(?<=\s)\*\*$/.exec(context.text.slice(Math.max(0, from - 3), from))?.[0].length ?? 0;
  const start = from - marks;
  const article =
    /^\s*[*_]*(?:[Tt]he|an?|[Oo]ur pick|(?:I.d )?[Gg]o with|[Ss]tart with|[Cc]hoose|[Pp]ick|[Tt]ry|[Uu]se|[Gg]et|[Cc]onsider|[Oo]pt for)\s+(?=[*_[\p{Lu}\d])/u.exec(
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

/**
 * Returns true for several words with a mark of a name and without an enumeration: a name even among bullets that are
 * mostly properties.
 */
export function isFullName(name: string): boolean {
  return hasProperMark(name) && /\S\s\S/.test(name) && !name.includes(',');
}

/** Reads "**acme** – …" next to other names: a name that its owner writes without a capital. */
export function lowerCaseName(node: Node, state: ItemContext): ItemName | null {
  const { head, span } = node;
  const fits = head.form === 'bold' && head.dash && !head.colon && /^\p{Ll}[\p{L}\d.'’-]{2,24}$/u.test(span.name);
  return fits && !isAttribute(node, state) ? { span, link: head.link, colon: false } : null;
}

/** Reads "`acme` – …": a name that the text formats as code. */
export function codeName({ head, span, line }: Node, { text }: ItemContext): ItemName | null {
  const isCode = text.charAt(span.start - 1) === '`' && text.charAt(span.end) === '`';
  const explains = (head.dash || head.colon) && head.rest < line.end;
  return isCode && explains && /^[\p{L}@][\p{L}\d.'’_/@-]{2,40}$/u.test(span.name)
    ? { span, link: head.link, colon: false }
    : null;
}
