import { invalidField, notFound } from '../domain/errors.ts';
import { apiKeyNames } from '../store/access/apiKeys.ts';
import { findAlertRule } from '../store/alerts/rules.ts';
import { findPlan } from '../store/plans/rows.ts';
import { findCase } from '../store/questions/keywordCases.ts';
import { casesOfQuestions } from '../store/runs/questionCases.ts';
import { findWebsite } from '../store/websites/rows.ts';
import type { Ctx } from './appContext.ts';

/** Values that name no record: purchases without one, SEO overviews, a report of every engine. */
const words: readonly unknown[] = ['none', 'seo', 'each'];

/**
 * Refuses filters that name unknown records. Called for an empty list, so that it always means that nothing matches.
 * @throws not_found, invalid_request naming `engine`
 */
export async function assertFilters(ctx: Ctx, filters: Readonly<Record<string, unknown>>): Promise<void> {
  const { db, engines } = ctx;
  const { workspaceId } = ctx.principal;
  const isKnown: Readonly<Record<string, (id: string) => Promise<boolean>>> = {
    website: async (id) => (await findWebsite(db, workspaceId, id)) !== null,
    plan: async (id) => (await findPlan(db, workspaceId, id)) !== null,
    rule: async (id) => (await findAlertRule(db, workspaceId, id)) !== null,
    key: async (id) => (await apiKeyNames(db, workspaceId)).has(id),
    case: async (id) => (await findCase(db, workspaceId, id)) !== null,
    question: async (id) =>
      (await findCase(db, workspaceId, id)) !== null ||
      (await casesOfQuestions(db, workspaceId, [id], true)).length > 0,
  };
  for (const [record, find] of Object.entries(isKnown)) {
    const id = filters[`${record}Id`];
    if (typeof id === 'string' && !words.includes(id) && !(await find(id))) throw notFound(record);
  }
  const { engine } = filters;
  if (typeof engine === 'string' && !words.includes(engine) && engines.find(engine) === null)
    throw invalidField('engine', 'is not an engine of this server; listEngines lists them');
}
