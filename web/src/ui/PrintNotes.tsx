import { useEffect, useState, useSyncExternalStore } from 'react';
import { LazyNotion } from '../words/LazyNotion.tsx';
import { followPrintNotes, printNotes } from '../words/printNotes.ts';

/** Milliseconds after which the texts are loaded, so that the page's own files come first. */
const loadAfterMs = 2_000;

/** Lists the explanations of a printed page, numbered like their marks: at the end of the print, never on screen. */
export function PrintNotes() {
  const notes = useSyncExternalStore(followPrintNotes, printNotes);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLoaded(true), loadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isLoaded || notes.length === 0) return null;
  return (
    <ol aria-label="Notes" className="mt-6 hidden list-decimal border-line border-t pt-3 pl-5 text-small print:block">
      {notes.map((note) => (
        <li key={note}>
          <LazyNotion of={note} />
        </li>
      ))}
    </ol>
  );
}
