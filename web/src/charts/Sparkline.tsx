type Props = { label: string; values: readonly (number | null)[] };

const width = 84;
const height = 20;

/** Draws values from 0 to 100 in order of time, without an axis, for a table cell. */
export function Sparkline({ label, values }: Props) {
  const points = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  if (points.length === 0) return null;
  const step = values.length < 2 ? 0 : (width - 6) / (values.length - 1);
  const x = (index: number) => (values.length < 2 ? width / 2 : 3 + index * step);
  const y = (value: number) => height - 3 - (value / 100) * (height - 6);
  const last = points.at(-1);
  return (
    <svg width={width} height={height} role="img" aria-label={label} className="block">
      <polyline
        points={points.map(({ value, index }) => `${x(index)},${y(value)}`).join(' ')}
        fill="none"
        stroke="var(--accent)"
        strokeWidth="1.5"
      />
      {last !== undefined && <circle cx={x(last.index)} cy={y(last.value)} r="2.5" fill="var(--accent)" />}
    </svg>
  );
}
