import { integer } from '../format/numbers.ts';
import { day } from '../format/times.tsx';

type Point = { date: string; value: number };
type Props = { label: string; parts: readonly (readonly Point[])[] };

const width = 640;
const height = 96;
const margin = 6;
const timeOf = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** Figures by day. A line joins only days of one part: between parts they cannot be compared. */
export function DayLines({ label, parts }: Props) {
  const points = parts.flat();
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const top = Math.max(1, ...points.map(({ value }) => value));
  const span = Math.max(1, timeOf(last.date) - timeOf(first.date));
  const x = (date: string): number => margin + ((timeOf(date) - timeOf(first.date)) / span) * (width - 2 * margin);
  const y = (value: number): number => height - margin - (value / top) * (height - 2 * margin);
  return (
    <figure className="mb-4">
      <figcaption className="mb-1 text-small text-soft">
        {label}, {day(first.date)} – {day(last.date)}, at most {integer(top)} a day
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className="block h-24 w-full">
        {parts.map((part) => {
          const [only] = part;
          return part.length === 1 && only !== undefined ? (
            <circle key={only.date} cx={x(only.date)} cy={y(only.value)} r="2" fill="var(--accent)" />
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
    </figure>
  );
}
