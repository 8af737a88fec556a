import { signed } from '../format/tests.ts';

type Props = {
  /** Percentage points; null if nothing could be compared. */
  value: number | null;
  interval?: { lower: number; upper: number } | null;
  /** True if the deciding test finds a change. */
  isFound: boolean;
  className?: string;
};

/** Shows a difference in the app's notation: ▲ or ▼ if a test supports it, otherwise ≈. */
export function Difference({ value, interval = null, isFound, className = '' }: Props) {
  if (value === null) return null;
  const sign = !isFound ? '≈' : value > 0 ? '▲' : '▼';
  const range = interval === null || !isFound ? '' : ` ${signed(interval.lower)} to ${signed(interval.upper)}`;
  const words = isFound
    ? `${signed(value)} points ${value > 0 ? 'more' : 'less'} than before${range === '' ? '' : `, 95 percent interval${range}`}`
    : `no detectable change, ${signed(value)} points`;
  return (
    <span className={`whitespace-nowrap tabular-nums ${className}`} title={words}>
      <span aria-hidden="true">
        {sign} {signed(value)}
        {range !== '' && <span className="text-soft text-small">{range}</span>}
      </span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
