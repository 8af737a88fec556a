import { codeUnitOrder } from '../text/codeUnitOrder.ts';
import type { CitedKind, PageDate, PageName, PageOutcome } from './citedPage.ts';

/** A page that answers cite, with the result of reading it. */
export type CitedSource = {
  url: string;
  domain: string;
  kind: CitedKind;
  title: string | null;
  /** Answers that cite it, and their questions. */
  runIds: readonly string[];
  questionIds: readonly string[];
  /** Newest reading; null if it was never read. */
  page: {
    id: string;
    outcome: PageOutcome;
    readAt: string;
    date: PageDate | null;
    changedAt: string | null;
    author: string | null;
    contactUrl: string | null;
    namesUs: boolean;
    /** Time of the first reading without the website after one that named it; null if there is none. */
    lostSince: string | null;
    ourPlace: number | null;
    names: readonly PageName[];
    excerpt: string | null;
  } | null;
};

/**
 * `open`: it recommends a rival or another company but not the website. `closed`: it names the website. `not_known`: it
 * was not read, or not within 30 days. `no_list`: it was read and recommends no name.
 */
export const gapStates = ['open', 'closed', 'not_known', 'no_list'] as const;
type GapState = (typeof gapStates)[number];

export type SourceGap = CitedSource & {
  state: GapState;
  /** Names that it recommends, in list order. */
  recommends: readonly PageName[];
};

const freshDays = 30;
const minCited = { questions: 2, answers: 3 } as const;
const dayMs = 86_400_000;

/** True for a page that matters: cited for two questions, or by three answers. */
export const isOftenCited = (cited: Pick<CitedSource, 'questionIds' | 'runIds'>): boolean =>
  cited.questionIds.length >= minCited.questions || cited.runIds.length >= minCited.answers;

/**
 * Lists pages where a mention could be won: cited for two questions or in three answers, and owned neither by the
 * website nor by a rival. Pages that recommend others but not the website come first, ordered by the questions and
 * answers they affect. This is an observation, not a promise: whether a mention would change an answer is unknown.
 */
export function sourceGaps(sources: readonly CitedSource[], nowMs: number): SourceGap[] {
  return sources
    .filter(({ kind }) => kind !== 'own' && kind !== 'rival')
    .filter(isOftenCited)
    .map((source) => toGap(source, nowMs))
    .toSorted(
      (a, b) =>
        gapStates.indexOf(a.state) - gapStates.indexOf(b.state) ||
        b.questionIds.length - a.questionIds.length ||
        b.runIds.length - a.runIds.length ||
        codeUnitOrder(a.url, b.url),
    );
}

function toGap(source: CitedSource, nowMs: number): SourceGap {
  const { page } = source;
  const recommends = page?.names.filter(({ who, place }) => who !== 'us' && place !== null) ?? [];
  const isFresh = page !== null && nowMs - Date.parse(page.readAt) <= freshDays * dayMs;
  const isRead = page?.outcome === 'read';
  const state: GapState =
    !isRead || !isFresh ? 'not_known' : page.namesUs ? 'closed' : recommends.length > 0 ? 'open' : 'no_list';
  return { ...source, state, recommends };
}
