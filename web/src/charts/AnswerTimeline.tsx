import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { axisDays, day } from '../format/times.tsx';
import { useWidth } from './useWidth.ts';

export type TimelineAnswer = {
  runId: string;
  position: number | null;
  /** `no_answer`: the page was read and shows no answer. */
  status: 'listed' | 'not_listed' | 'unknown' | 'no_answer' | null;
  at: string;
  model: string | null;
};

/** Height of a strip in pixels, without its axis. */
const stripHeight = 48;
const axisHeight = 18;
const top = 7;
const remaining = 22;
const right = 12;
/** Lower positions share the last lane. */
const maxPlaces = 10;
const others = ['not_listed', 'unknown', 'no_answer'] as const;
const marks = { not_listed: '○', unknown: '?', no_answer: '–' };
const words = { not_listed: 'not listed', unknown: 'undecided', no_answer: 'no answer shown' };

const describe = ({ at, position, status }: TimelineAnswer): string =>
  `Answer of ${day(at)}: ${status === 'listed' ? `position ${position ?? 'unknown'}` : words[status ?? 'unknown']}`;

type Props = {
  /** Oldest first. */
  answers: readonly TimelineAnswer[];
  /** Start of the drawn period, in milliseconds: the same for every engine, so that strips can be compared. */
  from: number;
  to: number;
  label: string;
  /** True for the last of several strips, which shows the dates of the shared axis. */
  axis: boolean;
};

/**
 * Draws a strip of all answers by one engine to one question over time: the first position on top, not listed at the
 * bottom.
 */
export function AnswerTimeline({ answers, from, to, label, axis }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>(720);
  const links = useRef<(HTMLAnchorElement | null)[]>([]);
  const [current, setCurrent] = useState(answers.length - 1);
  const lowest = Math.min(maxPlaces, Math.max(3, ...answers.map(({ position }) => position ?? 0)));
  const visibleItems = others.filter((status) => answers.some((answer) => (answer.status ?? 'unknown') === status));
  const lanes = lowest + visibleItems.length;
  const lane = (stripHeight - 2 * top) / Math.max(1, lanes - 1);
  const height = stripHeight + (axis ? axisHeight : 0);
  const inner = width - remaining - right;
  const x = (at: string) => remaining + 8 + ((Date.parse(at) - from) / Math.max(to - from, 1)) * (inner - 16);
  const y = ({ status, position }: TimelineAnswer) => {
    const index =
      status === 'listed'
        ? Math.min(position ?? maxPlaces, lowest) - 1
        : lowest + visibleItems.findIndex((one) => one === (status ?? 'unknown'));
    return top + index * lane;
  };
  const move = (event: KeyboardEvent, index: number) => {
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: answers.length - 1 }[event.key];
    if (next === undefined || answers[next] === undefined) return;
    event.preventDefault();
    setCurrent(next);
    links.current[next]?.focus();
  };
  const dates = (from === to ? [from] : [from, (from + to) / 2, to]).map((time) => new Date(time).toISOString());
  const dayName = axisDays(dates);
  return (
    <div ref={ref} className="w-full contain-inline-size">
      <div className="relative">
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={`${label}: its answers over time, by position`}
          className="block"
        >
          {[0, lowest - 1, ...visibleItems.map((_, index) => lowest + index)].map((index) => (
            <line
              key={index}
              x1={remaining}
              x2={width - right}
              y1={top + index * lane}
              y2={top + index * lane}
              stroke="var(--line)"
            />
          ))}
          <text x={remaining - 6} y={top + 4} textAnchor="end" fontSize="11" fill="var(--soft)">
            1
          </text>
          {visibleItems.length > 0 && (
            <text x={remaining - 6} y={stripHeight - top + 4} textAnchor="end" fontSize="11" fill="var(--soft)">
              {marks[visibleItems.at(-1) ?? 'unknown']}
            </text>
          )}
          {axis &&
            dates.map((date, index) => (
              <text
                key={date}
                x={remaining + 8 + (index / 2) * (inner - 16)}
                y={height - 4}
                textAnchor={index === 0 ? 'start' : index === 1 ? 'middle' : 'end'}
                fontSize="11"
                fill="var(--soft)"
              >
                {dayName(date)}
              </text>
            ))}
          {answers.map((answer) => (
            <circle
              key={answer.runId}
              cx={x(answer.at)}
              cy={y(answer)}
              r="3.5"
              fill={answer.status === 'listed' ? 'var(--accent)' : 'var(--paper)'}
              stroke={answer.status === 'listed' ? 'var(--accent)' : 'var(--edge)'}
              strokeWidth="1.5"
              strokeDasharray={answer.status === 'listed' || answer.status === 'not_listed' ? 'none' : '2 2'}
            />
          ))}
        </svg>
        <ol aria-label={`Answers of ${label}, oldest first`} className="screen-only absolute inset-0">
          {answers.map((answer, index) => (
            <li key={answer.runId} className="absolute" style={{ left: x(answer.at) - 6, top: 0 }}>
              <Link
                ref={(element: HTMLAnchorElement | null) => {
                  links.current[index] = element;
                }}
                to="/answers/$runId"
                params={{ runId: answer.runId }}
                tabIndex={index === current ? 0 : -1}
                title={describe(answer)}
                aria-label={describe(answer)}
                className="block w-3 rounded-small"
                style={{ height: stripHeight }}
                onKeyDown={(event) => move(event, index)}
                onFocus={() => setCurrent(index)}
              />
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
