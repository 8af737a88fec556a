import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { countWithNoun } from '../format/numbers.ts';

/** Where a list keeps its words in the address: the table of a page under `q`, the lists beside it under their names. */
const places = ['q', 'sites', 'names', 'members', 'keys', 'overviews', 'attempts', 'domains', 'searches'] as const;
export type SearchPlace = (typeof places)[number];
export type ListWords = Partial<Record<SearchPlace, string>>;

/** Fewer can be overlooked at a glance. */
const minRowsToSearch = 10;

/** Believes the words that an address says. */
export function readListWords(given: Record<string, unknown>): ListWords {
  const words: ListWords = {};
  for (const place of places) {
    const value = given[place];
    if (typeof value === 'string' && value !== '') words[place] = value.slice(0, 200);
  }
  return words;
}

/** What the words in the address leave of a list, and the field for them, which comes from ten rows up. */
export function useListSearch<T>(list: {
  place: SearchPlace;
  rows: readonly T[];
  textOf(row: T): string;
  noun: string;
  plural?: string;
}): { found: readonly T[]; field: ReactNode; none: ReactNode } {
  const { place, rows, textOf, noun, plural = `${noun}s` } = list;
  const search: ListWords = useSearch({ strict: false });
  const navigate = useNavigate();
  if (rows.length < minRowsToSearch) return { found: rows, field: null, none: null };
  const typed = search[place] ?? '';
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = rows.filter((row) => {
    const text = textOf(row).toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const set = (value: string) =>
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, [place]: value === '' ? undefined : value }),
      replace: true,
      resetScroll: false,
    });
  return {
    found: matches,
    field: (
      <input
        type="search"
        data-search
        value={typed}
        onChange={(event) => set(event.target.value)}
        placeholder={`Search ${countWithNoun(rows.length, noun, plural)}${place === 'q' ? '  ( / )' : ''}`}
        aria-label={`Search ${plural}`}
        className="field screen-only h-8 max-w-64 text-small"
      />
    ),
    none: matches.length === 0 && (
      <p className="py-6 text-soft">
        No {noun} matches “{typed}”.
      </p>
    ),
  };
}
