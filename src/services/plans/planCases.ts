import { invalidField, notFound } from '../../domain/errors.ts';
import { type Cadence, findCadenceFlaw } from '../../domain/plans/cadence.ts';
import { maxRoundRequests, type Plan, type PlanRevision, type QuestionChoice } from '../../domain/plans/plan.ts';
import type { KeywordCase } from '../../domain/questions/keywordCase.ts';
import { tagForm } from '../../domain/questions/tags.ts';
import type { Queryable } from '../../store/database/transaction.ts';
import { casesOfIds, casesOfQuestions, listCases } from '../../store/questions/keywordCases.ts';
import { questionsWithTags } from '../../store/questions/tags.ts';
import { findWebsite } from '../../store/websites/rows.ts';
import type { Ctx } from '../appContext.ts';
import { askableEngine } from '../askedSearch.ts';
import { createQuestions } from '../questions/createQuestions.ts';

type Choice = Pick<PlanRevision, 'questions' | 'engines'>;

/** Lists the cases that a choice selects at its engines now, oldest first, up to the size of a round. */
export async function casesToAllow(
  db: Queryable,
  workspaceId: string,
  revision: Choice & Pick<PlanRevision, 'repeats'>,
): Promise<KeywordCase[]> {
  return (await casesAtEngines(db, workspaceId, revision)).slice(0, Math.floor(maxRoundRequests / revision.repeats));
}

/**
 * Lists the cases that a round of a plan asks now: those of its choice that a member allowed for its revision.
 * Questions saved or tagged later wait; archived ones and those that lost their tag are left out.
 */
export async function casesOfRound(
  db: Queryable,
  { workspaceId, revision, allowedCases }: Pick<Plan, 'workspaceId' | 'revision' | 'allowedCases'>,
): Promise<KeywordCase[]> {
  const allowed = new Set(allowedCases);
  return (await casesAtEngines(db, workspaceId, revision)).filter(({ id }) => allowed.has(id));
}

async function casesAtEngines(
  db: Queryable,
  workspaceId: string,
  { questions, engines }: Choice,
): Promise<KeywordCase[]> {
  const cases = await casesOfChoice(db, workspaceId, questions);
  return cases.filter(({ search, archivedAt }) => archivedAt === null && engines.includes(search.engine));
}

/** Lists the cases that a choice selects now, at every engine, oldest first. */
export async function casesOfChoice(
  db: Queryable,
  workspaceId: string,
  choice: QuestionChoice,
): Promise<KeywordCase[]> {
  if (choice.kind === 'cases') return casesOfIds(db, workspaceId, choice.caseIds);
  if (choice.kind === 'questions') return casesOfQuestions(db, workspaceId, choice.questionIds);
  const cases = await listCases(db, workspaceId);
  const { websiteId } = choice;
  const ofWebsite = websiteId === null ? cases : cases.filter(({ target }) => target?.websiteId === websiteId);
  if (choice.kind === 'website') return ofWebsite;
  const tagged = await questionsWithTags(db, workspaceId, choice.tags.map(tagForm));
  return ofWebsite.filter(({ questionId }) => tagged.has(questionId));
}

/** Refuses engines that cannot be asked. @throws invalid_request, engine_unavailable */
export function assertMayAskAt(ctx: Ctx, engines: readonly string[]): void {
  for (const id of engines) askableEngine(ctx, id, 'engines');
}

/** Refuses a schedule without a weekday, or with an invalid time zone. @throws invalid_request */
export function assertCadence(cadence: Cadence): void {
  const flaw = findCadenceFlaw(cadence);
  if (flaw !== null) throw invalidField(`cadence.${flaw.field}`, flaw.flaw);
}

/** Refuses a choice of unknown questions or websites. @throws not_found */
export async function assertChoice(ctx: Ctx, choice: QuestionChoice): Promise<void> {
  const { workspaceId } = ctx.principal;
  if (choice.kind === 'cases') return;
  if (choice.kind === 'questions') {
    const saved = new Set((await casesOfChoice(ctx.db, workspaceId, choice)).map(({ questionId }) => questionId));
    if (choice.questionIds.some((id) => !saved.has(id))) throw notFound('question');
    return;
  }
  if (choice.websiteId === null) return;
  const site = await findWebsite(ctx.db, workspaceId, choice.websiteId);
  if (site === null || site.archivedAt !== null) throw notFound('website');
}

/** Refuses a choice that currently exceeds the size of a round. @throws invalid_request */
export async function assertFitsRound(
  ctx: Ctx,
  { questions, engines, repeats }: Choice & Pick<PlanRevision, 'repeats'>,
): Promise<void> {
  const cases = await casesOfChoice(ctx.db, ctx.principal.workspaceId, questions);
  // A question may have several cases at one engine; without one, a case will be created.
  const atEngines = cases.filter(({ search }) => engines.includes(search.engine));
  const there = new Set(atEngines.map(({ questionId, search }) => `${questionId} ${search.engine}`)).size;
  const missing = new Set(cases.map(({ questionId }) => questionId)).size * engines.length - there;
  const requests = (atEngines.length + missing) * repeats;
  if (requests <= maxRoundRequests) return;
  throw invalidField('repeats', `a round would ask ${requests} times; at most ${maxRoundRequests} fit into one`);
}

/**
 * Saves a plan's questions for those of its engines that have no case for them yet, with the settings they have
 * elsewhere, unless these are specific to an engine. @throws unsupported_setting, engine_unavailable
 */
export async function saveMissingCases(ctx: Ctx, { questions, engines }: Choice): Promise<void> {
  if (questions.kind === 'cases') return;
  const { workspaceId } = ctx.principal;
  const cases = await casesOfChoice(ctx.db, workspaceId, questions);
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
