import { day } from '../format/times.tsx';
import type { StripCell } from './PositionStrip.tsx';

const cellSize = 40;
const perLine = 20;

/** The strip of answers as a picture, oldest first; the first and the last day stand below it. */
export function StripDrawing({ cells }: { cells: readonly StripCell[] }) {
  const lines = Math.ceil(cells.length / perLine);
  const [first, last] = [cells[0], cells.at(-1)];
  const width = Math.max(320, Math.min(perLine, cells.length) * cellSize);
  return (
    <svg width={width} height={lines * cellSize + 26} fontSize={13} aria-hidden="true">
      {cells.map((cell, index) => {
        const x = (index % perLine) * cellSize + 1;
        const y = Math.floor(index / perLine) * cellSize + 1;
        const isListed = cell.status === 'listed';
        const isUnknown = !isListed && cell.status !== 'not_listed';
        return (
          <g key={cell.runId}>
            <rect
              x={x}
              y={y}
              width={34}
              height={34}
              rx={3}
              fill={isListed ? 'var(--accent-wash)' : 'var(--raised)'}
              stroke={isListed ? 'var(--accent)' : 'var(--edge)'}
              strokeDasharray={isUnknown ? '3 2' : undefined}
            />
            <text x={x + 17} y={y + 22} textAnchor="middle" fontWeight={isListed ? 600 : 400} fill="var(--ink)">
              {isListed ? cell.position : cell.status === 'no_answer' ? '–' : isUnknown ? '?' : ''}
            </text>
          </g>
        );
      })}
      {first !== undefined && last !== undefined && (
        <text x={0} y={lines * cellSize + 18} fill="var(--soft)">
          {`${day(first.at)} to ${day(last.at)}, UTC`}
        </text>
      )}
    </svg>
  );
}
