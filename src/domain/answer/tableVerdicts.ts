import type { Node } from './answerOutline.ts';
import type { Place, PlacedRole } from './nameRoles.ts';
import { isTitle, isVerdict } from './phrases.ts';
import { type Cell, readCells, ruleOfTable } from './tableCells.ts';

type Table = { cells: readonly Cell[]; header: readonly Cell[]; column: number; isHeader: boolean };

/** The rows of the node's table: those that no other line parts from it. */
function rowsAround(node: Node): Node[] {
  const all = node.parent?.children ?? [];
  let first = node.at;
  while (all[first - 1]?.rank === node.rank) first -= 1;
  let end = node.at + 1;
  while (all[end]?.rank === node.rank) end += 1;
  return all.slice(first, end);
}

function tableAround(place: Place, node: Node, text: string): Table {
  const rows = rowsAround(node);
  const at = rows.findIndex(
    (row) => row.line.start === node.line.start || (row.line.start <= place.start && row.line.end >= place.end),
  );
  const rule = ruleOfTable(text, rows);
  const heading = rule < 0 ? undefined : rows[Math.max(0, rule - 1)];
  const isHeader = at >= 0 && at === Math.max(0, rule - 1) && rule >= 0;
  const row = rows[at] ?? node;
  const cells = readCells(text, row);
  const column = cells.findIndex((cell) => cell.start <= place.start && cell.end >= place.end);
  return { cells, header: heading === undefined ? [] : readCells(text, heading), column, isHeader };
}

function shownIn(text: string, cell: Cell | undefined): string {
  return cell === undefined ? '' : text.slice(cell.start, Math.min(cell.end, cell.start + 300)).trim();
}

/** Verdict of a column such as "Recommended?" on the row's name: null where no column gives a verdict. */
export function rowVerdict(place: Place, node: Node, text: string): 'yes' | 'no' | null {
  const { cells, header, column, isHeader } = tableAround(place, node, text);
  if (isHeader) return null;
  for (const [index, heading] of header.entries()) {
    if (index === column || !isTitle('verdictColumn', shownIn(text, heading))) continue;
    const verdict = shownIn(text, cells[index]);
    if (isVerdict('no', verdict) || /^[xX]$/.test(verdict)) return 'no';
    if (isVerdict('yes', verdict) || /^[oO]$/.test(verdict)) return 'yes';
  }
  return null;
}

/** More cells of the row say no than yes, whatever their columns mean. */
function isMostlyNo(cells: readonly Cell[], column: number, text: string): boolean {
  const verdicts = cells.flatMap((cell, at) => (at === column ? [] : [shownIn(text, cell)]));
  const noes = verdicts.filter((verdict) => isVerdict('no', verdict)).length;
  return noes > verdicts.filter((verdict) => isVerdict('yes', verdict)).length;
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
  if (isName && isMostlyNo(cells, column, text)) return { role: null, firm: false, by: 'name cell, no' };
  const before = own === undefined ? '' : text.slice(own.start, place.start);
  const joined = /[/+&,、]\s*[*_`]*$|^[\s*_`[]*$/.test(before);
  if (isName) return { role: joined ? 'recommended' : null, firm: false, by: 'name cell' };
  if (names.size === 0) return { role: null, firm: false, by: 'table without names' };
  return { role: 'compared', firm: false, by: 'other cell' };
}
