import type { ReactNode } from 'react';
import { integer } from '../format/numbers.ts';
import { shortDate } from '../format/times.tsx';

type Point = { date: string; value: number };
type Gap = { from: string; to: string };
type Props = {
  label: string;
  /** Control that selects what is drawn. */
  choice?: ReactNode;
  /** Explanation of the figures. */
  info?: ReactNode;
  parts: readonly (readonly Point[])[];
  /** First and last day of the drawing, if it is longer than the days with figures. */
  period?: Gap;
  /** Days without measurements, both ends included. */
  gaps?: readonly Gap[];
};

const width = 640;
const height = 96;
const margin = 2;
const dayMs = 86_400_000;
const timeOf = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** Draws figures by day. A line connects only days of one part: figures of different parts cannot be compared. */
export function DayLines({ label, choice, info, parts, period, gaps = [] }: Props) {
  const points = parts.flat();
  const [first, last] = [period?.from ?? points[0]?.date, period?.to ?? points.at(-1)?.date];
  if (first === undefined || last === undefined) return null;
  const top = Math.max(1, ...points.map(({ value }) => value));
  const span = Math.max(1, timeOf(last) - timeOf(first));
  const x = (date: string): number => margin + ((timeOf(date) - timeOf(first)) / span) * (width - 2 * margin);
  const half = (width - 2 * margin) / (span / dayMs) / 2;
  const y = (value: number): number => height - (value / top) * (height - margin);
  return (
    <figure className="mb-4">
      <figcaption className="mb-1 flex min-h-8 flex-wrap items-center gap-x-2 text-small text-soft">
        {choice ?? <span className="font-medium text-ink">{label}</span>}
        {info}
        <span>at most {integer(top)} a day</span>
        {gaps.length > 0 && <span>grey: nothing measured</span>}
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        className="block h-20 w-full border-line border-b"
      >
        {gaps.map(({ from, to }) => (
          <rect
            key={from}
            x={x(from) - half}
            y={0}
            width={x(to) - x(from) + 2 * half}
            height={height}
            fill="var(--sunken)"
          />
        ))}
        {parts.map((part) => (
          <path
            key={part[0]?.date ?? ''}
            d={`M${x(part[0]?.date ?? first)},${height}${part.map(({ date, value }) => `L${x(date)},${y(value)}`).join('')}V${height}Z`}
            fill="var(--accent-wash)"
          />
        ))}
        {parts.map((part) => {
          const [only] = part;
          return part.length === 1 && only !== undefined ? (
            <path
              key={only.date}
              d={`M${x(only.date)},${y(only.value)}h0`}
              stroke="var(--accent)"
              strokeWidth="4"
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
            />
          ) : (
            <polyline
              key={only?.date ?? ''}
              points={part.map(({ date, value }) => `${x(date)},${y(value)}`).join(' ')}
              fill="none"
              stroke="var(--accent)"
              strokeWidth="1.5"
              vectorEffect="non-scaling-stroke"
            />
          );
        })}
      </svg>
      <p aria-hidden="true" className="mt-0.5 flex justify-between text-small text-soft">
        <span>{shortDate(first)}</span>
        <span>{shortDate(last)}</span>
      </p>
    </figure>
  );
}
