import { aboutDollars } from '../format/numbers.ts';
import { shortDate } from '../format/times.tsx';
import { useWidth } from './useWidth.ts';

type Props = {
  /** Month, as `2026-11`. */
  month: string;
  /** US dollars by day, as `2026-11-23`; a day without purchases is missing. */
  usd: ReadonlyMap<string, number>;
};

const height = 92;
const foot = 18;
const head = 16;

/** Draws the cost of each day of a month: one bar per day, with the same axis for all months. */
export function DayBars({ month, usd }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>(720);
  const [year = 0, of = 1] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year, of, 0)).getUTCDate();
  const days = Array.from({ length: count }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`);
  const most = Math.max(...usd.values(), 0);
  const step = width / count;
  const costliest = days.find((day) => usd.get(day) === most);
  const text = `US dollars per day: at most ${aboutDollars(most)}${costliest === undefined ? '' : `, on ${shortDate(costliest)}`}. The table by day has the same figures.`;
  return (
    <div ref={ref} data-datum className="mb-3 w-full contain-inline-size">
      <svg width={width} height={height} role="img" aria-label={text} className="block">
        <line x1={0} x2={width} y1={height - foot} y2={height - foot} stroke="var(--line)" />
        {days.map((day, at) => {
          const value = usd.get(day) ?? 0;
          const length = most === 0 ? 0 : (value / most) * (height - foot - head);
          const isNamed = at % 7 === 0;
          return (
            <g key={day}>
              {value > 0 && (
                <rect
                  x={at * step + step * 0.15}
                  y={height - foot - Math.max(1.5, length)}
                  width={step * 0.7}
                  height={Math.max(1.5, length)}
                  rx={Math.min(2, step / 6)}
                  fill="var(--accent)"
                >
                  <title>{`${shortDate(day)}: ${aboutDollars(value)}`}</title>
                </rect>
              )}
              {isNamed && (
                <text x={(at + 0.5) * step} y={height - 4} textAnchor="middle" fontSize="11" fill="var(--soft)">
                  {at + 1}
                </text>
              )}
            </g>
          );
        })}
        <text x={0} y={11} fontSize="11" fill="var(--soft)">
          {aboutDollars(most)} per day at most
        </text>
      </svg>
    </div>
  );
}
