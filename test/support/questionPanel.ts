import { type SavedAnswer, saveAnswer } from './savedAnswers.ts';
import type { TestService } from './service.ts';

/** Creates a website with saved questions; `save` saves an answer to one of them at ten o'clock of a date. */
export async function createQuestionPanel(service: TestService, questions: number) {
  const { id: websiteId } = await service.makeSite();
  const cases = await service.makeCases(questions, { websiteId });
  const save = (question: number, date: string, given: Partial<SavedAnswer> = {}) =>
    saveAnswer(service, {
      ...{ websiteId, caseId: cases[question] ?? '', createdAt: `${date}T10:00:00.000Z` },
      ...given,
    });
  return { websiteId, cases, save };
}
