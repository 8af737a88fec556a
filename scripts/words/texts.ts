import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Node, parseSync } from 'oxc-parser';

/** Kinds of text: `doc` and `comment` for engineers, `text` and `prose` for people, `name` for declarations. */
export type TextKind = 'doc' | 'comment' | 'text' | 'prose' | 'name' | 'button' | 'title' | 'error';

/** A piece of text with its position. `parameters`: number of a function's parameters, for a function's name. */
export type Passage = { path: string; line: number; kind: TextKind; text: string; parameters?: number };

/** Reads every passage of the given folders and files, in the order of their paths. */
export function readPassages(root: string, places: readonly string[]): Passage[] {
  return places
    .flatMap((place) => filesBelow(join(root, place)))
    .flatMap((file) => {
      const path = relative(root, file).replaceAll('\\', '/');
      const source = readFileSync(file, 'utf8');
      return /\.md$/.test(path) ? passagesOfMarkdown(path, source) : passagesOfCode(path, source);
    });
}

function filesBelow(path: string): string[] {
  if (/\.(?:md|tsx?)$/.test(path)) return [path];
  return readdirSync(path, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.isDirectory()) return filesBelow(join(path, entry.name));
      return /\.(?:md|tsx?)$/.test(entry.name) ? [join(path, entry.name)] : [];
    });
}

/** Lists comments, literals of three words or more, JSX text and declared names of a TypeScript file. */
export function passagesOfCode(path: string, source: string): Passage[] {
  const { program, comments } = parseSync(path, source);
  const lineAt = lineCounter(source);
  const passages: Passage[] = comments.map(({ type, value, start }) => ({
    path,
    line: lineAt(start),
    kind: type === 'Block' && value.startsWith('*') ? 'doc' : 'comment',
    text: value
      .replace(/^\s*\*+ ?/gm, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  }));
  const add = (node: Node, kind: TextKind, text: string, parameters?: number): void => {
    passages.push({ path, line: lineAt(node.start), kind, text, ...(parameters === undefined ? {} : { parameters }) });
  };
  walk(program as unknown as Node, null, (node, parent) => collect(node, parent, add));
  return passages;
}

type Add = (node: Node, kind: TextKind, text: string, parameters?: number) => void;

function collect(node: Node, parent: Node | null, add: Add): void {
  if (node.type === 'Literal' && typeof node.value === 'string') {
    if (parent?.type === 'ImportDeclaration' || parent?.type === 'ExportNamedDeclaration') return;
    if (isSentence(node.value)) add(node, 'text', node.value);
  } else if (node.type === 'TemplateLiteral') {
    const text = node.quasis.map(({ value }) => value.cooked ?? '').join('…');
    if (isSentence(text)) add(node, 'text', text);
  } else if (node.type === 'JSXText' && /[a-z]/i.test(node.value)) {
    add(node, 'text', node.value.replace(/\s+/g, ' ').trim());
  } else if (node.type === 'JSXAttribute') {
    collectAttribute(node, add);
  } else if (node.type === 'NewExpression' || node.type === 'CallExpression') {
    collectError(node, add);
  } else if (node.type === 'JSXElement') {
    collectElement(node, add);
  } else {
    collectNames(node, add);
  }
}

/** Attributes whose short values people read: a label of two words is not a sentence, but still a text. */
const shownAttribute = /^(?:title|label|aria-label|placeholder|alt|note|hint|caption|\w+Label|\w+Title)$/;

function collectAttribute(node: Extract<Node, { type: 'JSXAttribute' }>, add: Add): void {
  if (node.name.type !== 'JSXIdentifier' || !shownAttribute.test(node.name.name)) return;
  for (const text of textsOf(node.value)) if (!isSentence(text)) add(node, 'text', text);
}

/** Returns the parameters of a function, or undefined for anything else. */
function parametersOf(node: Node | null): readonly Node[] | undefined {
  switch (node?.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return node.params as readonly Node[];
    default:
      return undefined;
  }
}

/**
 * Collects names of variables, parameters, types and classes, including destructured ones; and of functions with their
 * parameters.
 */
function collectNames(node: Node, add: Add): void {
  if (node.type === 'VariableDeclarator') {
    for (const name of boundNames(node.id)) add(name, 'name', name.name, parametersOf(node.init)?.length);
  } else if (node.type === 'TSTypeAliasDeclaration' || node.type === 'TSInterfaceDeclaration') {
    add(node.id, 'name', node.id.name);
  } else if (node.type === 'CatchClause') {
    for (const name of boundNames(node.param)) add(name, 'name', name.name);
  } else if (node.type === 'ClassDeclaration' && node.id) {
    add(node.id, 'name', node.id.name);
  }
  if (node.type === 'FunctionDeclaration' && node.id) add(node.id, 'name', node.id.name, node.params.length);
  for (const parameter of parametersOf(node) ?? []) {
    for (const name of boundNames(parameter)) add(name, 'name', name.name);
  }
}

type Identifier = Extract<Node, { type: 'Identifier' }>;

function boundNames(pattern: Node | null): Identifier[] {
  if (pattern === null) return [];
  if (pattern.type === 'Identifier') return [pattern as Identifier];
  if (pattern.type === 'AssignmentPattern') return boundNames(pattern.left);
  if (pattern.type === 'RestElement') return boundNames(pattern.argument);
  if (pattern.type === 'ArrayPattern') return pattern.elements.flatMap((element) => boundNames(element as Node | null));
  // A property keeps the name of its field: only a name given here counts.
  if (pattern.type === 'ObjectPattern') {
    return pattern.properties.flatMap((property) =>
      property.type === 'RestElement' ? boundNames(property) : property.shorthand ? [] : boundNames(property.value),
    );
  }
  return [];
}

/**
 * Returns the texts that an expression can become: a literal, a template, both sides of a condition, the joined parts
 * of a sum.
 */
function textsOf(node: Node | null | undefined): string[] {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral':
      return [node.quasis.map(({ value }) => value.cooked ?? '').join('…')];
    case 'JSXText':
      return /[a-z]/i.test(node.value) ? [node.value.replace(/\s+/g, ' ').trim()] : [];
    case 'JSXExpressionContainer':
      return textsOf(node.expression as Node);
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)];
    case 'LogicalExpression':
      return textsOf(node.right);
    case 'BinaryExpression':
      return textsOf(node.left as Node).flatMap((left) => textsOf(node.right).map((right) => left + right));
    default:
      return [];
  }
}

