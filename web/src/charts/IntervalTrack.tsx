import { percent, percentRange } from '../format/numbers.ts';
import { useWidth } from './useWidth.ts';

type Interval = { lower: number; upper: number };
type Props = {
  /** 0-100. */
  value: number | null;
  interval: Interval | null;
  /** Range of the value if every undecided answer were a "no", or a "yes": drawn hollow. */
  bounds?: Interval | null;
  label: string;
  /** End of the track if 100 would be far too large; the label states this end. */
  end?: { value: number; word: string };
  /** Without the scale below: for table rows. */
  bare?: boolean;
};

const pad = 8;

/**
 * Draws a proportion: a dot with its 95 % interval on a track from 0 to 100, or to the named end. The hollow part shows
 * what unknown identities leave open.
 */
export function IntervalTrack({ value, interval, bounds = null, label, end, bare = false }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>(bare ? 160 : 300);
  const height = bare ? 20 : 38;
  const y = bare ? 10 : 12;
  const last = end?.value ?? 100;
  const x = (of: number) => pad + (Math.min(last, Math.max(0, of)) / last) * (width - 2 * pad);
  const ticks = [0, last / 2, last];
  const text =
    value === null
      ? `${label}: not known`
      : `${label}: ${percent(value)}, 95 % interval ${percentRange(interval)}${bounds === null ? '' : `, with unknown answers between ${percentRange(bounds)}`}${end === undefined ? '' : `; the track ends at ${end.word}`}`;
  return (
    <div ref={ref} className="w-full contain-inline-size">
      <svg width={width} height={height} role="img" aria-label={text} className="block overflow-visible">
        <title>{text}</title>
        <line x1={x(0)} x2={x(last)} y1={y} y2={y} stroke="var(--edge)" strokeOpacity="0.6" />
        {ticks.map((tick) => (
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
          ticks.map((tick) => (
            <text
              key={tick}
              x={x(tick)}
              y={34}
              textAnchor={tick === 0 ? 'start' : tick === last ? 'end' : 'middle'}
              dx={tick === 0 ? -4 : tick === last ? 4 : 0}
              fontSize="12"
              fill="var(--soft)"
            >
              {tick === last && end !== undefined ? end.word : end === undefined || tick === 0 ? tick : ''}
            </text>
          ))}
      </svg>
    </div>
  );
}
