import type { KeywordCase } from '../../domain/catalog/keywordCase.ts';
import { engineUnavailable, invalidField, notFound } from '../../domain/errors.ts';
import { maxRoundRequests, type PlanRevision } from '../../domain/plans/plan.ts';
import { casesOfIds, casesOfQuestions, listCases } from '../../store/keywordCases.ts';
import type { Queryable } from '../../store/transaction.ts';
import { createQuestions } from '../catalog/createQuestions.ts';
import type { Ctx } from '../world.ts';

type Choice = Pick<PlanRevision, 'questions' | 'engines'>;

/**
 * The cases that a revision asks now, oldest first. What was archived since is left out, and a website's new questions
 * are in, where they are saved for one of its engines.
 */
export async function casesOfRevision(
  db: Queryable,
  workspaceId: string,
  { questions, engines }: Choice,
): Promise<KeywordCase[]> {
  if (questions.kind === 'cases') {
    const found = await casesOfIds(db, workspaceId, questions.caseIds);
    const byId = new Map(found.filter(({ archivedAt }) => archivedAt === null).map((one) => [one.id, one]));
    return questions.caseIds.flatMap((id) => byId.get(id) ?? []);
  }
  const cases =
    questions.kind === 'questions'
      ? await casesOfQuestions(db, workspaceId, questions.questionIds)
      : (await listCases(db, workspaceId)).filter(({ target }) => target?.websiteId === questions.websiteId);
  return cases.filter(({ search }) => engines.includes(search.engine));
}

/** Refuses a revision that could not be asked. @throws invalid_request, not_found, engine_unavailable */
export async function assertMayPlan(
  ctx: Ctx,
  { questions, engines, repeats }: Omit<PlanRevision, 'number' | 'madeAt'>,
) {
  for (const id of engines) {
    const engine = ctx.engines.find(id);
    if (engine === null) throw engineUnavailable(id, 'this service does not know it.');
    if (engine.offReason !== null) throw engineUnavailable(id, engine.offReason);
  }
  if (questions.kind === 'questions') {
    const cases = await casesOfQuestions(ctx.db, ctx.principal.workspaceId, questions.questionIds);
    const saved = new Set(cases.map(({ questionId }) => questionId));
    if (questions.questionIds.some((id) => !saved.has(id))) throw notFound('question');
    const requests = questions.questionIds.length * engines.length * repeats;
    if (requests > maxRoundRequests) {
      throw invalidField('repeats', `a round would ask ${requests} times; at most ${maxRoundRequests} fit into one`);
    }
  }
}

/**
 * Saves the questions that a plan names for those of its engines that they are not saved for yet, with the settings that
 * they have elsewhere, as far as these are not an engine's own. @throws unsupported_setting, engine_unavailable
 */
export async function saveMissingCases(ctx: Ctx, { questions, engines }: Choice): Promise<void> {
  if (questions.kind === 'cases') return;
  const { workspaceId } = ctx.principal;
  const cases =
    questions.kind === 'questions'
      ? await casesOfQuestions(ctx.db, workspaceId, questions.questionIds)
      : (await listCases(ctx.db, workspaceId)).filter(({ target }) => target?.websiteId === questions.websiteId);
  for (const ofQuestion of Map.groupBy(cases, ({ questionId }) => questionId).values()) {
    const [first] = ofQuestion;
    const missing = engines.filter((id) => !ofQuestion.some(({ search }) => search.engine === id));
    if (first === undefined || missing.length === 0) continue;
    const { mode, allowedDomains } = first.search;
    await createQuestions(ctx, {
      queries: [first.query],
      queryField: 'queries',
      websiteId: first.target?.websiteId ?? null,
      locale: first.locale,
      engines: missing,
      search: { mode, allowedDomains, contextSize: null, model: null, device: null },
    });
  }
}
