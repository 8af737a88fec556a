import { codeUnitOrder } from '../text/codeUnitOrder.ts';
import type { FiguresBySource } from './ownerReport.ts';

/** Normalises spelling and case, so that queries, questions and engines' searches can be matched. */
export function queryForm(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

const wordsOf = (form: string): string =>
  form
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .toSorted()
    .join(' ');

export type OwnerQuery = ReturnType<typeof ownerQueries>[number];

/**
 * Builds one row for each query of the owner's files, most impressions or citations first: with the saved question that
 * has the same text, or the same words in another order, and how often engines searched for exactly this text.
 */
export function ownerQueries(
  figures: ReadonlyMap<string, FiguresBySource>,
  questions: readonly { id: string; query: string }[],
  searches: readonly { query: string; times: number }[],
) {
  const byText = new Map(questions.map(({ id, query }) => [queryForm(query), id]));
  const byWords = new Map(questions.map(({ id, query }) => [wordsOf(queryForm(query)), id]));
  const timesByForm = new Map<string, number>();
  for (const { query, times } of searches) {
    timesByForm.set(queryForm(query), (timesByForm.get(queryForm(query)) ?? 0) + times);
  }
  const rows = [...figures].map(([query, own]) => {
    const form = queryForm(query);
    const same = byText.get(form);
    const id = same ?? byWords.get(wordsOf(form));
    const match: 'same_words' | 'same_text' = same === undefined ? 'same_words' : 'same_text';
    const question = id === undefined ? null : { id, match };
    return { query, figures: own, question, searches: timesByForm.get(form) ?? 0 };
  });
  const weight = ({ figures: own }: (typeof rows)[number]): number =>
    Math.max(0, ...Object.values(own).map(({ impressions, citations }) => impressions ?? citations ?? 0));
  return rows.toSorted((a, b) => weight(b) - weight(a) || codeUnitOrder(a.query, b.query));
}
