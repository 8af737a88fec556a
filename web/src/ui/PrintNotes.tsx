import { useSyncExternalStore } from 'react';
import { followPrintNotes, printNotes } from '../words/printNotes.ts';

/** Lists the explanations of a printed page, numbered like their marks: at the end of the print, never on screen. */
export function PrintNotes() {
  const notes = useSyncExternalStore(followPrintNotes, printNotes);
  if (notes.length === 0) return null;
  return (
    <ol aria-label="Notes" className="mt-6 hidden list-decimal border-line border-t pt-3 pl-5 text-small print:block">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ol>
  );
}
