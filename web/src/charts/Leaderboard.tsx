import type { VisibilityOverview } from '../../../src/contract/wireTypes.ts';
import { countWithNoun, integer, position, share } from '../format/numbers.ts';
import { AnswersLink } from '../ui/AnswersLink.tsx';
import { shorten } from './shorten.ts';
import { useWidth } from './useWidth.ts';

type Standing = VisibilityOverview['domains']['rows'][number];

/** Below this width a name is placed above its bar, because both do not fit side by side. */
const narrowest = 380;

/**
 * Shows shares of all identified appearances. The website's own row is always included with its true rank, even if it
 * is not among the first.
 */
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
  const sample: { standing: Standing | null; place: number | null }[] = [...leading];
  if (own !== undefined && ownIndex >= shown) sample.push({ standing: own, place: ownIndex + 1 });
  if (own === undefined) sample.push({ standing: null, place: null });
  const isNarrow = width < narrowest;
  const row = isNarrow ? 48 : 28;
  const names = Math.min(200, width * 0.42);
  const most = Math.max(...rows.map((standing) => standing.share), 0.0001);
  const barsAt = isNarrow ? 30 : names + 28;
  const bars = Math.max(40, width - barsAt - 112);
  return (
    <div ref={ref} className="relative w-full contain-inline-size">
      <svg
        width={width}
        height={sample.length * row}
        role="img"
        aria-label={`Domains by their share of all recommendations, ${countWithNoun(rows.length, 'domain')}. The table below has the same figures.`}
        className="block"
      >
        {sample.map(({ standing, place }, index) => {
          const isOwn = standing === null || standing.own;
          const y = index * row;
          const barAt = isNarrow ? y + 26 : y + 8;
          const length = standing === null ? 0 : Math.max(2, (standing.share / most) * bars);
          return (
            <g key={standing?.domain ?? domain}>
              <text x={22} y={y + 20} textAnchor="end" fontSize="13" fill="var(--soft)">
                {place ?? '–'}
              </text>
              <text x={30} y={y + 20} fontSize="14" fontWeight={isOwn ? 600 : 400} fill="var(--ink)">
                {shorten(standing?.domain ?? domain, Math.floor(((isNarrow ? width - 30 : names) - 12) / 8.6))}
              </text>
              <rect
                x={barsAt}
                y={barAt}
                width={length}
                height={14}
                rx={3}
                fill={isOwn ? 'var(--accent)' : 'var(--other)'}
              />
              <text x={barsAt + length + (length === 0 ? 0 : 8)} y={barAt + 11} fontSize="13" fill="var(--ink)">
                {standing === null ? 'not listed in any answer' : share(standing.share)}
                {standing !== null && <tspan fill="var(--soft)">{`  in ${integer(standing.appearances)}`}</tspan>}
              </text>
              {standing !== null && (
                <title>{`${standing.domain}: ${share(standing.share)} of all recommendations, in ${countWithNoun(standing.appearances, 'answer')}, average position ${position(standing.averagePosition)}`}</title>
              )}
            </g>
          );
        })}
      </svg>
      <ol aria-label="Answers that name each domain" className="screen-only absolute inset-0">
        {leading.map(({ standing }, index) => (
          <li key={standing.domain} className="absolute inset-x-0" style={{ top: index * row, height: row }}>
            <AnswersLink
              find={{ names: standing.domain }}
              count={standing.appearances}
              label={`${standing.domain}: ${countWithNoun(standing.appearances, 'answer')}`}
              className="block size-full rounded-small hover:bg-ink/5"
            />
          </li>
        ))}
      </ol>
    </div>
  );
}
