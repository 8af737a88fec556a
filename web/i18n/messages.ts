import { parseSync } from 'oxc-parser';
import { pluralOf } from '../src/i18n/plural.ts';

/**
 * The interface's source is plain English. At build time every displayed text becomes a lookup by that English text: JSX
 * text with its inline expressions (`{0}`), and string and template literals that look like text and are not an argument
 * of the browser or of the API. A text without a translation stays English.
 */
export type Translated = { code: string; messages: readonly string[] };

type Edit = { start: number; end: number; text: string };
type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** Attributes and properties whose strings are never displayed. */
const hiddenNames = new Set(
  `className class id key to from href type role d viewBox transform points autoComplete inputMode pattern accept src rel
  target media htmlFor method path operation queryKey file sentWhen about style fill stroke tone size look kind value`.split(
    /\s+/,
  ),
);
/** Calls whose strings are addresses, names or patterns. */
const hiddenCalls = new Set(
  `call useParams useSearch querySelector querySelectorAll matchMedia getItem setItem removeItem addEventListener closest
  removeEventListener includes startsWith endsWith split replace replaceAll match test Error TypeError RegExp setAttribute
  getAttribute dispatchEvent fetch createElement createElementNS DateTimeFormat NumberFormat PluralRules RelativeTimeFormat
  utilities warn lookup`.split(/\s+/),
);
const utility =
  /^[!-]?(?:[\w[\]()=.>*&'"~:-]+:)?-?(?:flex|grid|block|hidden|inline|absolute|relative|fixed|sticky|truncate|underline|italic|font|text|bg|border|rounded|[pm][xytblrse]?|[wh]|min|max|size|gap|space|items|justify|self|content|place|order|col|row|overflow|whitespace|break|leading|tracking|tabular|shrink|grow|basis|z|top|left|right|bottom|inset|opacity|shadow|ring|outline|transition|duration|animate|cursor|pointer|select|sr|not|divide|align|fill|stroke|object|line|one|print|figure|spans|numbers)(?:-[\w./[\]()%#,:&>*=+-]+)?$/;

const word = /[A-Za-z\u00c0-\u024f]{2,}/;
/** Names of classes that are also words of a sentence. */
const sharedWords =
  /^(?:not|items|content|order|one|line|place|print|figure|text|left|right|top|bottom|object|break|space)$/;

/** True for a text that a person reads: several words, or one that begins with a capital letter. */
export function isText(text: string): boolean {
  const bare = text.replaceAll(/\{\d+\}/g, '0').trim();
  if (
    !word.test(bare) ||
    /[{}\\\n]|^[/?.<]|^#(?!0 )|:\/\/|^[\w-]+\/[\w-]+$|^[a-z]+\(|^input:|^\((?:min|width)|^act |px /.test(bare)
  )
    return false;
  if (!/\s/.test(bare)) return /^[A-Z][a-z]+[a-z.…:?!’-]*$/.test(bare);
  const tokens = bare.split(/\s+/);
  return tokens.filter((token) => utility.test(token) && !sharedWords.test(token)).length * 2 < tokens.length;
}

const isWord = (text: string): boolean => /^[a-z]{2,}$/.test(text);

/** @param libraries paths of the two modules that look texts up, for strings and for elements */
export function translateModule(path: string, code: string, libraries: { text: string; element: string }): Translated {
  const messages = new Set<string>();
  let isUsed = { text: false, element: false };
  let isInWords = false;

  const lookUp = (message: string, inner: readonly string[], isElement: boolean): string => {
    messages.add(message);
    isUsed = { text: isUsed.text || !isElement, element: isUsed.element || isElement };
    return `${isElement ? '_x' : '_t'}(${[JSON.stringify(message), ...inner].join(', ')})`;
  };

  /** Source of a node with its texts replaced. */
  const source = (node: Node): string => {
    let at = node.start;
    let out = '';
    for (const edit of edits(node).sort((a, b) => a.start - b.start)) {
      out += code.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return out + code.slice(at, node.end);
  };

  const allEdits = (nodes: readonly Node[]): Edit[] => nodes.flatMap(edits);

  function edits(node: Node): Edit[] {
    const { type, start, end } = node;
    if (/^(?:Import|ExportAll|TSType|TSInterface|TaggedTemplate)/.test(type)) return [];
    if (type.startsWith('TS')) return node.expression === undefined ? [] : edits(node.expression as Node);
    switch (type) {
      case 'JSXElement':
        return [...edits(node.openingElement as Node), ...childEdits(node.children as Node[])];
      case 'JSXFragment':
        return childEdits(node.children as Node[]);
      case 'JSXOpeningElement':
        // A file for other programs is in English everywhere.
        return nameOf(node.name as Node) === 'SaveCsv' ? [] : allEdits(node.attributes as Node[]);
      case 'JSXAttribute':
        return attributeEdits(node);
      case 'Property':
      case 'PropertyDefinition':
        return propertyEdits(node);
      case 'BinaryExpression':
        return allEdits([node.left as Node, node.right as Node].filter(isDisplayed(String(node.operator))));
      case 'SwitchCase':
        return allEdits(node.consequent as Node[]);
      case 'CallExpression':
      case 'NewExpression':
        return callEdits(node);
      case 'VariableDeclarator':
        return wordEdits(node);
      case 'Literal':
        return typeof node.value === 'string' && (isText(node.value) || (isInWords && isWord(node.value)))
          ? [{ start, end, text: lookUp(node.value, [], false) }]
          : [];
      case 'TemplateLiteral': {
        const quasis = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
        const inner = node.expressions as Node[];
        const message = quasis.map((text, at) => (at === 0 ? text : `{${at - 1}}${text}`)).join('');
        const isShown = !quasis.some((text) => /[{}]/.test(text)) && isText(message) && word.test(quasis.join(' '));
        return isShown ? [{ start, end, text: lookUp(message, inner.map(source), false) }] : allEdits(inner);
      }
      default:
        return allEdits(childrenOf(node));
    }
  }

  /** In an object whose name ends in `Words` or `Names`, single words in lower case are displayed too. */
  function wordEdits({ id, init }: Node): Edit[] {
    if (init === null) return [];
    isInWords = /(?:words|names)$/i.test(nameOf(id as Node)) && unwrap(init as Node).type === 'ObjectExpression';
    const found = edits(init as Node);
    isInWords = false;
    return found;
  }

  function propertyEdits({ key, value, computed }: Node): Edit[] {
    const name = nameOf(key as Node);
    addNoun(name, value as Node | null);
    return [
      ...(computed === true ? edits(key as Node) : []),
      ...((hiddenNames.has(name) && !isInWords) || value == null ? [] : edits(value as Node)),
    ];
  }

  /** Lists count their rows with the noun that they are given. */
  function addNoun(name: string, value: Node | null): void {
    if (name === 'noun' && value !== null) for (const forms of nounForms(value)) messages.add(forms);
  }

  function callEdits(node: Node): Edit[] {
    const callee = node.callee as Node;
    const name = nameOf(callee.type === 'MemberExpression' ? (callee.property as Node) : callee);
    const passed = node.arguments as Node[];
    if (name === 'countWithNoun') {
      for (const forms of nounForms(passed[1], passed[2])) messages.add(forms);
      return allEdits(passed.slice(0, 1));
    }
    return [
      ...(callee.type === 'MemberExpression' ? edits(callee.object as Node) : []),
      ...allEdits(hiddenCalls.has(name) ? passed.filter(({ type }) => !/Literal$/.test(type)) : passed),
    ];
  }

  function attributeEdits(node: Node): Edit[] {
    const name = nameOf(node.name as Node);
    const value = node.value as Node | null;
    addNoun(name, value);
    if (value === null || hiddenNames.has(name) || name.startsWith('data-')) return [];
    if (value.type !== 'Literal') return edits(value);
    const { start, end } = value;
    const text = String(value.value);
    return isText(text) || (name === 'label' && isWord(text))
      ? [{ start, end, text: `{${lookUp(text, [], false)}}` }]
      : [];
  }

  function childEdits(all: Node[]): Edit[] {
    const allTexts = all.map(inlineText);
    const isMessage = all.some((child, at) => child.type === 'JSXText' && word.test(allTexts[at] ?? ''));
    if (!isMessage || allTexts.some((text) => text !== null && /[{}]/.test(text))) return allEdits(all);
    const [from, to] = withoutIcons(all, allTexts);
    const children = all.slice(from, to);
    const inner: string[] = [];
    let message = '';
    for (const [at, child] of children.entries()) {
      const text = allTexts[from + at];
      if (text != null) message += text;
      else {
        message += `{${inner.length}}`;
        inner.push(source(child.type === 'JSXExpressionContainer' ? (child.expression as Node) : child));
      }
    }
    const core = message.trim();
    const [before, after] = message.split(core).map((space) => (space === '' ? '' : "{' '}"));
    const { start = 0 } = children[0] ?? {};
    const { end = start } = children.at(-1) ?? {};
    const text = `${before}{${lookUp(core, inner, inner.length > 0)}}${after}`;
    return [...allEdits([...all.slice(0, from), ...all.slice(to)]), { start, end, text }];
  }

  /** Text of a child that is text itself or a string in braces; null: anything else. */
  function inlineText(child: Node): string | null {
    if (child.type === 'JSXText') return collapse(code.slice(child.start, child.end));
    const inner = child.type === 'JSXExpressionContainer' ? (child.expression as Node) : null;
    if (inner?.type === 'JSXEmptyExpression') return '';
    return inner?.type === 'Literal' && typeof inner.value === 'string' ? inner.value : null;
  }

  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const body = source(program as unknown as Node);
  const imports = [
    isUsed.text ? `import { t as _t } from ${JSON.stringify(libraries.text)};` : '',
    isUsed.element ? `import { tx as _x } from ${JSON.stringify(libraries.element)};` : '',
  ];
  return { code: imports.join('') + body, messages: [...messages] };
}

/** Bounds of the children without icons at the ends: an element named so, or one that touches the text. */
function withoutIcons(children: readonly Node[], texts: readonly (string | null)[]): [from: number, to: number] {
  const isIcon = (at: number, touches: boolean): boolean => {
    const opening = children[at]?.type === 'JSXElement' ? (children[at].openingElement as Node) : null;
    return opening !== null && (touches || nameOf(opening.name as Node) === 'Icon');
  };
  let [from, to] = [0, children.length];
  while (texts[from] === '') from += 1;
  while (texts[to - 1] === '') to -= 1;
  if (isIcon(from, /^\S/.test(texts[from + 1] ?? ' '))) from += 1;
  if (isIcon(to - 1, /\S$/.test(texts[to - 2] ?? ' '))) to -= 1;
  return [from, to];
}

/** Operands of a comparison are values, not texts. */
function isDisplayed(operator: string): (side: Node) => boolean {
  const compares = /^(?:[!=]==?|[<>]=?|in|instanceof)$/.test(operator);
  return ({ type }) => !compares || (type !== 'Literal' && type !== 'TemplateLiteral');
}

/** White space of JSX: line breaks with their indentation vanish at the ends, and are one space between words. */
function collapse(text: string): string {
  const lines = text.split('\n');
  return lines
    .map((line, at) => (at === 0 ? line.trimEnd() : at === lines.length - 1 ? line.trimStart() : line.trim()))
    .map((line, at) => (at === 0 && lines.length === 1 ? text : line))
    .filter(Boolean)
    .join(' ');
}

/** The expression without `as const` or `satisfies`. */
function unwrap(node: Node): Node {
  return node.type.startsWith('TS') && node.expression !== undefined ? unwrap(node.expression as Node) : node;
}

function nameOf(node: Node): string {
  return String(node.name ?? node.value ?? (node as { name?: { name?: string } }).name?.name ?? '');
}

/** Both forms of a counted noun, as one message: `# answer|# answers`. A choice between two nouns gives two messages. */
function nounForms(singular: Node | undefined, plural?: Node): string[] {
  const one = literals(singular);
  const many = plural === undefined ? one.map(pluralOf) : literals(plural);
  return one.flatMap((noun, at) => (many[at] === undefined ? [] : [`# ${noun}|# ${many[at]}`]));
}

function literals(node: Node | undefined): string[] {
  if (node?.type === 'Literal') return [String(node.value)];
  if (node?.type === 'ConditionalExpression')
    return [...literals(node.consequent as Node), ...literals(node.alternate as Node)];
  return [];
}

function childrenOf(node: Node): Node[] {
  const isNode = (value: unknown): value is Node =>
    typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'typeAnnotation' || key === 'typeArguments' || key === 'typeParameters'
      ? []
      : Array.isArray(value)
        ? value.filter(isNode)
        : isNode(value)
          ? [value]
          : [],
  );
}
