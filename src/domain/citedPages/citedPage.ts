import type { SourceKind } from '../visibility/sources/sourceKind.ts';

/** Outcomes of reading a cited page. Only `read` is judged; every other outcome means "not judged", never "no". */
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

/**
 * Places that state a page's date, most reliable first. `last_modified` is weak, because servers set it for any change.
 */
export const dateBases = [
  'json_ld_modified',
  'json_ld_published',
  'meta_modified',
  'meta_published',
  'time_element',
  'last_modified',
] as const;
export type PageDate = { date: string; basis: (typeof dateBases)[number] };

/** Kinds of sources, including those that only a list of domains provides. */
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

/** A name on a page. `place`: its one-based position in the page's own list; null outside the list. */
export type PageName = { name: string; domain: string | null; who: 'us' | 'rival' | 'other'; place: number | null };

/** Facts from a page about one website. */
export type PageView = {
  namesUs: boolean;
  /** One-based position of the website in the page's own list; null if it is not listed. */
  ourPlace: number | null;
  /** Number of names in the page's own list. */
  listed: number;
  names: readonly PageName[];
  link: LinkKind;
  /** Passage that names the website, at most 300 characters; null if there is none. */
  excerpt: string | null;
};

export type FactOnPage = { factId: string; version: number; verdict: string; value: string; excerpt: string };

/** Facts from one reading of a page. None contains more of its text than a short excerpt. */
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
  /** The server stopped while it read the page. Pages are not requested twice, so nothing is known. */
  interrupted: boolean;
};

/** Days for which a page's archive is kept by default, and the maximum of that setting. */
export const keepDays = { usual: 90, most: 365 } as const;
/** Minimum number of days before a page is read again. */
export const rereadDays = 7;
/** Maximum number of pages read per UTC day and workspace. */
export const pagesPerDay = 200;
export const maxExcerpt = 300;

/** Raised with every change of the rules for reading a page. */
export const pageRule = 'page/1';
