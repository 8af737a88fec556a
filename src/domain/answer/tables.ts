import { readHead } from './heads.ts';
import type { Link } from './links.ts';
import type { NameSpan } from './names.ts';
import { cleanName, nameLikeness } from './names.ts';
import type { Node } from './outline.ts';

export type TableName = { span: NameSpan; link: Link | null; node: Node };

type Cell = { start: number; end: number };

function cells(text: string, node: Node): Cell[] {
  const found: Cell[] = [];
  let start = node.line.start + 1;
  for (let at = start; at < node.line.end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === 0x7c) {
      found.push({ start, end: at });
      start = at + 1;
    }
  }
  if (start < node.line.end) found.push({ start, end: node.line.end });
  return found;
}

function isRule(text: string, row: readonly Cell[]): boolean {
  return (
    row.length > 0 &&
    row.every((cell) => /^\s*:?-{2,}:?\s*$/.test(text.slice(cell.start, Math.min(cell.end, cell.start + 2000))))
  );
}

const counter = /^\s*(?:#|no\.?|rank|position|place|\d{1,3}[.)]?)\s*$/i;

/** The names of a table: its first column that is not a running number, without the header. Empty for no table. */
export function readTable(text: string, rows: readonly Node[], links: readonly Link[]): TableName[] {
  const table = rows.map((node) => ({ node, cells: cells(text, node) }));
  const rule = table.findIndex((row) => isRule(text, row.cells));
  const body = table.slice(rule + 1);
  const column = body.every((row) => counter.test(text.slice(row.cells[0]?.start, row.cells[0]?.end))) ? 1 : 0;
  const names: TableName[] = [];
  for (const row of body) {
    const cell = row.cells[column];
    if (cell === undefined) continue;
    const head = readHead(text, cell.start, cell.end, links);
    const span = cleanName(text, head.start, head.end);
    if (nameLikeness(span.name) >= 0.5) names.push({ span, link: head.link, node: row.node });
  }
  return names;
}
