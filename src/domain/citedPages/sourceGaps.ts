import { codeUnitOrder } from '../text/codeUnitOrder.ts';
import type { CitedKind, PageDate, PageName, PageOutcome } from './citedPage.ts';

/** A page that answers cite, with what was seen of it. */
export type CitedSource = {
  url: string;
  domain: string;
  kind: CitedKind;
  title: string | null;
  /** Answers that cite it, and the questions of these. */
  runIds: readonly string[];
  questionIds: readonly string[];
  /** Newest reading; null: it was never read. */
  page: {
    id: string;
    outcome: PageOutcome;
    readAt: string;
    date: PageDate | null;
    changedAt: string | null;
    author: string | null;
    contactUrl: string | null;
    namesUs: boolean;
    /** Time of the reading that first missed the website after one that named it; null: none did. */
    lostSince: string | null;
    ourPlace: number | null;
    names: readonly PageName[];
    excerpt: string | null;
  } | null;
};

/**
 * `open`: it recommends a rival or another and not the website. `closed`: it names the website. `not_known`: it was not
 * read, or not within 30 days. `no_list`: it was read and recommends no name.
 */
export const gapStates = ['open', 'closed', 'not_known', 'no_list'] as const;
type GapState = (typeof gapStates)[number];

export type SourceGap = CitedSource & {
  state: GapState;
  /** Names that it recommends, in the order of its list. */
  recommends: readonly PageName[];
};

const freshDays = 30;
const minCited = { questions: 2, answers: 3 } as const;
const dayMs = 86_400_000;

/**
 * Pages that could be won: cited for two questions or by three answers, neither own nor a rival's; those that recommend
 * others and not the website first, ordered by the questions and answers that they touch. What is seen, and no promise:
 * whether a mention would change an answer is not known.
 */
export function sourceGaps(sources: readonly CitedSource[], nowMs: number): SourceGap[] {
  return sources
    .filter(({ kind }) => kind !== 'own' && kind !== 'rival')
    .filter((one) => one.questionIds.length >= minCited.questions || one.runIds.length >= minCited.answers)
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
