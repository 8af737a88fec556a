import { maxModelTextLength, readTextDigest } from '../../domain/answer/modelReading.ts';
import { isReadWeakly } from '../../domain/audit/weakReading.ts';
import { AppError } from '../../domain/errors.ts';
import { decideByRules } from '../../domain/marks/decideMarks.ts';
import type { BudgetStanding } from '../../domain/money/monthBudget.ts';
import type { BudgetDenial } from '../../domain/runs/disposition.ts';
import type { DateWindow } from '../../domain/visibility/scope.ts';
import { inTransaction, type Tx } from '../../store/database/transaction.ts';
import { findOpenFence } from '../../store/operator/restoreFences.ts';
import {
  countModelReadingsSince,
  linkReading,
  type ModelReadingRecord,
  planModelReading,
  readingsOfTexts,
} from '../../store/readings/rows.ts';
import { forgetMarks } from '../../store/runs/marks.ts';
import { lockOwner } from '../../store/runs/reservations.ts';
import { shownReadings } from '../../store/runs/shownReadings.ts';
import { casesOfWebsite } from '../../store/visibility/answerHistory.ts';
import { assertMaySpend } from '../access/assertMaySpend.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { readPopulation } from '../audits/readPopulation.ts';
import { budgetsOfCaller } from '../money/budgetSettings.ts';
import { holdPurchases, payerOf, worstCase } from '../money/holdPurchase.ts';
import { buildSource, deriveEngine } from '../visibility/reportPlace.ts';
import { readTaughtNames } from '../visibility/withKnownNames.ts';
import { expectedModelReadingCost, modelReadingPurchase } from './readingCosts.ts';

/** `weak`: answers that the rules read less reliably (`isReadWeakly`). */
export type ReadingScope = DateWindow & { websiteId: string; engine: string | null; only: 'weak' | 'all' };

type AnswerToRead = { runId: string; caseId: string; text: string; digest: string };

export type ReadingQuote = {
  /** Identity of the reading model. */
  reader: string;
  simulated: boolean;
  /** Number of texts that would be read, each once. */
  answers: number;
  /** Number of answers whose text was read before, or equals another one that is read. */
  shared: number;
  /** Number of answers that are too long to be read. */
  tooLong: number;
  /** Number of texts that may still be read today. */
  leftToday: number;
  /** Their cost in micro-dollars; null if no price is known. */
  typical: number | null;
  max: number | null;
  budgets: BudgetStanding[];
};

type Found = {
  reader: NonNullable<Ctx['modelReader']>;
  targetNames: readonly string[];
  /** Existing readings, by digest. */
  known: ReadonlyMap<string, string>;
  toRead: AnswerToRead[];
  toLink: { runId: string; digest: string }[];
  tooLong: number;
};

/** Quotes readings of saved answers by the model. Buys nothing. @throws not_found, engine_unavailable */
export async function quoteReadings(ctx: Ctx, scope: ReadingScope): Promise<ReadingQuote> {
  await ctx.prices.refresh();
  const { reader, toRead, toLink, tooLong } = await findAnswersToRead(ctx, scope);
  const now = nowIso(ctx);
  const leftToday = await readingsLeftToday(ctx, ctx.db, now);
  const costs = toRead.slice(0, leftToday).map(({ text }) => {
    const expected = expectedModelReadingCost(ctx, reader, text.length, now);
    return { typical: expected?.typical ?? null, max: worstCase(ctx, expected)?.max ?? null };
  });
  const sumOf = (member: 'typical' | 'max') =>
    costs.reduce<number | null>((sum, { [member]: cost }) => (sum === null || cost === null ? null : sum + cost), 0);
  const { identity, simulated } = reader;
  return {
    ...{ reader: identity, simulated, answers: toRead.length, shared: toLink.length, tooLong, leftToday },
    ...{ typical: sumOf('typical'), max: sumOf('max') },
    budgets: await budgetsOfCaller(ctx, simulated),
  };
}

export type RequestedReadings = {
  planned: number;
  shared: number;
  /** Number of texts that were not planned, and the reason; null: all were. */
  left: number;
  because: string | null;
};

/**
 * Plans readings of saved answers, each with its worst case held; the worker sends them. A text is read only once per
 * model and prompt, so a repeated request buys only new texts. @param most number of texts that the caller agreed to
 * @throws not_found, engine_unavailable, account_not_allowed, temporarily_unavailable
 */
export async function requestReadings(ctx: Ctx, scope: ReadingScope & { most: number }): Promise<RequestedReadings> {
  assertMaySpend(ctx);
  await ctx.prices.refresh();
  const answers = await findAnswersToRead(ctx, scope);
  const ids = new Map(answers.known);
  let [planned, because] = [0, null as string | null];
  for (const answer of answers.toRead) {
    if (planned >= scope.most) because = `${scope.most} were agreed to`;
    because ??= await inTransaction(ctx.db, (tx) => planOne(ctx, tx, scope.websiteId, answers, answer, ids));
    if (because !== null) break;
    planned += 1;
  }
  await inTransaction(ctx.db, async (tx) => {
    for (const { runId, digest } of answers.toLink) {
      const id = ids.get(digest);
      if (id === undefined) continue;
      await linkReading(tx, ctx.principal.workspaceId, runId, id);
      await forgetMarks(tx, ctx.principal.workspaceId, runId);
    }
  });
  ctx.wakeWorker();
  return { planned, shared: answers.toLink.length, left: answers.toRead.length - planned, because };
}

