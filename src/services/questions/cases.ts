import { notFound } from '../../domain/errors.ts';
import type { KeywordCase } from '../../domain/questions/keywordCase.ts';
import { questionIdOf } from '../../domain/questions/questionId.ts';
import type { Locale, SearchSettings } from '../../domain/runs/run.ts';
import * as store from '../../store/questions/keywordCases.ts';
import { findWebsite } from '../../store/websites/rows.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { buildSearch } from '../askedSearch.ts';

export type CaseInput = {
  query: string;
  websiteId?: string | undefined;
  locale: Locale;
  search: Omit<SearchSettings, 'engine'> & { engine: string | null };
};

/**
 * Lists saved questions with their case at the declared engine: v1 cannot say which engine a case belongs to, so it
 * shows no others.
 */
export async function listCases(ctx: Ctx): Promise<KeywordCase[]> {
  const cases = await store.listCases(ctx.db, ctx.principal.workspaceId);
  return cases.filter(({ search }) => search.engine === ctx.engines.declared.id);
}

/** Saves a question. @throws not_found (website), invalid_request, engine_unavailable, unsupported_setting */
export async function createCase(ctx: Ctx, input: CaseInput): Promise<KeywordCase> {
  const site =
    input.websiteId === undefined ? null : await findWebsite(ctx.db, ctx.principal.workspaceId, input.websiteId);
  if (input.websiteId !== undefined && (site === null || site.archivedAt !== null)) throw notFound('website');
  const search = await buildSearch(ctx, input);
  const keywordCase: KeywordCase = {
    id: ctx.runtime.newId('case'),
    questionId: questionIdOf({ query: input.query, locale: input.locale, websiteId: site?.id ?? null }),
    query: input.query,
    target: site === null ? null : { websiteId: site.id, domain: site.domain, name: site.name },
    locale: input.locale,
    search,
    createdAt: nowIso(ctx),
    archivedAt: null,
  };
  await store.insertCase(ctx.db, ctx.principal.workspaceId, keywordCase);
  return keywordCase;
}

/** Archives a case: it can no longer be asked, its answers stay. @throws not_found */
export async function archiveCase(ctx: Ctx, input: { id: string }): Promise<void> {
  const keywordCase = await store.findCase(ctx.db, ctx.principal.workspaceId, input.id);
  if (keywordCase === null || keywordCase.archivedAt !== null) throw notFound('case');
  await store.archiveCase(ctx.db, ctx.principal.workspaceId, keywordCase.id, nowIso(ctx));
}
