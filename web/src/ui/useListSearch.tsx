import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { countWithNoun, nounFor } from '../format/numbers.ts';

/** Address parameters of lists' searches: `q` for the table of a page, the list's name for others. */
const places = ['q', 'sites', 'names', 'members', 'keys', 'overviews', 'attempts', 'domains', 'searches'] as const;
export type SearchPlace = (typeof places)[number];
export type ListWords = Partial<Record<SearchPlace, string>>;

/** With fewer rows a search is not needed. */
const minRowsToSearch = 10;

/** Accepts valid search parameters of an address. */
export function readListWords(input: Record<string, unknown>): ListWords {
  const words: ListWords = {};
  for (const place of places) {
    const value = input[place];
    if (typeof value === 'string' && value !== '') words[place] = value.slice(0, 200);
  }
  return words;
}

/** Pause in milliseconds after typing until the address is updated. */
const restMs = 250;

/** `part` is a section of the page, `tab` a filter of rows in its table. */
export type ListSearch = ListWords & { sort?: string; tab?: string; part?: string };

/** Accepts valid list parameters of an address. */
export function readListSearch(entry: Record<string, unknown>): ListSearch {
  const search: ListSearch = readListWords(entry);
  if (typeof entry.sort === 'string' && /^-?\w{1,30}$/.test(entry.sort)) search.sort = entry.sort;
  for (const place of ['tab', 'part'] as const) {
    const value = entry[place];
    if (typeof value === 'string' && /^\w{1,30}$/.test(value)) search[place] = value;
  }
  return search;
}

/**
 * Filters a list by the search in the address, with its field from ten rows up. A typed letter appears immediately; the
 * list follows when the browser has time, and the address when typing pauses.
 */
export function useListSearch<T>(list: {
  place: SearchPlace;
  rows: readonly T[];
  textOf(row: T): string;
  noun: string;
}): { found: readonly T[]; field: ReactNode; none: ReactNode } {
  const { place, rows, textOf, noun } = list;
  const search: ListWords = useSearch({ strict: false });
  const navigate = useNavigate();
  const text = search[place] ?? '';
  const [typed, setTyped] = useState(text);
  const ref = useRef(text);
  // Adopts a change of the address that happened elsewhere, for example by the back button.
  useEffect(() => {
    if (text === ref.current) return;
    ref.current = text;
    setTyped(text);
  }, [text]);
  useEffect(() => {
    if (typed === ref.current) return;
    const rest = setTimeout(() => {
      ref.current = typed;
      void navigate({
        to: '.',
        search: (now: object) => ({ ...now, [place]: typed === '' ? undefined : typed }),
        replace: true,
        resetScroll: false,
      });
    }, restMs);
    return () => clearTimeout(rest);
  }, [typed, navigate, place]);
  const isLong = rows.length >= minRowsToSearch;
  const deferredValue = useDeferredValue(typed);
  const texts = useMemo(() => (isLong ? rows.map((row) => textOf(row).toLowerCase()) : []), [isLong, rows, textOf]);
  const memo = useMemo(() => {
    const words = deferredValue.toLowerCase().split(/\s+/).filter(Boolean);
    if (!isLong || words.length === 0) return rows;
    return rows.filter((_row, index) => words.every((word) => texts[index]?.includes(word)));
  }, [isLong, rows, texts, deferredValue]);
  if (!isLong) return { found: rows, field: null, none: null };
  return {
    found: memo,
    field: (
      <input
        type="search"
        data-search
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder={`Search ${countWithNoun(rows.length, noun)}${place === 'q' ? ' (/)' : ''}`}
        aria-label={`Search ${nounFor(2, noun)}`}
        className="field screen-only h-8 w-56 max-w-full text-small max-sm:w-40"
      />
    ),
    none: memo.length === 0 && (
      <p className="py-6 text-soft">
        No {nounFor(1, noun)} matches “{deferredValue}”.
      </p>
    ),
  };
}