/** Plans one reading and holds its worst case. Returns the reason if it was not planned, otherwise null. */
async function planOne(
  ctx: Ctx,
  tx: Tx,
  websiteId: string,
  { reader, targetNames }: Found,
  { runId, caseId, text, digest }: AnswerToRead,
  ids: Map<string, string>,
): Promise<string | null> {
  const { workspaceId, ownerId } = ctx.principal;
  await lockOwner(tx, ctx.databaseKind, ownerId);
  const now = nowIso(ctx);
  if (!reader.simulated && (await findOpenFence(tx)) !== null) return 'the database was restored to an earlier state';
  if ((await readingsLeftToday(ctx, tx, now)) <= 0) {
    return `the limit of ${ctx.settings.modelReadingsPerDay} readings a UTC day was reached`;
  }
  const cases = await casesOfWebsite(tx, workspaceId, websiteId);
  const reading: ModelReadingRecord = {
    ...{ id: ctx.runtime.newId('reading'), workspaceId, websiteId, textDigest: digest, reader: reader.identity },
    ...{ runId, ownerId, keyId: payerOf(ctx.principal).keyId, targetNames, state: 'planned', createdAt: now },
    question: cases.find(({ id }) => id === caseId)?.query ?? '',
    sentAt: null,
  };
  // Another request planned it in the meantime.
  if (!(await planModelReading(tx, reading))) return null;
  await linkReading(tx, workspaceId, runId, reading.id);
  const purchase = modelReadingPurchase(reading, caseId, reader);
  const expected = expectedModelReadingCost(ctx, reader, text.length, now);
  const denial = await holdPurchases(tx, ctx, [{ purchase, expected }], 'a reading by the model');
  if (denial !== null) throw new AppError('run_limit', deniedText(denial), { retry: 'never' });
  ids.set(digest, reading.id);
  return null;
}

function deniedText({ budget, leftUsd, neededUsd }: BudgetDenial): string {
  return neededUsd === null
    ? `The price of a reading is not known, and a budget of the ${budget} applies. Nothing more was planned.`
    : `The budget of the ${budget} has $${leftUsd} left, and a reading may cost $${neededUsd}. Nothing more was planned.`;
}

async function readingsLeftToday(
  ctx: Ctx,
  db: Parameters<typeof countModelReadingsSince>[0],
  now: string,
): Promise<number> {
  const planned = await countModelReadingsSince(db, ctx.principal.ownerId, `${now.slice(0, 10)}T00:00:00.000Z`);
  return Math.max(0, ctx.settings.modelReadingsPerDay - planned);
}

const readAtOnce = 100;

async function findAnswersToRead(ctx: Ctx, scope: ReadingScope): Promise<Found> {
  const { modelReader: reader } = ctx;
  if (reader === null) {
    throw new AppError('engine_unavailable', 'No reading model is configured: set READER_MODEL.', { retry: 'never' });
  }
  const { workspaceId } = ctx.principal;
  const { website, owner, answers } = await readPopulation(ctx, scope);
  const place = { workspaceId, websiteId: website.id, reader: reader.identity };
  const source = await buildSource(ctx, deriveEngine(ctx, { platform: null, engine: scope.engine }), website);
  const taught = await readTaughtNames(ctx.db, workspaceId, source.surface, website);
  const knownByKey = await readingsOfTexts(ctx.db, place);
  const match: Found = {
    ...{ reader, known: knownByKey, toRead: [], toLink: [], tooLong: 0 },
    targetNames: [website.name, ...website.aliases, website.domain],
  };
  const visited = new Set(knownByKey.keys());
  for (let from = 0; from < answers.length; from += readAtOnce) {
    const some = answers.slice(from, from + readAtOnce);
    const runIds = some.map(({ runId }) => ({ runId, version: null }));
    const readings = await shownReadings(ctx.db, workspaceId, runIds);
    for (const { runId, caseId, marks } of some) {
      const reading = readings.get(runId);
      if (reading === undefined || reading.text === null || reading.facts.model?.reader === reader.identity) continue;
      const { status } = decideByRules(marks, owner, taught);
      if (scope.only === 'weak' && !isReadWeakly(reading.facts, status)) continue;
      const digest = readTextDigest(reading.text);
      if (reading.text.length > maxModelTextLength) match.tooLong += 1;
      else if (visited.has(digest)) match.toLink.push({ runId, digest });
      else match.toRead.push({ runId, caseId, text: reading.text, digest });
      visited.add(digest);
    }
  }
  return match;
}
