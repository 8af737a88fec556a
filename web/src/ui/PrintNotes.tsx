import { useSyncExternalStore } from 'react';
import { followPrintNotes, printNotes } from '../words/printNotes.ts';

/** Explanations of what is printed, numbered as their marks are: at the end of the paper, never on a screen. */
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
