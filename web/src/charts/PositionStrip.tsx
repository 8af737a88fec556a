import { Link } from '@tanstack/react-router';
import { day } from '../format/times.tsx';

export type StripCell = {
  runId: string;
  position: number | null;
  /** `no_answer`: the page was read and shows none. */
  status: 'listed' | 'not_listed' | 'unknown' | 'no_answer' | null;
  at: string;
};

const words = { listed: 'listed', not_listed: 'not listed', unknown: 'identity unknown', no_answer: 'no answer shown' };
const signs = { listed: '', not_listed: '', unknown: '?', no_answer: '–' };

/** One cell an answer, oldest first: its position, empty when not listed, ? when it cannot say, – without an answer. */
export function PositionStrip({ cells }: { cells: readonly StripCell[] }) {
  return (
    <ol className="flex flex-wrap gap-1">
      {cells.map((cell) => {
        const status = cell.status ?? 'unknown';
        const description = status === 'listed' ? `position ${cell.position}` : words[status];
        return (
          <li key={cell.runId}>
            <Link
              to="/answers/$runId"
              params={{ runId: cell.runId }}
              title={`${day(cell.at)}: ${description}`}
              aria-label={`Answer of ${day(cell.at)}: ${description}`}
              className={`grid size-8 place-items-center rounded-small border text-small ${
                status === 'listed'
                  ? 'border-accent bg-accent-wash font-medium text-ink'
                  : status === 'not_listed'
                    ? 'border-line bg-raised text-soft'
                    : 'border-edge border-dashed text-soft'
              }`}
            >
              {status === 'listed' ? cell.position : signs[status]}
            </Link>
          </li>
        );
      })}
    </ol>
  );
}
