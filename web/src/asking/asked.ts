import type { Question } from '../api/queries.ts';

/** One case to ask: a question at one engine, with the model that its owner fixed, if any. */
export type AskedRun = { caseId: string; question: string; engine: string; model: string | null };

/** Returns every case of some questions that can be asked. */
export function askedOf(questions: readonly Question[]): AskedRun[] {
  return questions.flatMap(({ query, engines }) =>
    engines.flatMap(({ engine, cases }) =>
      cases
        .filter(({ archivedAt }) => archivedAt === null)
        .map(({ id, search }) => ({ caseId: id, question: query, engine, model: search.model })),
    ),
  );
}

/** Counts the distinct questions of a batch: one question at three engines is one. */
export const countQuestions = (items: readonly { question: string }[]): number =>
  new Set(items.map(({ question }) => question)).size;
