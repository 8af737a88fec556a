import type { MatrixColumn, MatrixRow } from './SourceMatrix.tsx';
import { shorten } from './shorten.ts';

const namesWidth = 340;
const headHeight = 170;
const cellWidth = 32;
const rowHeight = 28;

/** Draws the matrix of questions and sources as an image: the same rows, columns and fillings as on the page. */
export function MatrixDrawing({ rows, columns }: { rows: readonly MatrixRow[]; columns: readonly MatrixColumn[] }) {
  const width = namesWidth + columns.length * cellWidth;
  return (
    <svg width={width} height={headHeight + rows.length * rowHeight} fontSize={13} aria-hidden="true">
      {columns.map((column, index) => {
        const [x, y] = [namesWidth + index * cellWidth + 20, headHeight - 8];
        return (
          <text
            key={column.domain}
            x={x}
            y={y}
            transform={`rotate(-90 ${x} ${y})`}
            fontWeight={column.owned ? 600 : 400}
            fill={column.owned ? 'var(--accent)' : 'var(--soft)'}
          >
            {shorten(column.domain, 24)}
          </text>
        );
      })}
      {rows.map((row, line) => (
        <g key={row.caseId}>
          <text x={0} y={headHeight + line * rowHeight + 18} fill="var(--ink)">
            {shorten(row.question, 42)}
          </text>
          {columns.map((column, index) => (
            <rect
              key={column.domain}
              x={namesWidth + index * cellWidth + 8}
              y={headHeight + line * rowHeight + 6}
              width={16}
              height={16}
              rx={3}
              fill={`var(--${column.runIds.has(row.runId) ? (column.owned ? 'accent' : 'edge') : 'sunken'})`}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}
