import { integer } from '../format/numbers.ts';
import { useWidth } from './useWidth.ts';

type Band = { name: string; count: number | null };

const row = 30;
const names = 70;
const counts = 64;

/** Counts of keywords by search position, longest bar full width; an unknown count has no bar. */
export function BandBars({ bands }: { bands: readonly Band[] }) {
  const { ref, width } = useWidth<HTMLDivElement>(560);
  const most = Math.max(1, ...bands.map((band) => band.count ?? 0));
  const bars = Math.max(40, Math.min(width, 720) - names - counts);
  const text = bands.map((band) => `${band.name}: ${integer(band.count)}`).join('; ');
  return (
    <div ref={ref} className="w-full contain-inline-size">
      <svg
        width={width}
        height={bands.length * row}
        role="img"
        aria-label={`Keywords by position, ${text}`}
        className="block"
      >
        {bands.map((band, index) => {
          const y = index * row;
          const length = band.count === null || band.count === 0 ? 0 : Math.max(2, (band.count / most) * bars);
          return (
            <g key={band.name}>
              <text x={0} y={y + 20} fontSize="14" fill="var(--soft)">
                {band.name}
              </text>
              <rect x={names} y={y + 8} width={length} height={14} rx={3} fill="var(--accent)" />
              <text x={names + length + 8} y={y + 20} fontSize="13" fill="var(--ink)">
                {integer(band.count)}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}
