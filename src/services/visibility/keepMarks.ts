import { markedBy } from '../../domain/marks/answerMarks.ts';
import {
  allReadingEpochs,
  allWebsiteIds,
  outdatedMarks,
  type UnmarkedAnswer,
  unmarkedAnswers,
} from '../../store/runs/marks.ts';
import { findVisibilityWebsite } from '../../store/visibility/websites.ts';
import type { AppContext } from '../appContext.ts';
import { markAnswersAgain } from './markedAnswers.ts';
import { createSearchKeeper } from './searchCounts.ts';

/** Number of answers marked at once: some tens of milliseconds of work. */
const page = 100;
/** Number of answers scanned at once for missing marks: a few milliseconds. */
const lookedThrough = 1_000;

export type MarksKeeper = {
  /** Marks some answers with missing or outdated marks, or counts some searches; returns true if there may be more. */
  step(): Promise<boolean>;
};

/**
 * Keeps the marks of answers up to date, a little at a time: after a first start with this table, after answers were
 * read again, and after an owner changed registered names or a statement. Reports never wait for it; it only makes
 * later ones faster.
 */
export function createMarksKeeper(app: Pick<AppContext, 'db' | 'runtime'>): MarksKeeper {
  const searches = createSearchKeeper(app);
  let epochs: number | null = null;
  let after: string | null = '';

  async function markMissing(): Promise<boolean> {
    const now = await allReadingEpochs(app.db);
    if (now !== epochs) [epochs, after] = [now, ''];
    if (after === null) return false;
    const { answers, last } = await unmarkedAnswers(app.db, after, lookedThrough);
    const missing = answers.slice(0, page);
    // If more are left than one step marks, the next step continues after the last marked one.
    after = answers.length > page ? (missing.at(-1)?.runId ?? null) : last;
    for (const ofWebsite of Map.groupBy(missing, ({ websiteId }) => websiteId).values()) await remark(ofWebsite);
    return after !== null || missing.length > 0;
  }

  async function markOutdated(): Promise<boolean> {
    for (const { id, workspace_id: workspaceId } of await allWebsiteIds(app.db)) {
      const website = await findVisibilityWebsite(app.db, workspaceId, id);
      if (website === null) continue;
      const outdated = await outdatedMarks(app.db, { workspaceId, websiteId: id, by: markedBy(website) }, page);
      if (outdated.length > 0 && (await markAnswersAgain(app.db, website, outdated)) > 0) return true;
    }
    return false;
  }

  async function remark(answers: readonly UnmarkedAnswer[]): Promise<void> {
    const [first] = answers;
    if (first === undefined) return;
    const website = await findVisibilityWebsite(app.db, first.workspaceId, first.websiteId);
    if (website !== null) await markAnswersAgain(app.db, website, answers);
  }

  return {
    async step() {
      // Both are checked: scanning a long history takes many steps, and new registered names must not wait for them.
      const mayMissMore = await markMissing();
      return (await markOutdated()) || mayMissMore || (await searches.step());
    },
  };
}
