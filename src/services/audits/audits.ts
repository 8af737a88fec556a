import type { AuditStanding } from '../../domain/audit/auditStanding.ts';
import { auditStandings } from '../../domain/audit/auditStanding.ts';
import { drawAnswers } from '../../domain/audit/drawAnswers.ts';
import { invalidField, notFound } from '../../domain/errors.ts';
import type { DateWindow } from '../../domain/visibility/scope.ts';
import {
  type AuditRecord,
  type DrawnAnswer,
  drawnAnswers,
  findAudit,
  insertAudit,
  listAuditRows,
  markSkipped,
} from '../../store/audits/rows.ts';
import { type AnswerWord, wordsOfAudit } from '../../store/audits/words.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { shownReadings } from '../../store/runs/shownReadings.ts';
import { casesOfWebsite } from '../../store/visibility/answerHistory.ts';
import { findVisibilityWebsite } from '../../store/visibility/websites.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { type Population, readPopulation } from './readPopulation.ts';

export type NewAudit = DateWindow & { websiteId: string; engine: string | null; size: number; seed: string | null };

/** Draws answers at random for a person to check. @throws not_found, invalid_request naming `engine` or `size` */
export async function createAudit(ctx: Ctx, newAudit: NewAudit): Promise<AuditRecord> {
  const { websiteId, engine, startDate, endDate } = newAudit;
  const { answers, complete } = await readPopulation(ctx, newAudit);
  if (answers.length === 0) throw invalidField('size', 'cannot be drawn: no completed answer of this period is saved');
  const id = ctx.runtime.newId('check');
  const audit: AuditRecord = {
    ...{ id, websiteId, engine, startDate, endDate, seed: newAudit.seed ?? id, complete },
    population: answers.map(({ runId }) => runId),
    createdAt: nowIso(ctx),
    createdBy: ctx.principal.accountEmail,
  };
  const place = { workspaceId: ctx.principal.workspaceId, websiteId };
  await inTransaction(ctx.db, (tx) => insertAudit(tx, place, audit, drawAnswers(answers, newAudit.size, audit.seed)));
  return audit;
}

/** Answer to check, as shown to a person: without our reading. */
type AnswerToCheck = { runId: string; engine: string; language: string; question: string; text: string };

export type AuditState = {
  audit: AuditRecord;
  drawn: readonly DrawnAnswer[];
  words: ReadonlyMap<string, AnswerWord>;
  standings: readonly AuditStanding[];
  /** Names of the website, for the person to search for. */
  names: readonly string[];
  /** null: every drawn answer was checked or skipped. */
  next: AnswerToCheck | null;
};

/** @throws not_found */
export async function readAudit(ctx: Ctx, { id }: { id: string }): Promise<AuditState> {
  const audit = await findAudit(ctx.db, ctx.principal.workspaceId, id);
  if (audit === null) throw notFound('audit');
  return buildState(ctx, audit);
}

/**
 * Returns the newest audit of a website with checked answers, shown next to its score; null without one. @throws
 * not_found
 */
export async function latestAudit(ctx: Ctx, { websiteId }: { websiteId: string }): Promise<AuditState | null> {
  for (const audit of await deriveAudits(ctx, { websiteId })) {
    const state = await buildState(ctx, audit);
    if (state.words.size > 0) return state;
  }
  return null;
}

/** Lists audits, newest first. @throws not_found */
export async function deriveAudits(ctx: Ctx, { websiteId }: { websiteId: string }): Promise<AuditRecord[]> {
  const { workspaceId } = ctx.principal;
  if ((await findVisibilityWebsite(ctx.db, workspaceId, websiteId)) === null) throw notFound('website');
  return listAuditRows(ctx.db, { workspaceId, websiteId });
}

/** Skips an answer that a person could not decide; it counts as not checked. @throws not_found */
export async function skipAnswer(ctx: Ctx, { id, runId }: { id: string; runId: string }): Promise<void> {
  const audit = await findAudit(ctx.db, ctx.principal.workspaceId, id);
  if (audit === null) throw notFound('audit');
  if (!(await markSkipped(ctx.db, id, runId, nowIso(ctx)))) throw notFound('answer');
}

async function buildState(ctx: Ctx, audit: AuditRecord): Promise<AuditState> {
  const place = { workspaceId: ctx.principal.workspaceId, websiteId: audit.websiteId };
  const [sample, words, population] = await Promise.all([
    drawnAnswers(ctx.db, audit.id),
    wordsOfAudit(ctx.db, place, audit.id),
    readPopulation(ctx, { ...audit, startDate: null, endDate: null, runIds: audit.population }),
  ]);
  const machine = population.answers.map(({ runId, engine, machine: { status, positions } }) => ({
    ...{ runId, engine, status },
    position: positions.get(population.owner.domain) ?? null,
  }));
  const open = sample.find(({ runId, skippedAt }) => skippedAt === null && !words.has(runId));
  const { name, domain, aliases } = population.website;
  return {
    ...{ audit, drawn: sample, words },
    standings: auditStandings(machine, words),
    names: [name, ...aliases, domain],
    next: open === undefined ? null : await answerToCheck(ctx, place, population, open.runId),
  };
}

async function answerToCheck(
  ctx: Ctx,
  place: { workspaceId: string; websiteId: string },
  { answers }: Population,
  runId: string,
): Promise<AnswerToCheck | null> {
  const answer = answers.find((one) => one.runId === runId);
  if (answer === undefined) return null;
  const readings = await shownReadings(ctx.db, place.workspaceId, [{ runId, version: null }]);
  const cases = await casesOfWebsite(ctx.db, place.workspaceId, place.websiteId);
  const { engine, language, caseId } = answer;
  const question = cases.find(({ id }) => id === caseId)?.query ?? '';
  return { runId, engine, language, question, text: readings.get(runId)?.text ?? '' };
}
