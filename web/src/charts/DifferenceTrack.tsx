import { signed } from '../format/tests.ts';
import { useWidth } from './useWidth.ts';

type Props = {
  /** Percentage points, -100 to 100. */
  value: number | null;
  interval: { lower: number; upper: number } | null;
  label: string;
};

const pad = 8;
const height = 20;
const y = height / 2;

/** A difference of two proportions: a dot with its 95 % interval around a marked zero. */
export function DifferenceTrack({ value, interval, label }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>(200);
  const x = (of: number) => pad + ((Math.min(100, Math.max(-100, of)) + 100) / 200) * (width - 2 * pad);
  const text =
    value === null
      ? `${label}: not known`
      : `${label}: ${signed(value)} points${interval === null ? '' : `, 95 % interval ${signed(interval.lower)} to ${signed(interval.upper)}`}`;
  return (
    <div ref={ref} className="w-full min-w-24 contain-inline-size">
      <svg width={width} height={height} role="img" aria-label={text} className="block overflow-visible">
        <title>{text}</title>
        <line x1={x(-100)} x2={x(100)} y1={y} y2={y} stroke="var(--edge)" strokeOpacity="0.6" />
        <line x1={x(0)} x2={x(0)} y1={1} y2={height - 1} stroke="var(--edge)" />
        {interval !== null && (
          <rect
            x={x(interval.lower)}
            y={y - 3}
            width={Math.max(2, x(interval.upper) - x(interval.lower))}
            height={6}
            rx={3}
            fill="var(--accent)"
            fillOpacity="0.35"
          />
        )}
        {value !== null && (
          <circle cx={x(value)} cy={y} r={4.5} fill="var(--accent)" stroke="var(--paper)" strokeWidth="1.5" />
        )}
      </svg>
    </div>
  );
}
