import type { ExperimentResult } from '../../api/workQueries.ts';
import { useWidth } from '../../charts/useWidth.ts';
import { inSentence } from '../../format/language.ts';
import { decimal } from '../../format/numbers.ts';

const height = 200;
const margin = { left: 32, right: 88, top: 20, bottom: 24 };
const arms = [
  { of: 'control', name: 'Control', color: 'var(--soft)' },
  { of: 'treated', name: 'Treated', color: 'var(--accent)' },
] as const;

type ArmRound = NonNullable<ExperimentResult['estimate']>['rounds'][number];
type Props = { rounds: readonly ArmRound[]; lastBefore: number };

/** Draws both arms over the rounds, from 0 to 100 %. No line crosses the change and the rounds left out after it. */
export function ArmLines({ rounds, lastBefore }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>(640);
  const numbers = rounds.map(({ round }) => round);
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  const firstAfter = numbers.find((number) => number > lastBefore) ?? last;
  const leftOut = Array.from({ length: Math.max(0, firstAfter - lastBefore - 1) }, (_, at) => lastBefore + 1 + at);
  const x = (round: number) =>
    margin.left + ((round - first) / Math.max(1, last - first)) * (width - margin.left - margin.right);
  const y = (value: number) => height - margin.bottom - (value / 100) * (height - margin.top - margin.bottom);
  const windows = [rounds.filter(({ round }) => round <= lastBefore), rounds.filter(({ round }) => round > lastBefore)];
  const ends = labelPlaces(arms.map(({ of }) => y(rounds.findLast((round) => round[of] !== null)?.[of] ?? 0)));
  return (
    <div ref={ref} className="min-w-0 contain-inline-size">
      <svg
        width={width}
        height={height}
        className="block"
        role="img"
        aria-label="Both arms over the rounds, in percent"
      >
        <rect
          x={x(lastBefore) + 8}
          y={margin.top}
          width={Math.max(0, x(firstAfter) - x(lastBefore) - 16)}
          height={height - margin.top - margin.bottom}
          fill="var(--sunken)"
        />
        <text x={(x(lastBefore) + x(firstAfter)) / 2} y={13} textAnchor="middle" fontSize="12" fill="var(--soft)">
          change
        </text>
        {[0, 50, 100].map((value) => (
          <g key={value}>
            <line x1={margin.left} x2={x(last)} y1={y(value)} y2={y(value)} stroke="var(--line)" />
            <text x={margin.left - 6} y={y(value) + 4} textAnchor="end" fontSize="12" fill="var(--soft)">
              {value}
            </text>
          </g>
        ))}
        {[...numbers, ...leftOut].map((round) => (
          <text
            key={round}
            x={x(round)}
            y={height - 4}
            textAnchor="middle"
            fontSize="12"
            fill="var(--soft)"
            textDecoration={leftOut.includes(round) ? 'line-through' : undefined}
          >
            {round}
          </text>
        ))}
        {arms.map(({ of, name, color }, arm) => (
          <g key={of} fill={color}>
            {windows.map((own) => (
              <polyline
                key={own[0]?.round ?? name}
                points={own.flatMap((one) => (one[of] === null ? [] : [`${x(one.round)},${y(one[of])}`])).join(' ')}
                fill="none"
                stroke={color}
                strokeWidth="2"
              />
            ))}
            {rounds.map((one) =>
              one[of] === null ? null : (
                <circle key={one.round} cx={x(one.round)} cy={y(one[of])} r="3">
                  <title>{`Round ${one.round}, ${inSentence(name)}: ${decimal(one[of])} %`}</title>
                </circle>
              ),
            )}
            <text x={x(last) + 8} y={(ends[arm] ?? 0) + 4} fontSize="12">
              {name} {decimal(rounds.findLast((one) => one[of] !== null)?.[of] ?? null)}
            </text>
          </g>
        ))}
      </svg>
      <p className="text-small text-soft">
        % of answers by round
        {leftOut.length > 0 && `; without round ${leftOut.join(', ')}`}
      </p>
    </div>
  );
}

/** Moves two labels apart that would cover each other. */
function labelPlaces([one = 0, other = 0]: readonly number[]): number[] {
  const apart = 14 - Math.abs(one - other);
  if (apart <= 0) return [one, other];
  return one < other ? [one - apart / 2, other + apart / 2] : [one + apart / 2, other - apart / 2];
}
