import type { Node } from './answerOutline.ts';
import type { Place, PlacedRole } from './nameRoles.ts';
import { isTitle, isVerdict } from './phrases.ts';
import { type Row, readCells, readRows, ruleOfTable } from './tableCells.ts';

type Table = { row: Row<Node> | null; header: readonly string[]; column: number; isHeader: boolean };

/** Returns the rows of the node's table: those without another line in between. */
function rowsAround(node: Node): Node[] {
  const all = node.parent?.children ?? [];
  let first = node.at;
  while (all[first - 1]?.rank === node.rank) first -= 1;
  let end = node.at + 1;
  while (all[end]?.rank === node.rank) end += 1;
  return all.slice(first, end);
}

function tableAround(place: Place, node: Node, text: string): Table {
  const nodes = rowsAround(node);
  const rows = readRows(text, nodes);
  const holds = ({ line }: Node): boolean => line.start <= place.start && line.end >= place.end;
  const row = rows.find(({ lines }) => lines.some(holds)) ?? null;
  const hasHeader = ruleOfTable(text, nodes) >= 0;
  const line = row?.lines.find(holds) ?? node;
  const column = readCells(text, line).findIndex((cell) => cell.start <= place.start && cell.end >= place.end);
  return { row, header: hasHeader ? (rows[0]?.texts ?? []) : [], column, isHeader: hasHeader && row === rows[0] };
}

/** Maximum length of a cell that only advises against its row. Characters. */
const maxVerdict = 30;

/** Returns the verdict of a column such as "Recommended?" on the row's name; null if no column gives a verdict. */
export function rowVerdict(place: Place, node: Node, text: string): 'yes' | 'no' | null {
  const { row, header, column, isHeader } = tableAround(place, node, text);
  if (isHeader) return null;
  for (const [index, heading] of header.entries()) {
    if (index === column) continue;
    const verdict = row?.texts[index] ?? '';
    if (verdict.length <= maxVerdict && isTitle('avoid', verdict)) return 'no';
    if (!isTitle('verdictColumn', heading)) continue;
    if (isVerdict('no', verdict) || /^[xX]$/.test(verdict)) return 'no';
    if (isVerdict('yes', verdict) || /^[oO]$/.test(verdict)) return 'yes';
  }
  return null;
}

/** Returns true if more cells of the row say no than yes, whatever their columns mean. */
function isMostlyNo(texts: readonly string[], column: number): boolean {
  const verdicts = texts.filter((_, at) => at !== column);
  const noes = verdicts.filter((verdict) => isVerdict('no', verdict)).length;
  return noes > verdicts.filter((verdict) => isVerdict('yes', verdict)).length;
}

/**
 * Decides the role of a name in a table: the name of its row or column, or a detail, with the verdict of a yes/no
 * column. `names`: offsets at which the names listed by the table start.
 */
export function roleInTable(
  place: Place,
  node: Node,
  text: string,
  names: ReadonlySet<number>,
): Pick<PlacedRole, 'role' | 'firm' | 'by'> {
  const { row, header, column, isHeader } = tableAround(place, node, text);
  const own = row?.cells[column];
  const isName = own !== undefined && [...names].some((start) => start >= own.start && start <= own.end);
  if (isHeader) return { role: isName && header.length > 4 ? null : 'compared', firm: false, by: 'column head' };
  const verdict = isName ? rowVerdict(place, node, text) : null;
  if (verdict === 'no') return { role: 'advised_against', firm: true, by: 'verdict no' };
  if (isName && isMostlyNo(row?.texts ?? [], column)) return { role: null, firm: false, by: 'name cell, no' };
  const before = own === undefined ? '' : text.slice(own.start, place.start);
  const joined = /[/+&,、]\s*[*_`]*$|^[\s*_`[]*$/.test(before);
  if (isName)
    return { role: joined ? 'recommended' : null, firm: false, by: verdict === 'yes' ? 'verdict yes' : 'name cell' };
  if (names.size === 0) return { role: null, firm: false, by: 'table without names' };
  return { role: 'compared', firm: false, by: 'other cell' };
}
