import type { Owner } from '../../domain/identity/owner.ts';
import { type AnswerMarks, markAnswer, markedBy, registeredOwner } from '../../domain/marks/answerMarks.ts';
import { extractGist } from '../../domain/marks/decideMarks.ts';
import { readMarks } from '../../domain/marks/writtenMarks.ts';
import type { Queryable, Tx } from '../../store/database/transaction.ts';
import { type NewMarks, saveMarks, type UnmarkedAnswer } from '../../store/runs/marks.ts';
import { type ShownReading, shownReadings } from '../../store/runs/shownReadings.ts';
import { findVisibilityWebsite, type RegisteredWebsite } from '../../store/visibility/websites.ts';

/** Registered names whose marks count, and the function that marks an answer without them. */
export type Marker = { by: string; owner: Owner; mark(reading: ShownReading): AnswerMarks };

export function markerOf(website: RegisteredWebsite): Marker {
  const owner = registeredOwner(website);
  return { by: markedBy(website), owner, mark: ({ facts, text }) => markAnswer(facts, text, owner) };
}

type Row = { runId: string; marked: { by: string; readerVersion: string; marks: string } | null };

/** Number of answers read at once, so that a long history is never completely in memory. */
const page = 200;

/**
 * Returns the marks of some answers by run id: the saved ones, or new ones if they are missing or were made with other
 * registered names. Writes nothing: the worker keeps the saved ones up to date.
 */
export async function collectMarks(
  db: Queryable,
  workspaceId: string,
  marker: Marker,
  rows: readonly Row[],
): Promise<Map<string, { marks: AnswerMarks; readerVersion: string }>> {
  const marks = new Map<string, { marks: AnswerMarks; readerVersion: string }>();
  const missing: string[] = [];
  for (const { runId, marked } of rows) {
    if (marked?.by === marker.by) {
      marks.set(runId, { marks: readMarks(marked.marks), readerVersion: marked.readerVersion });
    } else missing.push(runId);
  }
  for (let from = 0; from < missing.length; from += page) {
    const targets = missing.slice(from, from + page).map((runId) => ({ runId, version: null }));
    for (const [runId, reading] of await shownReadings(db, workspaceId, targets)) {
      marks.set(runId, { marks: marker.mark(reading), readerVersion: reading.facts.readerVersion });
    }
  }
  return marks;
}

/** Saves the marks of an answer that has just been read. */
export async function saveMarksOfAnswer(
  tx: Tx,
  run: { id: string; workspaceId: string; websiteId: string | null },
  readerVersion: string,
  reading: ShownReading,
): Promise<void> {
  const { id: runId, workspaceId, websiteId } = run;
  const website = websiteId === null ? null : await findVisibilityWebsite(tx, workspaceId, websiteId);
  if (website === null) return;
  const marker = markerOf(website);
  await saveMarks(tx, [{ runId, workspaceId, websiteId: website.id, readerVersion, ...marksToSave(marker, reading) }]);
}

export function marksToSave(
  { by, owner, mark }: Marker,
  reading: ShownReading,
): Pick<NewMarks, 'by' | 'marks' | 'gist'> {
  const marks = mark(reading);
  return { by, marks, gist: extractGist(marks, owner) };
}

/** Marks some answers of one website again. Returns how many were saved. */
export async function markAnswersAgain(
  db: Queryable,
  website: RegisteredWebsite,
  answers: readonly UnmarkedAnswer[],
): Promise<number> {
  const marker = markerOf(website);
  const [first] = answers;
  if (first === undefined) return 0;
  const wantedItems = answers.map(({ runId }) => ({ runId, version: null }));
  const readings = await shownReadings(db, first.workspaceId, wantedItems);
  const newMarkses = answers.flatMap(({ runId, workspaceId, websiteId, readerVersion }): NewMarks[] => {
    const reading = readings.get(runId);
    return reading === undefined
      ? []
      : [{ runId, workspaceId, websiteId, readerVersion, ...marksToSave(marker, reading) }];
  });
  await saveMarks(db, newMarkses);
  return newMarkses.length;
}