/** Position of an error's message for callers: an argument, and optionally a field of it. */
const messageOfError: Readonly<Record<string, [position: number, field?: string]>> = {
  AppError: [1],
  invalidField: [1],
  unsupportedSetting: [1, 'message'],
  engineUnavailable: [1],
  UsageError: [0],
  ConfigError: [0],
  StartError: [0],
};

function collectError(node: Extract<Node, { type: 'NewExpression' | 'CallExpression' }>, add: Add): void {
  const [position, field] = (node.callee.type === 'Identifier' && messageOfError[node.callee.name]) || [];
  let message = position === undefined ? undefined : (node.arguments[position] as Node | undefined);
  if (field !== undefined && message?.type === 'ObjectExpression') {
    const property = message.properties.find(
      (candidate) =>
        candidate.type === 'Property' && candidate.key.type === 'Identifier' && candidate.key.name === field,
    );
    message = property?.type === 'Property' ? property.value : undefined;
  }
  for (const text of textsOf(message)) add(node, 'error', text);
}

function collectElement(node: Extract<Node, { type: 'JSXElement' }>, add: Add): void {
  const { name, attributes } = node.openingElement;
  const element = name.type === 'JSXIdentifier' ? name.name : '';
  if (/Button$/.test(element)) {
    const words = node.children.filter((child) => textsOf(child as Node).some((text) => /[a-z]/i.test(text)));
    for (const text of textsOf(words[0] as Node | undefined)) add(node, 'button', text);
  }
  if (element !== 'PageHead') return;
  for (const attribute of attributes) {
    if (attribute.type !== 'JSXAttribute' || attribute.name.name !== 'title') continue;
    for (const text of textsOf(attribute.value)) add(node, 'title', text);
  }
}

/** Returns true for three words or more, written as a sentence and not as a query, a class list or a key. */
function isSentence(text: string): boolean {
  return (
    /(?:[a-z]{2,}['’,;:.]?\s+){2}[a-z]{2,}/i.test(text) &&
    !/\(\?[:!<=]/.test(text) &&
    !/^\s*(?:select|insert|update|delete|create|alter|with|drop|from|where)\b/i.test(text) &&
    !/(?:^|\s)(?:[a-z-]+:)?(?:flex|grid|gap|text|bg|border|px|py|mt|mb|ml|mr|w|h|rounded|max-w|min-w)-/.test(text)
  );
}

function walk(node: Node, parent: Node | null, visit: (node: Node, parent: Node | null) => void): void {
  visit(node, parent);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child !== null && typeof child === 'object' && 'type' in child) walk(child as Node, node, visit);
    }
  }
}

/** Splits the prose of a Markdown page into sentences; code, tables of figures and addresses of links are left out. */
export function passagesOfMarkdown(path: string, source: string): Passage[] {
  const lineAt = lineCounter(source);
  const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
  const prose = source
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, blank)
    .replace(/`[^`\n]+`/g, (code) => 'x'.repeat(code.length))
    .replace(/\]\([^)]*\)/g, blank);
  const passages: Passage[] = [];
  for (const block of prose.matchAll(/(?:[^\n|]|\n(?!\s*\n|\s*[-*#\d]))+/g)) {
    for (const sentence of block[0].matchAll(/[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]?/g)) {
      const text = sentence[0].replace(/\s+/g, ' ').trim();
      if (/[a-z]/i.test(text)) {
        const start = block.index + sentence.index + sentence[0].search(/\S/);
        passages.push({ path, line: lineAt(start), kind: 'prose', text });
      }
    }
  }
  return passages;
}

function lineCounter(source: string): (offset: number) => number {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
