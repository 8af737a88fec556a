import type { Node } from './answerOutline.ts';

export type Cell = { start: number; end: number };

/** Character that `prepareText` writes for the tab between two cells of a copied table. */
export const cellEnd = '\u001f';

/** Returns the cells of a row: between bars, with or without outer ones, or between the tabs of a copied table. */
export function readCells(text: string, { line }: Pick<Node, 'line'>): Cell[] {
  const cells: Cell[] = [];
  let start = text[line.start] === '|' ? line.start + 1 : line.start;
  for (let at = start; at < line.end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === 0x7c || code === 0x1f) {
      cells.push({ start, end: at });
      start = at + 1;
    }
  }
  if (start < line.end) cells.push({ start, end: line.end });
  return cells;
}

const rule = /^\|?[\s:|-]{3,400}$/;

/** Returns true for the line of dashes between the header of a table and its rows. */
function isRuleRow(text: string, row: Pick<Node, 'line'> | undefined): boolean {
  if (row === undefined) return false;
  const { start, end } = row.line;
  return (
    rule.test(text.slice(start, Math.min(end, start + 400))) &&
    text.slice(start, Math.min(end, start + 400)).includes('--')
  );
}

/**
 * Returns the index of the rule below the header; -1 without one. A copied table has none: its first row is the header,
 * which counts as the rule.
 */
export function ruleOfTable(text: string, rows: readonly Pick<Node, 'line'>[]): number {
  const first = rows[0];
  if (first !== undefined && rows.length > 1 && text.slice(first.line.start, first.line.end).includes(cellEnd))
    return 0;
  return rows.findIndex((row) => isRuleRow(text, row));
}

/** A row of a table: the first line and, in each column, the first non-empty cell; `texts` has all of them. */
export type Row<N> = { node: N; lines: readonly N[]; cells: Cell[]; texts: string[] };

/**
 * Returns the rows of a table without its rules, header first. If rules separate all of its rows, the lines between two
 * of them are one row whose cells are wrapped.
 */
export function readRows<N extends Pick<Node, 'line'>>(text: string, nodes: readonly N[]): Row<N>[] {
  const rules = nodes.filter((node) => isRuleRow(text, node)).length;
  const groups: N[][] = [];
  let isOpen = false;
  for (const node of nodes) {
    if (isRuleRow(text, node)) {
      isOpen = false;
      continue;
    }
    if (isOpen && rules > 1) groups.at(-1)?.push(node);
    else groups.push([node]);
    isOpen = true;
  }
  return groups.flatMap((lines) => {
    const [first] = lines;
    if (first === undefined) return [];
    const cells: Cell[] = [];
    const texts: string[] = [];
    let node = first;
    for (const line of lines)
      for (const [at, cell] of readCells(text, line).entries()) {
        const content = text.slice(cell.start, Math.min(cell.end, cell.start + maxCell)).trim();
        if (content !== '' && (texts[at] ?? '') === '' && at === 0) node = line;
        if (cells[at] === undefined || (content !== '' && texts[at] === '')) cells[at] = cell;
        texts[at] = `${texts[at] ?? ''} ${content}`.trim().slice(0, maxCell);
      }
    return [{ node, lines, cells, texts }];
  });
}

const maxCell = 300;

const minTableLines = 2;

function tabsOf(line: string): number {
  return line.trim().split('\t').length - 1;
}

/**
 * Marks the tabs between the cells of a copied table, offset for offset: consecutive lines with the same number of
 * tabs.
 */
function markTabs(text: string): string {
  const lines = text.split('\n');
  const tabs = lines.map(tabsOf);
  return lines
    .map((line, index) => {
      const own = tabs[index] ?? 0;
      let from = index;
      while (tabs[from - 1] === own) from -= 1;
      const isTable = own > 0 && (tabs[index + 1] === own || index - from + 1 >= minTableLines);
      if (!isTable) return line;
      const indent = line.length - line.trimStart().length;
      const end = line.trimEnd().length;
      return line.slice(0, indent) + line.slice(indent, end).replaceAll('\t', cellEnd) + line.slice(end);
    })
    .join('\n');
}

const boxLine = /^[ \t]*[┌├└╔╠╚╭╰┏┣┗][^\n]*$/gm;

/** Converts a table drawn with lines to bars and dashes of the same length. */
function readBoxes(text: string): string {
  const ruled = text.replace(boxLine, (line) =>
    /[├╠┣]/.test(line) ? line.replace(/[─━═]/g, '-').replace(/[├┼┤╠╬╣┣╋┫]/g, '|') : ' '.repeat(line.length),
  );
  return ruled.replace(/[│┃║]/g, '|');
}

/** Restores tables that a page or a terminal stripped of their marks, as Markdown of the same length. */
export function markTables(text: string): string {
  const tabbed = text.includes('\t') ? markTabs(text) : text;
  return /[│┃║]/.test(tabbed) ? readBoxes(tabbed) : tabbed;
}
