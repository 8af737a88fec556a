import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { readSources } from '../../support/house.ts';

export type Expression = { file: string; source: string; flags: string };

export type Expressions = {
  literals: Expression[];
  /** Files that build expressions at run time, with the number of places where they do. */
  builders: Map<string, number>;
};

type SyntaxNode = Record<string, unknown> & { type?: string };

/** Finds every regular expression in the sources, with a parser rather than another expression. */
export function findExpressions(root: string, folders: readonly string[]): Expressions {
  const found: Expressions = { literals: [], builders: new Map() };
  for (const { path } of readSources(root, folders)) {
    const text = readFileSync(join(root, path), 'utf8');
    visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path), path, found);
  }
  return found;
}

function visit(value: unknown, file: string, found: Expressions): void {
  if (Array.isArray(value)) {
    for (const each of value) visit(each, file, found);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const node = value as SyntaxNode;
  const regex = node.regex as { pattern: string; flags: string } | undefined;
  if (node.type === 'Literal' && regex !== undefined) {
    found.literals.push({ file, source: regex.pattern, flags: regex.flags });
  }
  const builds = node.type === 'NewExpression' || node.type === 'CallExpression';
  if (builds && (node.callee as SyntaxNode).name === 'RegExp') {
    found.builders.set(file, (found.builders.get(file) ?? 0) + 1);
  }
  for (const each of Object.values(node)) visit(each, file, found);
}

/** Runs `work`, and returns the expressions built meanwhile with `new RegExp`, by the file that built them. */
export async function expressionsBuiltDuring(root: string, work: () => Promise<unknown>): Promise<Expression[]> {
  const built: Expression[] = [];
  const Native = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Native, {
    construct(target, given, newTarget) {
      const made = Reflect.construct(target, given, newTarget) as RegExp;
      const frame = new Error('where').stack?.split('\n').find((line) => line.includes('/src/')) ?? '';
      const from = frame.indexOf(root);
      const file = from < 0 ? '' : (frame.slice(from + root.length).split(/[:?]/)[0] ?? '');
      if (file !== '') built.push({ file, source: made.source, flags: made.flags });
      return made;
    },
  });
  try {
    await work();
  } finally {
    globalThis.RegExp = Native;
  }
  return built;
}

/** Returns true if some part may repeat without limit. Otherwise a match costs at most a constant at each start. */
export function repeatsWithoutEnd(source: string): boolean {
  for (let at = 0, inClass = false; at < source.length; at += 1) {
    const char = source.charAt(at);
    if (char === '\\') at += 1;
    else if (inClass) inClass = char !== ']';
    else if (char === '[') inClass = true;
    else if (char === '*' || char === '+' || /^\{\d+,\}/.test(source.slice(at, at + 12))) return true;
  }
  return false;
}
