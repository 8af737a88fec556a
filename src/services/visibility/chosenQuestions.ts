import { registeredOwner } from '../../domain/marks/answerMarks.ts';
import { tagForm } from '../../domain/questions/tags.ts';
import { rememberNewest } from '../../domain/rememberNewest.ts';
import { isChosen, namesOwn, type QuestionFilter, type QuestionKinds } from '../../domain/visibility/questionKinds.ts';
import type { DateWindow } from '../../domain/visibility/scope.ts';
import type { Db, Queryable } from '../../store/database/transaction.ts';
import { collectBrandings, questionsWithTags } from '../../store/questions/tags.ts';
import { type AskedFilter, casesOfWebsite, listAttemptedCases } from '../../store/visibility/answerHistory.ts';
import type { RegisteredWebsite } from '../../store/visibility/websites.ts';
import { timesOf } from './periodAttempts.ts';

/** The questions of a website that a report counts. */
export type ChosenQuestions = {
  /** Their cases; null: every case, so that no ids are compared. */
  caseIds: readonly string[] | null;
  /** Counts the questions of each kind asked in a period; null if everything is counted and no kinds were requested. */
  count(db: Queryable, asked: Omit<AskedFilter, 'caseIds'>, window: DateWindow): Promise<QuestionKinds | null>;
};

/** As v1 counts. */
export const everyQuestion: ChosenQuestions = { caseIds: null, count: async () => null };

export async function chooseQuestions(
  db: Db,
  workspaceId: string,
  website: RegisteredWebsite,
  { tag, branded: choice }: QuestionFilter,
): Promise<ChosenQuestions> {
  const [cases, statements, tagged] = await Promise.all([
    casesOfWebsite(db, workspaceId, website.id),
    collectBrandings(db, workspaceId),
    tag === null ? null : questionsWithTags(db, workspaceId, [tagForm(tag)]),
  ]);
  const isNamed = brandedRule(website);
  const ofTag = cases.filter(({ questionId }) => tagged === null || tagged.has(questionId));
  const isBranded = new Map(
    ofTag.map(({ questionId, query }) => [questionId, statements.get(questionId) ?? isNamed(query)]),
  );
  const selection = ofTag.filter(({ questionId }) => isChosen(isBranded.get(questionId) === true, choice));
  return {
    caseIds: selection.length === cases.length ? null : selection.map(({ id }) => id),
    async count(at, attempts, window) {
      const caseIds = ofTag.length === cases.length ? null : ofTag.map(({ id }) => id);
      const foundKeys = new Set(await listAttemptedCases(at, { ...attempts, caseIds }, timesOf(window)));
      const questions = new Set(ofTag.flatMap(({ id, questionId }) => (foundKeys.has(id) ? [questionId] : [])));
      const branded = [...questions].filter((id) => isBranded.get(id) === true).length;
      return { tag, choice, branded, others: questions.size - branded };
    },
  };
}

/**
 * Creates a function that decides whether a question is branded for one website; results are cached, because questions
 * recur.
 */
export function brandedRule(website: RegisteredWebsite): (query: string) => boolean {
  const owner = registeredOwner(website);
  const remembered = rememberedOf(owner.registered);
  return (query) => {
    const isFound = remembered.get(query) ?? namesOwn(query, owner);
    if (remembered.size < maxKnown) remembered.set(query, isFound);
    return isFound;
  };
}

const maxOwners = 50;
const maxKnown = 20_000;
const byOwner = new Map<string, Map<string, boolean>>();

function rememberedOf(registered: string): Map<string, boolean> {
  const knownByKey = byOwner.get(registered) ?? new Map<string, boolean>();
  rememberNewest(byOwner, registered, knownByKey, maxOwners);
  return knownByKey;
}
