import type { VisibilityOverview } from '../../../src/api/wireTypes.ts';
import { counted, position, share } from '../format/numbers.ts';
import { useWidth } from './useWidth.ts';

type Standing = VisibilityOverview['domains']['rows'][number];

const row = 30;

/** Share of all identified appearances. The own row is always there, with its true place, also when it is not among the first. */
export function Leaderboard({
  rows,
  domain,
  shown = 10,
}: {
  rows: readonly Standing[];
  domain: string;
  shown?: number;
}) {
  const { ref, width } = useWidth<HTMLDivElement>(560);
  const leading = rows.slice(0, shown).map((standing, index) => ({ standing, place: index + 1 }));
  const ownIndex = rows.findIndex((standing) => standing.own);
  const own = rows[ownIndex];
  const drawn: { standing: Standing | null; place: number | null }[] = [...leading];
  if (own !== undefined && ownIndex >= shown) drawn.push({ standing: own, place: ownIndex + 1 });
  if (own === undefined) drawn.push({ standing: null, place: null });
  const names = Math.min(220, Math.max(120, width * 0.34));
  const most = Math.max(...rows.map((standing) => standing.share), 0.0001);
  const bars = Math.max(40, width - names - 28 - 130);
  return (
    <div ref={ref} className="w-full">
      <svg
        width={width}
        height={drawn.length * row}
        role="img"
        aria-label={`Domains by their share of all recommendations, ${counted(rows.length, 'domain')}. The same figures stand in the table below.`}
        className="block"
      >
        {drawn.map(({ standing, place }, index) => {
          const isOwn = standing === null || standing.own;
          const y = index * row;
          return (
            <g key={standing?.domain ?? domain}>
              <text x={22} y={y + 20} textAnchor="end" fontSize="13" fill="var(--soft)">
                {place ?? '–'}
              </text>
              <text x={30} y={y + 20} fontSize="14" fontWeight={isOwn ? 600 : 400} fill="var(--ink)">
                {shorten(standing?.domain ?? domain, Math.floor(names / 7.6))}
              </text>
              <rect
                x={names + 28}
                y={y + 9}
                width={standing === null ? 0 : Math.max(2, (standing.share / most) * bars)}
                height={14}
                rx={3}
                fill={isOwn ? 'var(--accent)' : 'var(--other)'}
              />
              <text
                x={names + 28 + (standing === null ? 0 : (standing.share / most) * bars) + 8}
                y={y + 20}
                fontSize="13"
                fill="var(--ink)"
              >
                {standing === null ? 'not listed in any answer' : share(standing.share)}
                {standing !== null && <tspan fill="var(--soft)">{`  in ${standing.appearances}`}</tspan>}
              </text>
              {standing !== null && (
                <title>{`${standing.domain}: ${share(standing.share)} of all recommendations, in ${counted(standing.appearances, 'answer')}, average position ${position(standing.averagePosition)}`}</title>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(4, most - 1))}…`;
}
