import { plot, top } from './historyPlaces.ts';
import { shorten } from './shorten.ts';

type Note = { id: string; date: string; text: string };

const maxLetters = 26;
/** A letter of this size is about so wide, in pixels. */
const letterWidth = 6;

/** What the owner did, as thin rules with words: the words only where there is room, all of them on hover. */
export function HistoryNotes({ notes, x, end }: { notes: readonly Note[]; x: (date: string) => number; end: number }) {
  let free = Number.NEGATIVE_INFINITY;
  return notes.map(({ id, date, text }) => {
    const at = x(date);
    const words = shorten(text, maxLetters);
    const width = words.length * letterWidth;
    const isLate = at + width > end;
    const from = isLate ? at - width : at;
    const hasRoom = from > free;
    if (hasRoom) free = from + width + 12;
    return (
      <g key={id}>
        <title>{`${date}: ${text}`}</title>
        <line x1={at} x2={at} y1={hasRoom ? 6 : top} y2={top + plot} stroke="var(--ink)" strokeOpacity="0.6" />
        {hasRoom && (
          <text
            x={isLate ? at - 4 : at + 4}
            y={14}
            textAnchor={isLate ? 'end' : 'start'}
            fontSize="11"
            fill="var(--ink)"
          >
            {words}
          </text>
        )}
      </g>
    );
  });
}
