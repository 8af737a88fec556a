import type { Node } from './answerOutline.ts';
import type { Place, PlacedRole } from './nameRoles.ts';
import { isTitle, isVerdict } from './phrases.ts';

type Cell = { start: number; end: number };

/** The cells of a row with outer or only inner bars. */
function readCells(text: string, { line }: Node): Cell[] {
  const cells: Cell[] = [];
  let start = text[line.start] === '|' ? line.start + 1 : line.start;
  for (let at = start; at < line.end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === 0x7c) {
      cells.push({ start, end: at });
      start = at + 1;
    }
  }
  if (start < line.end) cells.push({ start, end: line.end });
  return cells;
}

type Table = { cells: readonly Cell[]; header: readonly Cell[]; column: number; isHeader: boolean };

function tableAround(place: Place, node: Node, text: string): Table {
  const rows = (node.parent?.children ?? []).filter((one) => one.rank === node.rank);
  const at = rows.findIndex(
    (row) => row.line.start === node.line.start || (row.line.start <= place.start && row.line.end >= place.end),
  );
  let rule = at;
  while (rule >= 0 && !isRule(text, rows[rule])) rule -= 1;
  const heading = rule > 0 ? rows[rule - 1] : undefined;
  const isHeader = at >= 0 && rows[at + 1] !== undefined && isRule(text, rows[at + 1]);
  const row = rows[at] ?? node;
  const cells = readCells(text, row);
  const column = cells.findIndex((cell) => cell.start <= place.start && cell.end >= place.end);
  return { cells, header: heading === undefined ? [] : readCells(text, heading), column, isHeader };
}

function isRule(text: string, row: Node | undefined): boolean {
  return (
    row !== undefined &&
    /^\|?[\s:|-]{3,400}$/.test(text.slice(row.line.start, Math.min(row.line.end, row.line.start + 400)))
  );
}

function shownIn(text: string, cell: Cell | undefined): string {
  return cell === undefined ? '' : text.slice(cell.start, Math.min(cell.end, cell.start + 300)).trim();
}

/** What a column such as "Recommended?" says of the row's name: null where no column gives a verdict. */
export function rowVerdict(place: Place, node: Node, text: string): 'yes' | 'no' | null {
  const { cells, header, column, isHeader } = tableAround(place, node, text);
  if (isHeader) return null;
  for (const [index, heading] of header.entries()) {
    if (index === column || !isTitle('verdictColumn', shownIn(text, heading))) continue;
    const verdict = shownIn(text, cells[index]);
    if (isVerdict('no', verdict)) return 'no';
    if (isVerdict('yes', verdict)) return 'yes';
  }
  return null;
}

/**
 * The role of a name in a table: the name of its row or column, or a detail, with the verdict that a yes/no column gives.
 * `names`: where the names that the table lists start.
 */
export function roleInTable(
  place: Place,
  node: Node,
  text: string,
  names: ReadonlySet<number>,
): Pick<PlacedRole, 'role' | 'firm' | 'by'> {
  const { cells, column, isHeader } = tableAround(place, node, text);
  const own = cells[column];
  const isName = own !== undefined && [...names].some((start) => start >= own.start && start <= own.end);
  if (isHeader) return { role: isName ? null : 'compared', firm: false, by: 'column head' };
  if (isName && rowVerdict(place, node, text) === 'no')
    return { role: 'advised_against', firm: true, by: 'verdict no' };
  const before = own === undefined ? '' : text.slice(own.start, place.start);
  const joined = /[/+&,、]\s*[*_`]*$|^[\s*_`[]*$/.test(before);
  if (isName) return { role: joined ? 'recommended' : null, firm: false, by: 'name cell' };
  if (names.size === 0) return { role: null, firm: false, by: 'table without names' };
  return { role: 'compared', firm: false, by: 'other cell' };
}
