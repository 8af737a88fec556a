import { percent, percentRange } from '../format/numbers.ts';
import { useWidth } from './useWidth.ts';

type Interval = { lower: number; upper: number };
type Props = {
  /** 0-100. */
  value: number | null;
  interval: Interval | null;
  /** Where the value could lie if every unknown answer were a no, or a yes: drawn hollow. */
  bounds?: Interval | null;
  label: string;
  /** Without the scale below: for table rows. */
  bare?: boolean;
};

const pad = 8;

/** A proportion: a dot with its 95 % interval on a 0-100 track. The hollow part is what unknown identities leave open. */
export function IntervalTrack({ value, interval, bounds = null, label, bare = false }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>(bare ? 160 : 300);
  const height = bare ? 20 : 38;
  const y = bare ? 10 : 12;
  const x = (of: number) => pad + (Math.min(100, Math.max(0, of)) / 100) * (width - 2 * pad);
  const text =
    value === null
      ? `${label}: not known`
      : `${label}: ${percent(value)}, 95 % interval ${percentRange(interval)}${bounds === null ? '' : `, with unknown answers between ${percentRange(bounds)}`}`;
  return (
    <div ref={ref} className="w-full min-w-24 contain-inline-size">
      <svg width={width} height={height} role="img" aria-label={text} className="block overflow-visible">
        <title>{text}</title>
        <line x1={x(0)} x2={x(100)} y1={y} y2={y} stroke="var(--edge)" strokeOpacity="0.6" />
        {[0, 50, 100].map((tick) => (
          <line key={tick} x1={x(tick)} x2={x(tick)} y1={y - 3} y2={y + 3} stroke="var(--edge)" />
        ))}
        {bounds !== null && bounds.upper > bounds.lower && (
          <rect
            x={x(bounds.lower)}
            y={y - 6}
            width={Math.max(2, x(bounds.upper) - x(bounds.lower))}
            height={12}
            rx={6}
            fill="none"
            stroke="var(--accent)"
            strokeDasharray="2 2"
          />
        )}
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
          <circle
            cx={x(value)}
            cy={y}
            r={bare ? 4.5 : 6}
            fill="var(--accent)"
            stroke="var(--paper)"
            strokeWidth="1.5"
          />
        )}
        {!bare &&
          [0, 50, 100].map((tick) => (
            <text
              key={tick}
              x={x(tick)}
              y={34}
              textAnchor={tick === 0 ? 'start' : tick === 100 ? 'end' : 'middle'}
              dx={tick === 0 ? -4 : tick === 100 ? 4 : 0}
              fontSize="12"
              fill="var(--soft)"
            >
              {tick}
            </text>
          ))}
      </svg>
    </div>
  );
}
