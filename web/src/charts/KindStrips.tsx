import { countWithNoun, integer, percent } from '../format/numbers.ts';
import { axisDays, day } from '../format/times.tsx';
import { useWidth } from './useWidth.ts';

/** One point of a strip: number of matching answers in a period, out of how many. */
type Part = { start: string; end: string; count: number; of: number };
type Strip = { name: string; own: boolean; parts: readonly Part[] };

const names = 150;
const ends = 52;
const strip = 46;
const plot = 30;
const axis = 36;
/** Below this width names are placed above their strips. */
const minWidthForNames = 560;

const middleOf = ({ start, end }: Part): number => (Date.parse(start) + Date.parse(end)) / 2;

/**
 * Draws shares over time as strips below each other on the same axis, each from 0 to 100 %: dots, since different
 * questions may have been asked in each part. The newest share is at the end; the table next to it has every number.
 */
export function KindStrips({ strips, label }: { strips: readonly Strip[]; label: string }) {
  const { ref, width } = useWidth<HTMLDivElement>(720);
  const hasNames = width >= minWidthForNames;
  const remaining = hasNames ? names : 4;
  const above = hasNames ? 0 : 18;
  const high = strip + above;
  const times = (strips[0]?.parts ?? []).map(middleOf);
  const first = times[0] ?? 0;
  const span = Math.max((times.at(-1) ?? 0) - first, 1);
  const x = (part: Part) =>
    remaining + 6 + ((middleOf(part) - first) / span) * Math.max(40, width - remaining - ends - 12);
  const labelled = strips[0]?.parts.filter((_part, index, all) => index === 0 || index === all.length - 1) ?? [];
  const dayName = axisDays(labelled.map(({ start }) => start));
  const message = strips.map(({ name, parts }) => `${name} ${percent(shareOf(parts.at(-1)))}`).join(', ');
  return (
    <div ref={ref} className="w-full contain-inline-size">
      <svg
        width={width}
        height={strips.length * high + axis}
        role="img"
        aria-label={`${label}. In the newest period: ${message}. The table below has each number.`}
        className="block"
      >
        {strips.map(({ name, own, parts }, row) => {
          const base = row * high + above + plot + 8;
          const colour = own ? 'var(--accent)' : 'var(--edge)';
          const newest = parts.at(-1);
          return (
            <g key={name}>
              <text x={0} y={hasNames ? base - plot / 2 + 4 : base - plot - 6} fontSize="13" fill="var(--ink)">
                {name}
              </text>
              <line x1={remaining} x2={width - ends} y1={base} y2={base} stroke="var(--line)" />
              <line
                x1={remaining}
                x2={width - ends}
                y1={base - plot}
                y2={base - plot}
                stroke="var(--line)"
                strokeDasharray="2 3"
              />
              {parts.map((part) => (
                <circle key={part.start} cx={x(part)} cy={base - (plot * shareOf(part)) / 100} r="3" fill={colour}>
                  <title>{`${day(part.start)} – ${day(part.end)}: ${percent(shareOf(part))}, ${integer(part.count)} of ${countWithNoun(part.of, 'answer')}`}</title>
                </circle>
              ))}
              {newest !== undefined && (
                <text
                  x={width - ends + 6}
                  y={base - (plot * shareOf(newest)) / 100 + 4}
                  fontSize="12"
                  fill="var(--soft)"
                >
                  {percent(shareOf(newest))}
                </text>
              )}
            </g>
          );
        })}
        {labelled.map((part, index) => (
          <g key={part.start} textAnchor={index === 0 ? 'start' : 'end'} fontSize="12">
            <text x={index === 0 ? remaining : width - ends} y={strips.length * high + 16} fill="var(--ink)">
              {dayName(part.start)}
            </text>
            <text x={index === 0 ? remaining : width - ends} y={strips.length * high + 32} fill="var(--soft)">
              n={integer(part.of)}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

const shareOf = (part: Part | undefined): number =>
  part === undefined || part.of === 0 ? 0 : (100 * part.count) / part.of;
