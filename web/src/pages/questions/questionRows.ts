import type { QuestionRow } from '../../../../src/contract/wireTypes.ts';
import type { Question } from '../../api/queries.ts';

export type Row = {
  /** Id of the question, or of its case if it was archived. */
  id: string;
  question: string;
  saved: Question | null;
  /** The question's row in the report of the chosen engine. */
  seen: QuestionRow | null;
};

/** Returns every saved question, asked or not, and questions that were archived after `engine` had answered them. */
export function selectRows(
  questions: readonly Question[],
  questionRows: readonly QuestionRow[],
  engine: string | null,
): Row[] {
  const byCase = new Map(questionRows.map((row) => [row.caseId, row]));
  const selectCases = (question: Question, id: string | null) =>
    question.engines.filter((request) => id === null || request.engine === id).flatMap(({ cases }) => cases);
  const saved = questions.map((question) => ({
    id: question.id,
    question: question.query,
    saved: question,
    seen:
      selectCases(question, engine)
        .flatMap(({ id }) => byCase.get(id) ?? [])
        .sort((a, b) => (b.observedAt ?? '').localeCompare(a.observedAt ?? ''))[0] ?? null,
  }));
  const open = new Set(questions.flatMap((question) => selectCases(question, null).map(({ id }) => id)));
  return [
    ...saved,
    ...questionRows
      .filter((row) => !open.has(row.caseId))
      .map((row) => ({ id: row.caseId, question: row.question, saved: null, seen: row })),
  ];
}
