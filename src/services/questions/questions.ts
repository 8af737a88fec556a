import { invalidField, notFound } from '../../domain/errors.ts';
import type { KeywordCase } from '../../domain/questions/keywordCase.ts';
import { tagForm } from '../../domain/questions/tags.ts';
import { codeUnitOrder } from '../../domain/text/codeUnitOrder.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { findCase } from '../../store/questions/keywordCases.ts';
import { listRuns } from '../../store/runs/listing.ts';
import {
  activeRunsOfCases,
  archiveCasesOfQuestion,
  casesOfQuestions,
  listQuestionIds,
  newestAnswers,
} from '../../store/runs/questionCases.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { type ListedAnswer, listListings } from '../runs/answerListings.ts';
import { type QuestionSettings, settingsOfQuestions } from './questionSettings.ts';

/** Cases of a question at one engine, with the latest outcome. */
type AskedAt = {
  engine: string;
  cases: KeywordCase[];
  /** Time of the newest completed run (a measured one unless the engine is simulated now); null if never answered. */
  lastAnswer: ListedAnswer | null;
  activeRunId: string | null;
};

/** One text in one locale about one website, with its engines. */
export type Question = {
  id: string;
  query: string;
  target: KeywordCase['target'];
  locale: KeywordCase['locale'];
  createdAt: string;
  engines: AskedAt[];
} & QuestionSettings;

/** Lists questions that are not archived, newest first. Saved state only. */
export async function listQuestions(
  ctx: Ctx,
  query: {
    websiteId?: string | undefined;
    tag?: string | undefined;
    after: ListPosition | null;
    count: number;
  },
): Promise<Question[]> {
  const { workspaceId } = ctx.principal;
  const { websiteId, tag, after, count } = query;
  const filter = { workspaceId, websiteId, after, ...(tag === undefined ? {} : { tagForm: tagForm(tag) }) };
  const rows = await listQuestionIds(ctx.db, filter, count);
  const ids = rows.map(({ id }) => id);
  return resolveQuestions(ctx, ids, await casesOfQuestions(ctx.db, workspaceId, ids));
}

/**
 * Reads one question, by its id or that of a case, with its answers, newest first; archived ones too. @throws
 * not_found, invalid_request
 */
export async function readQuestion(
  ctx: Ctx,
  input: { id: string; engine?: string | undefined; after: ListPosition | null; count: number },
): Promise<{ question: Question; answers: ListedAnswer[] }> {
  const { workspaceId } = ctx.principal;
  const { engine, after, count } = input;
  const id = (await findCase(ctx.db, workspaceId, input.id))?.questionId ?? input.id;
  const cases = await casesOfQuestions(ctx.db, workspaceId, [id], true);
  const [question] = await resolveQuestions(ctx, [id], cases);
  if (question === undefined) throw notFound('question');
  const keywordCases = cases.filter(({ search }) => engine === undefined || search.engine === engine);
  if (keywordCases.length === 0) throw invalidField('engine', 'is not an engine of this question');
  const targetId = keywordCases.map((one) => one.id);
  const runs = await listRuns(ctx.db, { workspaceId, kind: 'keyword', targetId, after }, count);
  return { question, answers: await listListings(ctx, runs) };
}

/** Archives all cases of a question: it can no longer be asked, its answers stay. @throws not_found */
export async function archiveQuestion(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { workspaceId } = ctx.principal;
  if ((await casesOfQuestions(ctx.db, workspaceId, [id])).length === 0) throw notFound('question');
  await archiveCasesOfQuestion(ctx.db, workspaceId, id, nowIso(ctx));
}

/** Returns the questions of these cases, in the order of `ids`; a question without a case is left out. */
export async function resolveQuestions(
  ctx: Ctx,
  ids: readonly string[],
  cases: readonly KeywordCase[],
): Promise<Question[]> {
  const { workspaceId } = ctx.principal;
  const caseIds = cases.map(({ id }) => id);
  const active = await activeRunsOfCases(ctx.db, workspaceId, caseIds);
  const answers = await collectLastAnswers(ctx, cases);
  const settings = await settingsOfQuestions(ctx.db, workspaceId, cases);
  const byQuestion = Map.groupBy(cases, ({ questionId }) => questionId);
  return ids.flatMap((id) => {
    const ofQuestion = byQuestion.get(id) ?? [];
    const [first] = ofQuestion;
    const questionSettings = settings.get(id);
    if (first === undefined || questionSettings === undefined) return [];
    const { query, target, locale, createdAt } = first;
    const engines = [...Map.groupBy(ofQuestion, ({ search }) => search.engine)]
      .map(([engine, ofEngine]): AskedAt => {
        const last = ofEngine.flatMap((one) => answers.get(one.id) ?? []).sort(newestFirst)[0] ?? null;
        const activeRunId = ofEngine.map((one) => active.get(one.id)).find((runId) => runId !== undefined) ?? null;
        return { engine, cases: ofEngine, lastAnswer: last, activeRunId };
      })
      .sort((a, b) => computeOrder(ctx, a.engine) - computeOrder(ctx, b.engine) || codeUnitOrder(a.engine, b.engine));
    return [{ id, query, target, locale, createdAt, engines, ...questionSettings }];
  });
}

/**
 * Counts like reports: if an engine is simulated now, measured answers still come first; otherwise only measured ones
 * count.
 */
async function collectLastAnswers(ctx: Ctx, cases: readonly KeywordCase[]): Promise<Map<string, ListedAnswer>> {
  const { workspaceId } = ctx.principal;
  const measured = await newestAnswers(
    ctx.db,
    workspaceId,
    cases.map(({ id }) => id),
    false,
  );
  const answeredKeys = new Set(measured.map(({ targetId }) => targetId));
  const trial = cases.filter(({ id, search }) => !answeredKeys.has(id) && ctx.engines.find(search.engine)?.simulated);
  const simulated = await newestAnswers(
    ctx.db,
    workspaceId,
    trial.map(({ id }) => id),
    true,
  );
  const listed = await listListings(ctx, [...measured, ...simulated]);
  return new Map(listed.map((answer) => [answer.run.targetId, answer]));
}

function newestFirst(a: ListedAnswer, b: ListedAnswer): number {
  return codeUnitOrder(b.run.createdAt, a.run.createdAt) || codeUnitOrder(b.run.id, a.run.id);
}

/** Orders engines as they are offered. */
function computeOrder({ engines }: Ctx, id: string): number {
  const at = engines.known.findIndex((engine) => engine.id === id);
  return at === -1 ? engines.known.length : at;
}
