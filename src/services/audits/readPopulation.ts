import { notFound } from '../../domain/errors.ts';
import type { Owner } from '../../domain/identity/owner.ts';
import type { AnswerMarks } from '../../domain/marks/answerMarks.ts';
import { decideMarks, decideReading, type MarkedAnswer } from '../../domain/marks/decideMarks.ts';
import { isSimulated } from '../../domain/runs/engine.ts';
import type { DateWindow } from '../../domain/visibility/scope.ts';
import { languagesOfCases } from '../../store/audits/rows.ts';
import { type AnswerFilter, type FoundAttempt, listFoundAttempts } from '../../store/visibility/foundAnswers.ts';
import { findVisibilityWebsite, type RegisteredWebsite } from '../../store/visibility/websites.ts';
import type { Ctx } from '../appContext.ts';
import { chooseQuestions, everyQuestion } from '../visibility/chosenQuestions.ts';
import { collectMarks, markerOf } from '../visibility/markedAnswers.ts';
import { timesOf } from '../visibility/periodAttempts.ts';
import { buildSource, deriveEngine } from '../visibility/reportPlace.ts';
import { readTaughtNames } from '../visibility/withKnownNames.ts';

export type PopulationQuery = DateWindow & {
  websiteId: string;
  /** null: every engine. */
  engine: string | null;
  /** Only these runs; null: every answer of the period. */
  runIds?: readonly string[] | null;
};

/** A completed answer with its automatic reading, and its reading after people's decisions. */
export type ReadAnswer = {
  runId: string;
  caseId: string;
  engine: string;
  language: string;
  createdAt: string;
  marks: AnswerMarks;
  machine: MarkedAnswer;
  counted: MarkedAnswer;
};

export type Population = {
  website: RegisteredWebsite;
  owner: Owner;
  answers: ReadAnswer[];
  /** False if older answers of the period were left out. */
  complete: boolean;
};

/** Maximum number of answers read, newest first: deciding their marks takes about a tenth of a second. */
const maxAnswers = 5_000;
const step = 1_000;

/**
 * Reads a website's completed answers in a period that may affect its score, newest first: of questions that do not
 * name it, and measured ones if there are any. Saved state only. @throws not_found, invalid_request naming `engine`
 */
export async function readPopulation(ctx: Ctx, query: PopulationQuery): Promise<Population> {
  const { workspaceId } = ctx.principal;
  const website = await findVisibilityWebsite(ctx.db, workspaceId, query.websiteId);
  if (website === null) throw notFound('website');
  const source = await buildSource(ctx, deriveEngine(ctx, { platform: null, engine: query.engine }), website);
  const place = { workspaceId, websiteId: website.id };
  const { runIds = null } = query;
  // Named runs were filtered by question when they were drawn.
  const questions =
    runIds === null
      ? await chooseQuestions(ctx.db, workspaceId, website, { tag: null, branded: 'exclude' })
      : everyQuestion;
  const filter: AnswerFilter = {
    ...timesOf(query),
    ...place,
    simulated: isSimulated(source),
    engine: query.engine,
    model: null,
    caseIds: questions.caseIds,
    runStatus: 'completed',
    runIds,
    holds: null,
  };
  const { attempts, complete } = await listNewest(ctx, filter);
  const languages = await languagesOfCases(ctx.db, place);
  const marker = markerOf(website);
  const taught = await readTaughtNames(ctx.db, workspaceId, source.surface, website);
  const marked = await collectMarks(ctx.db, workspaceId, marker, attempts);
  const answers = attempts.flatMap(({ runId, caseId, engine, createdAt }): ReadAnswer[] => {
    const marks = marked.get(runId)?.marks;
    if (marks === undefined || marks.noAnswer) return [];
    const machine = decideReading(marks, marker.owner, taught);
    const counted = marks.word === null ? machine : decideMarks(marks, marker.owner, taught);
    const language = languages.get(caseId) ?? 'unknown';
    return [{ runId, caseId, engine, language, createdAt, marks, machine, counted }];
  });
  return { website, owner: marker.owner, answers, complete };
}

async function listNewest(ctx: Ctx, filter: AnswerFilter): Promise<{ attempts: FoundAttempt[]; complete: boolean }> {
  const attempts: FoundAttempt[] = [];
  for (;;) {
    const last = attempts.at(-1);
    const after = last === undefined ? null : { at: last.createdAt, id: last.runId };
    const page = await listFoundAttempts(ctx.db, filter, after, step);
    attempts.push(...page);
    if (page.length < step) return { attempts, complete: true };
    if (attempts.length >= maxAnswers) return { attempts, complete: false };
  }
}
