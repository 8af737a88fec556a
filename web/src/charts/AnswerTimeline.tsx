import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { axisDays, day } from '../format/times.tsx';
import { useWidth } from './useWidth.ts';

export type TimelineAnswer = {
  runId: string;
  position: number | null;
  /** `no_answer`: the page was read and shows none. */
  status: 'listed' | 'not_listed' | 'unknown' | 'no_answer' | null;
  at: string;
  model: string | null;
};

const lane = 18;
const top = 10;
const left = 92;
const right = 12;
/** Places further down share the last lane. */
const maxPlaces = 10;
const others = ['not_listed', 'unknown', 'no_answer'] as const;
const words = { not_listed: 'not listed', unknown: 'cannot tell', no_answer: 'no answer shown' };

const describe = ({ at, position, status }: TimelineAnswer): string =>
  `Answer of ${day(at)}: ${status === 'listed' ? `position ${position ?? 'unknown'}` : words[status ?? 'unknown']}`;

type Props = {
  /** Oldest first. */
  answers: readonly TimelineAnswer[];
  /** The stretch of time drawn, in milliseconds: the same for every engine, so that they can be laid side by side. */
  from: number;
  to: number;
  label: string;
};

/** Every answer to one question at one engine, where it stands in time: one lane a position, the first on top. */
export function AnswerTimeline({ answers, from, to, label }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>(720);
  const links = useRef<(HTMLAnchorElement | null)[]>([]);
  const [current, setCurrent] = useState(answers.length - 1);
  const lowest = Math.min(maxPlaces, Math.max(3, ...answers.map(({ position }) => position ?? 0)));
  const shown = others.filter((status) => answers.some((answer) => (answer.status ?? 'unknown') === status));
  const lanes = [
    ...Array.from({ length: lowest }, (_, index) =>
      index + 1 === maxPlaces ? `${maxPlaces} or later` : String(index + 1),
    ),
    ...shown.map((status) => words[status]),
  ];
  const height = top + lanes.length * lane + 26;
  const inner = width - left - right;
  const x = (at: string) => left + 8 + ((Date.parse(at) - from) / Math.max(to - from, 1)) * (inner - 16);
  const y = ({ status, position }: TimelineAnswer) => {
    const index =
      status === 'listed'
        ? Math.min(position ?? maxPlaces, lowest) - 1
        : lowest + shown.findIndex((one) => one === (status ?? 'unknown'));
    return top + index * lane + lane / 2;
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
          {lanes.map((name, index) => (
            <g key={name}>
              <line
                x1={left}
                x2={width - right}
                y1={top + index * lane + lane / 2}
                y2={top + index * lane + lane / 2}
                stroke="var(--line)"
              />
              <text x={left - 8} y={top + index * lane + 13} textAnchor="end" fontSize="12" fill="var(--soft)">
                {name}
              </text>
            </g>
          ))}
          {dates.map((date, index) => (
            <text
              key={date}
              x={left + 8 + (index / 2) * (inner - 16)}
              y={height - 6}
              textAnchor={index === 0 ? 'start' : index === 1 ? 'middle' : 'end'}
              fontSize="12"
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
              r="4"
              fill={answer.status === 'listed' ? 'var(--accent)' : 'var(--paper)'}
              stroke={answer.status === 'listed' ? 'var(--accent)' : 'var(--edge)'}
              strokeWidth="1.5"
              strokeDasharray={answer.status === 'not_listed' ? 'none' : '2 2'}
            />
          ))}
        </svg>
        <ol aria-label={`Answers of ${label}, oldest first`} className="screen-only absolute inset-0">
          {answers.map((answer, index) => (
            <li key={answer.runId} className="absolute" style={{ left: x(answer.at) - 6, top: y(answer) - lane / 2 }}>
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
                style={{ height: lane }}
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
