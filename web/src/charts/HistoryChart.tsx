import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { OutputOf } from '../../../src/contract/callTypes.ts';
import { countWithNoun, integer, percent, percentRange } from '../format/numbers.ts';
import { axisDays, day } from '../format/times.tsx';
import { canSay } from '../shell/answerSearch.ts';
import { changeWords, HistoryChanges } from './HistoryChanges.tsx';
import { HistoryNotes, placeNotes } from './HistoryNotes.tsx';
import { collectLabels, deriveRivals, plot, selectLines, top } from './historyPlaces.ts';
import { useWidth } from './useWidth.ts';

type History = OutputOf<'visibilityHistory'>;
type Point = History['points'][number];

const remaining = 36;
const dayMs = 86_400_000;
/** Maximum width of a label's letter, in pixels. */
const letterWidth = 7;
/** Below this width rivals' labels would leave no room for the points. */
const minWidthForLabels = 560;
const greys = ['var(--soft)', 'var(--edge)', 'var(--other)', 'var(--soft)', 'var(--edge)'] as const;
const dashes = ['none', '6 3', 'none', '2 3', '1 4'] as const;

const timeOf = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const middleOf = ({ start, end }: Point): number => (timeOf(start) + timeOf(end)) / 2;

/** Links to the answers that a point counts: of its dates, with the same questions, engine and model. */
function answersOfPoint({ engine, model, questionKinds }: History, { start, end }: Point) {
  const { tag = null, choice = 'include' } = questionKinds ?? {};
  return {
    engine,
    ...(model === null ? {} : { model }),
    ...(tag === null ? {} : { tag }),
    ...(choice === 'exclude' ? {} : { branded: choice }),
    ...{ from: start, to: end, counted: true as const, listing: canSay },
  };
}

const partWords: Record<History['bucket'], string> = {
  day: 'only part of the day',
  week: 'only part of the week',
  month: 'only part of the month',
};

/** Describes a point in one sentence: for its title, its label, and the line below the chart. */
function describePoint(point: Point, size: History['bucket']): string {
  const dates = point.start === point.end ? day(point.start) : `${day(point.start)} – ${day(point.end)}`;
  const text =
    point.score === null
      ? 'no decided answer'
      : `${percent(point.score)}, listed in ${integer(point.listed)} of ${countWithNoun(point.known, 'answer')}, 95 % interval ${percentRange(point.interval95)}`;
  const more = [
    ...(point.partial ? [partWords[size]] : []),
    ...(point.attempts.considered < point.attempts.matched
      ? [`newest ${integer(point.attempts.considered)} of ${integer(point.attempts.matched)} attempts`]
      : []),
    ...point.changed.map((mark) => `${changeWords[mark]} than before`),
  ];
  return `${dates}: ${text}${more.length === 0 ? '' : `; ${more.join(', ')}`}`;
}

type Props = {
  history: History;
  siteId: string;
  notes: readonly { id: string; date: string; text: string }[];
  /** Day at which the report compares before and after, and the tested difference. */
  rule: { date: string; text: string } | null;
  /** Dates of the report, marked if the chart shows more. */
  period: { from: string; to: string } | null;
  /** Sets the report's dates so that the day is compared with the previous period. */
  compare(date: string): void;
};

/**
 * Draws points and intervals over months. The main series stays dots; a line connects only points over the same
 * questions: the steady series, and rivals between points without any difference in setup.
 */
