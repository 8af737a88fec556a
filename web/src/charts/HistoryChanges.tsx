import type { OutputOf } from '../../../src/contract/callTypes.ts';
import { anyOf } from '../format/language.ts';
import { plot, top } from './historyPlaces.ts';

type Point = OutputOf<'visibilityHistory'>['points'][number];
type Mark = Point['changed'][number];

export const changeWords = {
  questions: 'other questions',
  model: 'another model',
  harness: 'other settings',
  reader: 'read by a newer reader',
} as const;

/**
 * Maximum number of points at which a mark is drawn as a rule: more would hide the rare ones, so they are ticks on the
 * axis.
 */
const maxRules = 5;
const tick = 7;
/** Width of a rule's label, in pixels. */
const room = 130;

/**
 * Marks changes of the measurement: a thin rule with a label while they are few. A change at many points, such as a
 * different set of questions on days with failed runs, is a tick, named once.
 */
export function HistoryChanges({
  points,
  x,
  end,
}: {
  points: readonly Point[];
  x: (index: number) => number;
  end: number;
}) {
  const count = (mark: Mark) => points.slice(1).filter(({ changed }) => changed.includes(mark)).length;
  const often = new Set((Object.keys(changeWords) as Mark[]).filter((mark) => count(mark) > maxRules));
  const places = points.flatMap(({ start, changed }, index) =>
    changed.length === 0 || index === 0
      ? []
      : [{ start, at: (x(index - 1) + x(index)) / 2, rare: changed.filter((mark) => !often.has(mark)) }],
  );
  const takenItems: number[] = [];
  /** Places labels of rare changes first; ticks get the remaining room. */
  const hasRoom = (at: number) => {
    const isFree = takenItems.every((other) => Math.abs(other - at) > room);
    if (isFree) takenItems.push(at);
    return isFree;
  };
  const rules = places.filter(({ rare }) => rare.length > 0).map((one) => ({ ...one, isNamed: hasRoom(one.at) }));
  const ticks = places.filter(({ rare }) => rare.length === 0);
  const named = ticks.find(({ at }) => hasRoom(at));
  const words = (at: number, text: string) => {
    const isLate = at + room - 20 > end;
    return (
      <text x={isLate ? at - 4 : at + 4} y={30} textAnchor={isLate ? 'end' : 'start'} fontSize="11" fill="var(--soft)">
        {text}
      </text>
    );
  };
  return (
    <>
      {rules.map(({ start, at, rare, isNamed }) => (
        <g key={start}>
          <title>{rare.map((mark) => changeWords[mark]).join(', ')}</title>
          <line x1={at} x2={at} y1={isNamed ? 24 : top} y2={top + plot} stroke="var(--edge)" strokeDasharray="2 3" />
          {isNamed && words(at, rare.map((mark) => changeWords[mark]).join(', '))}
        </g>
      ))}
      {ticks.map(({ start, at }) => (
        <line key={start} x1={at} x2={at} y1={top + plot - tick} y2={top + plot} stroke="var(--edge)" />
      ))}
      {named !== undefined && (
        <g>
          <line x1={named.at} x2={named.at} y1={24} y2={32} stroke="var(--edge)" />
          {words(named.at, `at each tick: ${anyOf([...often].map((mark) => changeWords[mark]))}`)}
        </g>
      )}
    </>
  );
}
