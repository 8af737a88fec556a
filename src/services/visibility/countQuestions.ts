import type { AnswerMarks } from '../../domain/marks/answerMarks.ts';
import { decideMarks, namesLearnedAsOwn, type TaughtNames } from '../../domain/marks/decideMarks.ts';
import type { QuestionCounts } from '../../domain/visibility/reportData.ts';
import type { DateWindow } from '../../domain/visibility/scope.ts';
import type { Db } from '../../store/database/transaction.ts';
import type { HistoryFilter } from '../../store/visibility/answerHistory.ts';
import { countByCase, countMarks } from '../../store/visibility/dayCounts.ts';
import { type FoundAttempt, listFoundAttempts } from '../../store/visibility/foundAnswers.ts';
import { collectMarks, type Marker, markerOf } from './markedAnswers.ts';
import { timesOf } from './periodAttempts.ts';
import type { ReportPlace } from './reportPlace.ts';
import { taughtBy } from './withKnownNames.ts';

type Counts = Map<string, QuestionCounts>;

/** Counts every attempt of a period for its question, by the marks of its answer, without reading any answer. */
export async function countQuestions(
  db: Db,
  { website, filter, names }: ReportPlace,
  window: DateWindow,
): Promise<Record<string, QuestionCounts>> {
  const marker = markerOf(website);
  const taught = taughtBy(website, await names());
  const counting = { db, filter, window, marker, taught };
  return Object.fromEntries((await fromDayCounts(counting)) ?? (await countOneByOne(counting)));
}

type Counting = { db: Db; filter: HistoryFilter; window: DateWindow; marker: Marker; taught: TaughtNames };

/**
 * Counts from the daily counts; null if they cannot answer: while answers are being marked again, and if answers taught
 * that a name unlike the owner's is its own.
 */
async function fromDayCounts({ db, filter, window, marker, taught }: Counting): Promise<Counts | null> {
  if (namesLearnedAsOwn(taught, marker.owner).length > 0) return null;
  const times = timesOf(window);
  const [attempts, marks] = await Promise.all([
    countByCase(db, { ...filter, surface: { is: filter.surface } }, times),
    countMarks(db, filter, marker.by, times),
  ]);
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  const completed = sum(attempts.map((one) => one.completed));
  if (sum(marks.map(({ answers }) => answers)) !== completed) return null;
  const counts: Counts = new Map();
  for (const one of attempts) findCounts(counts, one.caseId).attempts = one.attempts;
  for (const { caseId, gist, answers } of marks) add(findCounts(counts, caseId), gist, answers, { marker, taught });
  return counts;
}

/** Number of attempts decided at once, so that a long history is never completely in memory. */
const step = 5_000;

async function countOneByOne({ db, filter, window, marker, taught }: Counting): Promise<Counts> {
  const { workspaceId, surface } = filter;
  const asking = { ...filter, ...timesOf(window), simulated: surface === 'simulator' };
  const counts: Counts = new Map();
  let after: { at: string; id: string } | null = null;
  for (;;) {
    const all = { ...asking, runStatus: null, runIds: null, holds: null };
    const attempts: FoundAttempt[] = await listFoundAttempts(db, all, after, step);
    const completed = attempts.filter(({ runStatus }) => runStatus === 'completed');
    const marks = await collectMarks(db, workspaceId, marker, completed);
    for (const { caseId, runId } of attempts) {
      const row = findCounts(counts, caseId);
      row.attempts += 1;
      const ofRun = marks.get(runId)?.marks;
      if (ofRun !== undefined) add(row, ofRun, 1, { marker, taught });
    }
    const last = attempts.at(-1);
    if (attempts.length < step || last === undefined) return counts;
    after = { at: last.createdAt, id: last.runId };
  }
}

function findCounts(counts: Counts, caseId: string): QuestionCounts {
  const row = counts.get(caseId) ?? { attempts: 0, completed: 0, listed: 0, known: 0, unknown: 0 };
  counts.set(caseId, row);
  return row;
}

function add(
  row: QuestionCounts,
  marks: AnswerMarks,
  answers: number,
  { marker, taught }: Pick<Counting, 'marker' | 'taught'>,
): void {
  if (marks.noAnswer) return;
  const { status } = decideMarks(marks, marker.owner, taught);
  row.completed += answers;
  row[status === 'unknown' ? 'unknown' : 'known'] += answers;
  if (status === 'listed') row.listed += answers;
}
