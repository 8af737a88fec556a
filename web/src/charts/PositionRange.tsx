import { position } from '../format/numbers.ts';
import { useWidth } from './useWidth.ts';

type Props = { value: number | null; median: number | null; min: number | null; max: number | null };
const pad = 8;

/** Where the website stands in the lists that name it: first to last place seen, and the mean as a dot. One is on the left. */
export function PositionRange({ value, median, min, max }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>(300);
  const last = Math.max(10, max ?? 0);
  const x = (of: number) => pad + ((of - 1) / (last - 1)) * (width - 2 * pad);
  const text =
    value === null || min === null || max === null
      ? 'Average position: not known'
      : `Average position ${position(value)}, median ${position(median)}, from ${min} to ${max}`;
  const y = 12;
  return (
    <div ref={ref} className="w-full contain-inline-size">
      <svg width={width} height={38} role="img" aria-label={text} className="block overflow-visible">
        <title>{text}</title>
        <line x1={x(1)} x2={x(last)} y1={y} y2={y} stroke="var(--edge)" strokeOpacity="0.6" />
        {Array.from({ length: last }, (_, index) => (
          <line
            key={`tick ${index + 1}`}
            x1={x(index + 1)}
            x2={x(index + 1)}
            y1={y - 3}
            y2={y + 3}
            stroke="var(--edge)"
          />
        ))}
        {min !== null && max !== null && (
          <rect
            x={x(min) - 3}
            y={y - 3}
            width={x(max) - x(min) + 6}
            height={6}
            rx={3}
            fill="var(--accent)"
            fillOpacity="0.35"
          />
        )}
        {value !== null && (
          <circle cx={x(value)} cy={y} r={6} fill="var(--accent)" stroke="var(--paper)" strokeWidth="1.5" />
        )}
        <text x={x(1)} y={34} dx={-4} fontSize="12" fill="var(--soft)">
          1
        </text>
        <text x={x(last)} y={34} dx={4} textAnchor="end" fontSize="12" fill="var(--soft)">
          {last}
        </text>
      </svg>
    </div>
  );
}
