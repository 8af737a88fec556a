import type { OutputOf } from '../../../src/contract/callTypes.ts';
import { plot, top } from './historyPlaces.ts';

type Point = OutputOf<'visibilityHistory'>['points'][number];

export const changeWords = {
  questions: 'other questions',
  model: 'another model',
  harness: 'other settings',
  reader: 'read by a newer reader',
} as const;

/** More rules of the same words than these are named by the first alone. */
const maxNamedAlike = 3;

/** Thin rules where something else was measured than before, named where there is room, and once where they are many. */
export function HistoryChanges({
  points,
  x,
  end,
}: {
  points: readonly Point[];
  x: (index: number) => number;
  end: number;
}) {
  const wordsOf = ({ changed }: Point) => changed.map((mark) => changeWords[mark]).join(', ');
  const all = points.slice(1).map(wordsOf);
  const said = new Set<string>();
  let last = Number.NEGATIVE_INFINITY;
  return points.map((point, index) => {
    if (point.changed.length === 0 || index === 0) return null;
    const at = (x(index - 1) + x(index)) / 2;
    const words = wordsOf(point);
    const isMany = all.filter((one) => one === words).length > maxNamedAlike;
    const hasRoom = at - last > 130 && !(isMany && said.has(words));
    if (hasRoom) last = at;
    said.add(words);
    const isLate = at + 110 > end;
    return (
      <g key={point.start}>
        <line x1={at} x2={at} y1={hasRoom ? 24 : top} y2={top + plot} stroke="var(--edge)" strokeDasharray="2 3" />
        {hasRoom && (
          <text
            x={isLate ? at - 4 : at + 4}
            y={30}
            textAnchor={isLate ? 'end' : 'start'}
            fontSize="11"
            fill="var(--soft)"
          >
            {words}
            {isMany && ' (and at each such line)'}
          </text>
        )}
      </g>
    );
  });
}
