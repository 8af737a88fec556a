import { AppError, invalidField, notFound } from '../../domain/errors.ts';
import type { KeywordCase } from '../../domain/questions/keywordCase.ts';
import { questionIdOf } from '../../domain/questions/questionId.ts';
import type { Locale, SearchSettings } from '../../domain/runs/run.ts';
import { canonicalJson } from '../../domain/text/canonicalJson.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { insertCase } from '../../store/questions/keywordCases.ts';
import { casesOfQuestions } from '../../store/runs/questionCases.ts';
import { lockOwner } from '../../store/runs/reservations.ts';
import { findWebsite } from '../../store/websites/rows.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { buildSearch } from '../askedSearch.ts';
import { addTags } from './questionSettings.ts';
import { type Question, resolveQuestions } from './questions.ts';

export type QuestionsInput = {
  queries: readonly string[];
  /** Name under which the caller sent the questions. */
  queryField: 'query' | 'queries';
  websiteId: string | null;
  locale: Locale;
  /** Ids; empty for the declared engine. */
  engines: readonly string[];
  search: Omit<SearchSettings, 'engine'>;
  /** Added to the questions' existing tags. */
  tags?: readonly string[];
  dryRun?: boolean;
};

/** `made` and `reused` count cases, one for each question and engine. */
export type CreatedQuestions = { questions: Question[]; made: number; reused: number };

type Wanted = { questionId: string; query: string; search: SearchSettings };

/**
 * Saves questions for several engines: all of them, or none. An equal case with the same settings is reused. @throws
 * not_found (website), invalid_request, engine_unavailable, unsupported_setting naming field and engine of the first
 * refusal, with all refusals in its message
 */
export async function createQuestions(ctx: Ctx, input: QuestionsInput): Promise<CreatedQuestions> {
  const { workspaceId, ownerId } = ctx.principal;
  const site = input.websiteId === null ? null : await findWebsite(ctx.db, workspaceId, input.websiteId);
  if (input.websiteId !== null && (site === null || site.archivedAt !== null)) throw notFound('website');
  const targets = await wantedCases(ctx, input, site?.id ?? null);
  if (input.dryRun === true) return { questions: [], made: 0, reused: 0 };
  const ids = [...new Set(targets.map(({ questionId }) => questionId))];
  const target = site === null ? null : { websiteId: site.id, domain: site.domain, name: site.name };
  const createdCount = await inTransaction(ctx.db, async (tx) => {
    // Serialises callers that save the same question, so that the second finds the first one's.
    await lockOwner(tx, ctx.databaseKind, ownerId);
    const saved = new Set((await casesOfQuestions(tx, workspaceId, ids)).map(identityOf));
    const missing = targets.filter((one) => !saved.has(identityOf(one)));
    for (const { questionId, query, search } of missing) {
      const keywordCase: KeywordCase = {
        id: ctx.runtime.newId('case'),
        ...{ questionId, query, target, locale: input.locale, search },
        createdAt: nowIso(ctx),
        archivedAt: null,
      };
      await insertCase(tx, workspaceId, keywordCase);
    }
    const questions = new Map(targets.map(({ questionId: id, query }) => [id, { id, query }]));
    await addTags(tx, workspaceId, [...questions.values()], input.tags ?? [], 'tags');
    return missing.length;
  });
  const questions = await resolveQuestions(ctx, ids, await casesOfQuestions(ctx.db, workspaceId, ids));
  return { questions, made: createdCount, reused: targets.length - createdCount };
}

/** Returns one case for each question and engine, without duplicates. */
async function wantedCases(ctx: Ctx, input: QuestionsInput, websiteId: string | null): Promise<Wanted[]> {
  const { queries, locale } = input;
  if (queries.length === 0) throw invalidField('queries', 'names at least one question; or send one as `query`');
  const engines = [...new Set(input.engines.length === 0 ? [ctx.engines.declared.id] : input.engines)];
  if (input.search.model !== null && engines.length > 1) {
    throw invalidField('search.model', 'requires a single engine, because each engine has its own models');
  }
  const askedByKey = new Map(queries.map((query) => [questionIdOf({ query, locale, websiteId }), query]));
  const fields = { engine: 'engines', query: input.queryField };
  const wantedItems: Wanted[] = [];
  const refusals: AppError[] = [];
  for (const engine of engines) {
    for (const [questionId, query] of askedByKey) {
      try {
        wantedItems.push({
          questionId,
          query,
          search: await buildSearch(ctx, { query, locale, search: { ...input.search, engine } }, fields),
        });
      } catch (refusal) {
        if (!(refusal instanceof AppError) || refusal.code !== 'unsupported_setting') throw refusal;
        refusals.push(refusal);
      }
    }
  }
  const [first] = refusals;
  if (first === undefined) return wantedItems;
  const statements = [...new Set(refusals.map(({ message }) => message))];
  throw new AppError('unsupported_setting', `${statements.join(' ')} Nothing was saved.`, {
    details: { ...first.details, refusals: statements.length },
    retry: 'never',
  });
}

function identityOf({ questionId, search }: { questionId: string; search: SearchSettings }): string {
  const { engine, mode, contextSize, model, device } = search;
  const allowedDomains = [...search.allowedDomains].sort();
  return canonicalJson({ questionId, engine, mode, allowedDomains, contextSize, model, device });
}
