import { invalidField, notFound } from '../../domain/errors.ts';
import { drawnAnswers, findAudit, markSkipped } from '../../store/audits/rows.ts';
import { type AnswerWord, answersAmong, insertWords, undoWordRows } from '../../store/audits/words.ts';
import { inTransaction, type Tx } from '../../store/database/transaction.ts';
import { forgetMarks } from '../../store/runs/marks.ts';
import { findWebsite } from '../../store/websites/rows.ts';
import { type Ctx, nowIso } from '../appContext.ts';

export type DecisionsInput = {
  websiteId: string;
  runIds: readonly string[];
  recommended: boolean;
  position: number | null;
  auditId: string | null;
};

/**
 * Saves a person's decision on some answers: every report and history counts it instead of the reading, which is not
 * changed. An earlier decision on the same answer is kept, and counts again if this one is undone.
 * @throws not_found, invalid_request naming `runIds`, `position` or `auditId`
 */
export async function decideAnswers(ctx: Ctx, givenWords: DecisionsInput): Promise<AnswerWord[]> {
  const place = await buildPlace(ctx, givenWords.websiteId);
  const runIds = [...new Set(givenWords.runIds)];
  if (givenWords.position !== null && !givenWords.recommended)
    throw invalidField('position', 'needs an answer that recommends the website');
  if (givenWords.position !== null && runIds.length > 1) throw invalidField('position', 'applies to only one answer');
  const { auditId } = givenWords;
  if (auditId !== null) await assertDrawn(ctx, place, auditId, runIds);
  const foundKeys = await answersAmong(ctx.db, place, runIds);
  const missing = runIds.find((id) => !foundKeys.has(id));
  if (missing !== undefined) throw invalidField('runIds', `names ${missing}, which is not a completed answer about it`);
  const statement = { saidBy: ctx.principal.accountEmail, saidAt: nowIso(ctx) };
  const { recommended, position } = givenWords;
  const words = runIds.map((runId) => ({
    ...{ id: ctx.runtime.newId('word'), runId, auditId, recommended, position },
    ...statement,
  }));
  await inTransaction(ctx.db, async (tx) => {
    await insertWords(tx, place, words);
    await recount(tx, place.workspaceId, runIds);
    if (auditId !== null) for (const runId of runIds) await markSkipped(tx, auditId, runId, null);
  });
  return words;
}

/** Undoes decisions, so that the earlier decision or the reading counts again. Returns the runs. @throws not_found */
export async function undoWords(
  ctx: Ctx,
  { websiteId, ids }: { websiteId: string; ids: readonly string[] },
): Promise<string[]> {
  const place = await buildPlace(ctx, websiteId);
  return inTransaction(ctx.db, async (tx) => {
    const by = { who: ctx.principal.accountEmail, at: nowIso(ctx) };
    const runIds = [...new Set(await undoWordRows(tx, place, ids, by))];
    if (runIds.length === 0) throw notFound('word');
    await recount(tx, place.workspaceId, runIds);
    return runIds;
  });
}

/** Recomputes marks, which include the decision, and the counts derived from them. */
async function recount(tx: Tx, workspaceId: string, runIds: readonly string[]): Promise<void> {
  for (const runId of runIds) await forgetMarks(tx, workspaceId, runId);
}

type Place = { workspaceId: string; websiteId: string };

async function assertDrawn(ctx: Ctx, place: Place, auditId: string, runIds: readonly string[]): Promise<void> {
  const audit = await findAudit(ctx.db, place.workspaceId, auditId);
  if (audit?.websiteId !== place.websiteId) throw notFound('audit');
  const sample = new Set((await drawnAnswers(ctx.db, auditId)).map(({ runId }) => runId));
  if (runIds.some((id) => !sample.has(id)))
    throw invalidField('runIds', 'names an answer that this audit did not draw');
}

async function buildPlace(ctx: Ctx, websiteId: string): Promise<Place> {
  const { workspaceId } = ctx.principal;
  const website = await findWebsite(ctx.db, workspaceId, websiteId);
  if (website === null) throw notFound('website');
  return { workspaceId, websiteId: website.id };
}
