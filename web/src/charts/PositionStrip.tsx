import { Link } from '@tanstack/react-router';
import { day } from '../format/times.tsx';

export type StripCell = {
  runId: string;
  position: number | null;
  status: 'listed' | 'not_listed' | 'unknown' | null;
  at: string;
};

/** One cell an answer, oldest first: its number is the position, empty when not listed, ? when the answer cannot say. */
export function PositionStrip({ cells }: { cells: readonly StripCell[] }) {
  return (
    <ol className="flex flex-wrap gap-1">
      {cells.map((cell) => {
        const told =
          cell.status === 'listed'
            ? `position ${cell.position}`
            : cell.status === 'not_listed'
              ? 'not listed'
              : 'identity unknown';
        return (
          <li key={cell.runId}>
            <Link
              to="/answers/$runId"
              params={{ runId: cell.runId }}
              title={`${day(cell.at)}: ${told}`}
              aria-label={`Answer of ${day(cell.at)}: ${told}`}
              className={`grid size-8 place-items-center rounded-small border text-small ${
                cell.status === 'listed'
                  ? 'border-accent bg-accent-wash font-medium text-ink'
                  : cell.status === 'not_listed'
                    ? 'border-line bg-raised text-soft'
                    : 'border-edge border-dashed text-soft'
              }`}
            >
              {cell.status === 'listed' ? cell.position : cell.status === 'not_listed' ? '' : '?'}
            </Link>
          </li>
        );
      })}
    </ol>
  );
}
