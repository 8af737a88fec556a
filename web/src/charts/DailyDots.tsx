import type { VisibilityOverview } from '../../../src/api/wireTypes.ts';
import { counted, integer, percent, percentRange } from '../format/numbers.ts';
import { day, dayMonth } from '../format/times.tsx';
import { useWidth } from './useWidth.ts';

type Sample = VisibilityOverview['dailySamples'][number];

const left = 36;
const right = 20;
const top = 12;
const plot = 150;
const dayMs = 86_400_000;

/** One dot and interval a day with its count; a hollow dot measured other questions or another setup than the day before. */
export function DailyDots({ samples }: { samples: readonly Sample[] }) {
  const { ref, width } = useWidth<HTMLDivElement>(640);
  const times = samples.map((sample) => Date.parse(`${sample.date}T00:00:00Z`));
  const first = times[0] ?? 0;
  const span = Math.max((times.at(-1) ?? 0) - first, dayMs);
  const middle = left + (width - left - right) / 2;
  const x = (time: number) =>
    times.length < 2 ? middle : left + 16 + ((time - first) / span) * (width - left - right - 32);
  const y = (value: number) => top + plot - (value / 100) * plot;
  // A label that would touch a newer one is left out; its figures stand in the title and in the table.
  const labelled = new Set<number>();
  let nextLabel = Number.POSITIVE_INFINITY;
  for (const [index, time] of [...times.entries()].reverse()) {
    if (nextLabel - x(time) < 56) continue;
    labelled.add(index);
    nextLabel = x(time);
  }
  return (
    <div ref={ref} className="w-full">
      <svg
        width={width}
        height={top + plot + 44}
        role="img"
        aria-label={`Share of answers that list you, by day: ${counted(samples.length, 'day')}. The same figures stand in the table below.`}
        className="block"
      >
        {[0, 25, 50, 75, 100].map((value) => (
          <g key={value}>
            <line x1={left} x2={width - right} y1={y(value)} y2={y(value)} stroke="var(--line)" />
            {value % 50 === 0 && (
              <text x={left - 8} y={y(value) + 4} textAnchor="end" fontSize="12" fill="var(--soft)">
                {value}
              </text>
            )}
          </g>
        ))}
        {samples.map((sample, index) => {
          const at = x(times[index] ?? first);
          const differs = sample.questionsDiffer === true || sample.setupDiffers === true;
          return (
            <g key={sample.date}>
              <title>{tellDay(sample)}</title>
              <rect x={at - 14} y={top} width={28} height={plot + 40} fill="transparent" />
              {sample.interval95 !== null && (
                <line
                  x1={at}
                  x2={at}
                  y1={y(sample.interval95.lower)}
                  y2={y(sample.interval95.upper)}
                  stroke="var(--accent)"
                  strokeOpacity="0.45"
                  strokeWidth="4"
                  strokeLinecap="round"
                />
              )}
              {sample.score !== null && (
                <circle
                  cx={at}
                  cy={y(sample.score)}
                  r="5.5"
                  fill={differs ? 'var(--paper)' : 'var(--accent)'}
                  stroke="var(--accent)"
                  strokeWidth="2"
                />
              )}
              {labelled.has(index) && (
                <>
                  <text x={at} y={top + plot + 20} textAnchor="middle" fontSize="12" fill="var(--ink)">
                    {dayMonth(sample.date)}
                  </text>
                  <text x={at} y={top + plot + 36} textAnchor="middle" fontSize="12" fill="var(--soft)">
                    n={integer(sample.known)}
                  </text>
                </>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

export function tellDay(sample: Sample): string {
  const marks = [
    ...(sample.questionsDiffer === true ? ['other questions than the day before'] : []),
    ...(sample.setupDiffers === true ? ['another model or harness than the day before'] : []),
  ];
  return `${day(sample.date)}: ${percent(sample.score)} of ${counted(sample.known, 'known answer')}, 95 % interval ${percentRange(sample.interval95)}${marks.length === 0 ? '' : `; ${marks.join(', ')}`}`;
}
