import { plot, top } from './historyPlaces.ts';
import { shorten } from './shorten.ts';

type Note = { id: string; date: string; text: string };
type NotePlace = Note & {
  at: number;
  words: string;
  /** Left end and width of the text, or of the button if the text would overlap others. */
  from: number;
  width: number;
  isLate: boolean;
  hasRoom: boolean;
  /** Tested difference, at the compared note. */
  difference: string | null;
};

const maxLetters = 26;
/** Approximate width of a letter of this size, in pixels. */
const letterWidth = 6;

/** Places notes on the time axis, with text only if it overlaps no other. @param end right end of the text */
export function placeNotes(
  notes: readonly Note[],
  x: (date: string) => number,
  end: number,
  rule: { date: string; text: string } | null,
): NotePlace[] {
  let free = Number.NEGATIVE_INFINITY;
  return notes.map((note) => {
    const at = x(note.date);
    const words = shorten(note.text, maxLetters);
    const width = words.length * letterWidth;
    const isLate = at + width > end;
    const from = isLate ? at - width : at;
    const hasRoom = from > free;
    if (hasRoom) free = from + width + 12;
    const difference = rule?.date === note.date ? rule.text : null;
    return {
      ...note,
      at,
      words,
      isLate,
      hasRoom,
      difference,
      ...(hasRoom ? { from, width } : { from: at - 12, width: 24 }),
    };
  });
}

/** Draws the owner's notes as thin rules with text; the full text appears on hover. */
export function HistoryNotes({ places }: { places: readonly NotePlace[] }) {
  return places.map(({ id, date, text, at, words, isLate, hasRoom, difference }) => (
    <g key={id}>
      <title>{`${date}: ${text}`}</title>
      <line x1={at} x2={at} y1={hasRoom ? 6 : top} y2={top + plot} stroke="var(--ink)" strokeOpacity="0.6" />
      {hasRoom && (
        <text x={isLate ? at - 4 : at + 4} y={14} textAnchor={isLate ? 'end' : 'start'} fontSize="11" fill="var(--ink)">
          {words}
        </text>
      )}
      {difference !== null && (
        <text
          x={isLate ? at - 4 : at + 4}
          y={30}
          textAnchor={isLate ? 'end' : 'start'}
          fontSize="13"
          fontWeight="600"
          fill="var(--ink)"
        >
          {difference}
        </text>
      )}
    </g>
  ));
}
