import { decideMarks, taughtNames } from '../../domain/visibility/answerMarks.ts';
import { attachKnownNames } from '../../domain/visibility/knownNames.ts';
import type { QuestionCounts } from '../../domain/visibility/promptVisibility.ts';
import { type DateWindow, maxCountedAttempts } from '../../domain/visibility/scope.ts';
import type { HistoryFilter } from '../../store/answerHistory.ts';
import { newestAnswerNames } from '../../store/answerNames.ts';
import { listFoundAttempts } from '../../store/foundAnswers.ts';
import type { Db } from '../../store/transaction.ts';
import type { RegisteredWebsite } from '../../store/visibilityWebsites.ts';
import { markerOf, marksOf } from './markedAnswers.ts';
import { timesOf } from './periodAttempts.ts';

/** Attempts decided at once, so that a long history is never in memory as a whole. */
const step = 5_000;

/** Every attempt of a period counted for its question, by the marks of its answer: no answer is read for it. */
export async function countQuestions(
  db: Db,
  website: RegisteredWebsite,
  filter: HistoryFilter,
  window: DateWindow,
): Promise<Map<string, QuestionCounts>> {
  const { workspaceId, surface } = filter;
  const marker = markerOf(website);
  const taught = taughtNames(attachKnownNames(website, await newestAnswerNames(db, workspaceId, surface)));
  const wanted = { ...filter, ...timesOf(window), simulated: surface === 'simulator' };
  const counts = new Map<string, QuestionCounts>();
  let after: { at: string; id: string } | null = null;
  for (let read = 0; read < maxCountedAttempts; read += step) {
    const all = { ...wanted, runStatus: null, runIds: null, holds: null };
    const attempts = await listFoundAttempts(db, all, after, step);
    const completed = attempts.filter(({ runStatus }) => runStatus === 'completed');
    const marks = await marksOf(db, workspaceId, marker, completed);
    for (const { caseId, runId } of attempts) {
      const row = counts.get(caseId) ?? { attempts: 0, completed: 0, listed: 0, known: 0, unknown: 0 };
      counts.set(caseId, row);
      row.attempts += 1;
      const ofRun = marks.get(runId)?.marks;
      if (ofRun === undefined || ofRun.noAnswer) continue;
      const { status } = decideMarks(ofRun, marker.owner, taught);
      row.completed += 1;
      if (status === 'unknown') row.unknown += 1;
      else row.known += 1;
      if (status === 'listed') row.listed += 1;
    }
    const last = attempts.at(-1);
    if (attempts.length < step || last === undefined) break;
    after = { at: last.createdAt, id: last.runId };
  }
  return counts;
}
