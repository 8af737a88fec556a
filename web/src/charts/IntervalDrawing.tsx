import { shorten } from './shorten.ts';

export type DrawnInterval = {
  label: string;
  /** 0-100; null if unknown. */
  value: number | null;
  interval: { lower: number; upper: number } | null;
  /** Value with its counts, as on the page. */
  text: string;
};

const axisFrom = 240;
const axisTo = 560;
const wordsFrom = axisTo + 20;
/** Widths in pixels: the minimum of an image, and the maximum average of a character. */
const minWidth = 860;
const characterWidth = 7.5;
const rowHeight = 36;

/** Draws proportions as an image, on one axis from 0 to 100. */
export function IntervalDrawing({ rows }: { rows: readonly DrawnInterval[] }) {
  const x = (of: number) => axisFrom + (of / 100) * (axisTo - axisFrom);
  const bottom = rows.length * rowHeight;
  const longest = Math.max(0, ...rows.map(({ text }) => text.length));
  const width = Math.max(minWidth, Math.ceil(wordsFrom + longest * characterWidth));
  return (
    <svg width={width} height={bottom + 28} fontSize={13} aria-hidden="true">
      {[0, 25, 50, 75, 100].map((tick) => (
        <g key={tick}>
          <line x1={x(tick)} x2={x(tick)} y1={0} y2={bottom} stroke="var(--line)" />
          <text x={x(tick)} y={bottom + 18} textAnchor="middle" fill="var(--soft)" fontSize={12}>
            {tick}
          </text>
        </g>
      ))}
      {rows.map(({ label, value, interval, text }, index) => {
        const y = index * rowHeight + rowHeight / 2;
        return (
          <g key={label}>
            <text x={0} y={y + 4} fill="var(--ink)">
              {shorten(label, 32)}
            </text>
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
            {value !== null && <circle cx={x(value)} cy={y} r={5} fill="var(--accent)" />}
            <text x={wordsFrom} y={y + 4} fill="var(--ink)">
              {text}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
