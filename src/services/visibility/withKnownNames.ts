import type { VisibilityAttempt, VisibilityWebsite } from '../../domain/identity/attempt.ts';
import { attachKnownNames } from '../../domain/identity/knownNames.ts';
import { type AnswerNames, namesOfAnswer } from '../../domain/identity/nameCorpus.ts';
import { type TaughtNames, taughtNames } from '../../domain/marks/decideMarks.ts';
import type { Surface } from '../../domain/runs/run.ts';
import type { Queryable } from '../../store/database/transaction.ts';
import { newestAnswerNames } from '../../store/visibility/answerNames.ts';
import type { RegisteredWebsite } from '../../store/visibility/websites.ts';

/** Adds evidence about the names in these attempts, from the workspace's newest answers, to the website. */
export function withKnownNames(
  website: RegisteredWebsite,
  corpus: readonly AnswerNames[],
  attempts: readonly VisibilityAttempt[],
): VisibilityWebsite {
  const ofRun = new Map(corpus.map((names) => [names.runId, names.forms]));
  const requests = attempts.flatMap(({ runId, facts }) =>
    facts === null ? [] : (ofRun.get(runId) ?? namesOfAnswer(runId, facts).forms),
  );
  return attachKnownNames(website, corpus, requests);
}

/** Returns what these answers teach about names, from the perspective of the website. */
export const taughtBy = (website: RegisteredWebsite, corpus: readonly AnswerNames[]): TaughtNames =>
  taughtNames(attachKnownNames(website, corpus));

/** Reads what the workspace's newest answers taught about names, from the perspective of the website. */
export async function readTaughtNames(
  db: Queryable,
  workspaceId: string,
  surface: Surface,
  website: RegisteredWebsite,
): Promise<TaughtNames> {
  return taughtBy(website, await newestAnswerNames(db, workspaceId, surface));
}