export function HistoryChart({ history, siteId, notes, rule, period, compare }: Props) {
  const { points } = history;
  const { ref, width } = useWidth<HTMLDivElement>(720);
  const links = useRef<(HTMLAnchorElement | null)[]>([]);
  const [current, setCurrent] = useState(points.length - 1);
  const [shownCount, setShown] = useState<number | null>(null);
  const right = width < minWidthForLabels ? 16 : 150;
  const times = points.map(middleOf);
  const first = times[0] ?? 0;
  const span = Math.max((times.at(-1) ?? 0) - first, dayMs);
  const inner = width - remaining - right - 24;
  const at = (time: number) =>
    points.length < 2
      ? remaining + 12 + inner / 2
      : remaining + 12 + Math.min(1, Math.max(0, (time - first) / span)) * inner;
  const x = (index: number) => at(times[index] ?? first);
  const [began, ended] = [points[0]?.start ?? '', points.at(-1)?.end ?? ''];
  const y = (value: number) => top + plot - (value / 100) * plot;
  const places = placeNotes(
    notes.filter(({ date }) => date >= began && date <= ended),
    (date) => at(timeOf(date)),
    width - 8,
    rule,
  );
  const dayName = axisDays(
    points.map(({ start }) => start),
    history.bucket,
  );
  const labelRoom = Math.max(56, ...points.map(({ start }) => 12 + dayName(start).length * letterWidth));
  const labelled = collectLabels(
    points.map((_point, index) => x(index)),
    labelRoom,
  );
  const lines = selectLines(points, x, y);
  const rivals = deriveRivals(points, x, y);
  const move = (event: KeyboardEvent, index: number) => {
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: points.length - 1 }[event.key];
    if (to === undefined || points[to] === undefined) return;
    event.preventDefault();
    setCurrent(to);
    links.current[to]?.focus();
  };
  const report = shownCount === null ? undefined : points[shownCount];
  return (
    <div ref={ref} className="w-full contain-inline-size">
      <div className="relative">
        <svg
          width={width}
          height={top + plot + 44}
          role="img"
          aria-label={`Share of answers that list you: ${countWithNoun(points.length, 'point')}. Each point is a link below this chart, and a row of the table.`}
          className="block"
        >
          {[0, 25, 50, 75, 100].map((value) => (
            <g key={value}>
              <line x1={remaining} x2={width - right} y1={y(value)} y2={y(value)} stroke="var(--line)" />
              {value % 50 === 0 && (
                <text x={remaining - 8} y={y(value) + 4} textAnchor="end" fontSize="12" fill="var(--soft)">
                  {value}
                </text>
              )}
            </g>
          ))}
          {period !== null && period.from > began && (
            <rect
              x={at(timeOf(period.from))}
              y={top}
              width={Math.max(2, width - right - at(timeOf(period.from)))}
              height={plot}
              fill="var(--accent)"
              fillOpacity="0.05"
            />
          )}
          <HistoryChanges points={points} x={x} end={width - 16} />
          <HistoryNotes places={places} />
          {rivals.map(({ domain, lines, dots, end }, index) => (
            <g key={domain}>
              {lines.map((line) => (
                <polyline
                  key={line}
                  points={line}
                  fill="none"
                  stroke={greys[index]}
                  strokeDasharray={dashes[index]}
                  strokeWidth="1.25"
                />
              ))}
              {dots.map((dot) => (
                <circle key={`${dot.x}`} cx={dot.x} cy={dot.y} r="2" fill={greys[index]} />
              ))}
              {width >= minWidthForLabels && (
                <text x={width - right + 8} y={end + 4} fontSize="12" fill="var(--soft)">
                  {domain.length > 21 ? `${domain.slice(0, 20)}…` : domain}
                </text>
              )}
            </g>
          ))}
          {lines.map((line) => (
            <polyline
              key={line}
              points={line}
              fill="none"
              stroke="var(--accent)"
              strokeWidth="1.5"
              strokeOpacity="0.75"
            />
          ))}
          {points.map((point, index) => (
            <g key={point.start}>
              {point.interval95 !== null && (
                <line
                  x1={x(index)}
                  x2={x(index)}
                  y1={y(point.interval95.lower)}
                  y2={y(point.interval95.upper)}
                  stroke="var(--accent)"
                  strokeOpacity="0.35"
                  strokeWidth={point.partial ? 1.5 : points.length > 60 ? 2 : 4}
                  strokeDasharray={point.partial ? '1 3' : undefined}
                  strokeLinecap="round"
                />
              )}
              {point.score !== null && (
                <circle
                  cx={x(index)}
                  cy={y(point.score)}
                  r={shownCount === index ? 6.5 : points.length > 60 ? 3.5 : 5}
                  fill={point.partial ? 'var(--paper)' : 'var(--accent)'}
                  stroke="var(--accent)"
                  strokeWidth="1.75"
                />
              )}
              {labelled.has(index) && (
                <>
                  <text x={x(index)} y={top + plot + 20} textAnchor="middle" fontSize="12" fill="var(--ink)">
                    {dayName(point.start)}
                  </text>
                  <text x={x(index)} y={top + plot + 36} textAnchor="middle" fontSize="12" fill="var(--soft)">
                    n={integer(point.known)}
                  </text>
                </>
              )}
            </g>
          ))}
        </svg>
        <ul aria-label="Compare before and after" className="screen-only absolute inset-0 z-10 h-0">
          {places.map(({ id, date, text, from, width: wide }) => (
            <li key={id} className="absolute top-0" style={{ left: from, width: Math.max(24, wide) }}>
              <button
                type="button"
                onClick={() => compare(date)}
                aria-label={`Compare before and after: ${text}`}
                title={`${date}: ${text}. Compare before and after`}
                className="block h-5 w-full rounded-small hover:bg-ink/10"
              />
            </li>
          ))}
        </ul>
        <ol aria-label="Points of the chart" className="screen-only absolute inset-0">
          {points.map((point, index) => {
            const half = points.length < 2 ? 14 : Math.max(2, Math.min(14, inner / (points.length - 1) / 2));
            return (
              <li key={point.start} className="absolute top-0" style={{ left: x(index) - half, width: half * 2 }}>
                <Link
                  ref={(element: HTMLAnchorElement | null) => {
                    links.current[index] = element;
                  }}
                  to="/sites/$siteId/answers"
                  params={{ siteId }}
                  search={answersOfPoint(history, point)}
                  data-answers={point.known}
                  tabIndex={index === current ? 0 : -1}
                  aria-label={describePoint(point, history.bucket)}
                  className="block rounded-small"
                  style={{ height: top + plot + 40 }}
                  onKeyDown={(event) => move(event, index)}
                  onFocus={() => setShown(index)}
                  onBlur={() => setShown(null)}
                  onMouseEnter={() => setShown(index)}
                  onMouseLeave={() => setShown(null)}
                />
              </li>
            );
          })}
        </ol>
      </div>
      <p className="min-h-5 truncate text-small text-soft max-sm:min-h-10 max-sm:whitespace-normal" aria-hidden="true">
        {report !== undefined && describePoint(report, history.bucket)}
      </p>
    </div>
  );
}
