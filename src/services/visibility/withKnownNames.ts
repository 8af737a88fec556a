import type { VisibilityAttempt, VisibilityWebsite } from '../../domain/identity/attempt.ts';
import { attachKnownNames } from '../../domain/identity/knownNames.ts';
import { namesOfAnswer } from '../../domain/identity/nameCorpus.ts';
import type { Surface } from '../../domain/runs/run.ts';
import type { Queryable } from '../../store/database/transaction.ts';
import { newestAnswerNames } from '../../store/visibility/answerNames.ts';
import type { RegisteredWebsite } from '../../store/visibility/websites.ts';

/** Adds evidence about the names in these attempts, from the workspace's newest answers, to the website. */
export async function withKnownNames(
  db: Queryable,
  place: { workspaceId: string; surface: Surface },
  website: RegisteredWebsite,
  attempts: readonly VisibilityAttempt[],
): Promise<VisibilityWebsite> {
  const corpus = await newestAnswerNames(db, place.workspaceId, place.surface);
  const ofRun = new Map(corpus.map((names) => [names.runId, names.forms]));
  const requests = attempts.flatMap(({ runId, facts }) =>
    facts === null ? [] : (ofRun.get(runId) ?? namesOfAnswer(runId, facts).forms),
  );
  return attachKnownNames(website, corpus, requests);
}
