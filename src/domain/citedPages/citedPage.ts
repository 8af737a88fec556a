import type { SourceKind } from '../visibility/sources/sourceKind.ts';

/** Outcomes of reading a cited page. Only `read` is judged; every other outcome is "not judged", never a no. */
export const pageOutcomes = [
  'read',
  'robots_disallowed',
  'blocked',
  'paywalled',
  'not_found',
  'soft_404',
  'moved_away',
  'not_html',
  'too_large',
  'timeout',
  'unreachable',
  'refused_address',
] as const;
export type PageOutcome = (typeof pageOutcomes)[number];

/** Places that state the date of a page, surest first. `last_modified` is weak: servers set it for any change. */
export const dateBases = [
  'json_ld_modified',
  'json_ld_published',
  'meta_modified',
  'meta_published',
  'time_element',
  'last_modified',
] as const;
export type PageDate = { date: string; basis: (typeof dateBases)[number] };

/** Kinds of sources, with those that only a list of domains gives. */
export const citedKinds = [
  'own',
  'rival',
  'editorial',
  'forum',
  'video',
  'shop',
  'reference',
  'docs',
  'review',
  'other',
] as const;
export type CitedKind = (typeof citedKinds)[number] & (SourceKind | 'reference' | 'docs' | 'review');

export const linkKinds = ['follow', 'nofollow', 'none'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** A name on a page. `place`: in the page's own list, from 1; null: outside of it. */
export type PageName = { name: string; domain: string | null; who: 'us' | 'rival' | 'other'; place: number | null };

/** View that a page has of one website. */
export type PageView = {
  namesUs: boolean;
  /** Place of the website in the page's own list, from 1; null: the list does not hold it. */
  ourPlace: number | null;
  /** Names in the page's own list. */
  listed: number;
  names: readonly PageName[];
  link: LinkKind;
  /** Passage that names the website, at most 300 characters; null: none does. */
  excerpt: string | null;
};

export type FactOnPage = { factId: string; version: number; verdict: string; value: string; excerpt: string };

/** Facts of one reading of a page, none of which holds more of its text than a short excerpt. */
export type PageFacts = {
  outcome: PageOutcome;
  status: number | null;
  finalUrl: string;
  title: string | null;
  language: string | null;
  date: PageDate | null;
  author: string | null;
  contactUrl: string | null;
  /** SHA-256 hex of the main text, and its simhash as 16 hex digits; null if nothing was read. */
  textDigest: string | null;
  simhash: string | null;
  words: number;
  /** The page reserves text and data mining, so its archive is not kept. */
  reserved: boolean;
  /** The server ended while it read the page. It is not asked for twice, so nothing is known. */
  interrupted: boolean;
};

/** Days for which an archive of a page is kept unless the workspace says otherwise, and the bounds of that setting. */
export const keepDays = { usual: 90, most: 365 } as const;
/** A page is read again after so many days at the earliest. */
export const rereadDays = 7;
/** Pages read per UTC day and workspace. */
export const pagesPerDay = 200;
export const maxExcerpt = 300;

/** Raised with every change of what is read of a page. */
export const pageRule = 'page/1';
