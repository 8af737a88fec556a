import type { Notion } from './notions.ts';

type Reader = (number: number) => void;

const readers = new Map<Notion, Set<Reader>>();
const listeners = new Set<() => void>();
let list: readonly Notion[] = [];

/** Numbers the notions on the page in order of appearance, and passes each mark its number. */
function number(): void {
  list = [...readers.keys()];
  for (const [index, notion] of list.entries()) for (const receive of readers.get(notion) ?? []) receive(index + 1);
  for (const listener of listeners) listener();
}

/** Registers a mark of a notion for print. @returns a function that removes it */
export function addPrintNote(notion: Notion, reader: Reader): () => void {
  const own = readers.get(notion) ?? new Set();
  readers.set(notion, own.add(reader));
  number();
  return () => {
    own.delete(reader);
    if (own.size === 0) readers.delete(notion);
    number();
  };
}

/** Calls the listener at each change of the list. @returns a function that stops this */
export function followPrintNotes(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns the notions on the page, in the order of their numbers. */
export const printNotes = (): readonly Notion[] => list;
