import { invalidField, notFound } from '../domain/errors.ts';
import type { KeywordCase } from '../domain/keywordCase.ts';
import type { Locale, SearchSettings } from '../domain/run.ts';
import { parseDomain } from '../domain/siteDomain.ts';
import * as store from '../store/keywordCases.ts';
import { findWebsite } from '../store/websites.ts';
import { type Ctx, nowIso } from './world.ts';

export type CaseInput = {
  query: string;
  websiteId?: string | undefined;
  locale: Locale;
  search: SearchSettings;
  referenceAnswer?: string | undefined;
};

export function listCases(ctx: Ctx): Promise<KeywordCase[]> {
  return store.listCases(ctx.db, ctx.principal.workspaceId);
}

/** Saves a question. @throws not_found (website), invalid_request */
export async function createCase(ctx: Ctx, input: CaseInput): Promise<KeywordCase> {
  const site =
    input.websiteId === undefined ? null : await findWebsite(ctx.db, ctx.principal.workspaceId, input.websiteId);
  if (input.websiteId !== undefined && (site === null || site.archivedAt !== null)) throw notFound('website');
  const made: KeywordCase = {
    id: ctx.runtime.newId('case'),
    query: input.query,
    target: site === null ? null : { websiteId: site.id, domain: site.domain, name: site.name },
    locale: input.locale,
    search: { ...input.search, allowedDomains: allowedDomainsOf(input.search) },
    createdAt: nowIso(ctx),
    archivedAt: null,
  };
  await store.insertCase(ctx.db, ctx.principal.workspaceId, made, input.referenceAnswer ?? null);
  return made;
}

/** Archives: it can no longer be asked, its answers stay. @throws not_found */
export async function archiveCase(ctx: Ctx, input: { id: string }): Promise<void> {
  const found = await store.findCase(ctx.db, ctx.principal.workspaceId, input.id);
  if (found === null || found.archivedAt !== null) throw notFound('case');
  await store.archiveCase(ctx.db, ctx.principal.workspaceId, found.id, nowIso(ctx));
}

function allowedDomainsOf(search: SearchSettings): string[] {
  const field = 'search.allowedDomains';
  if (search.mode === 'open-web') {
    if (search.allowedDomains.length > 0) throw invalidField(field, 'goes with the mode reviewed-domains only');
    return [];
  }
  if (search.allowedDomains.length === 0)
    throw invalidField(field, 'names at least one domain in the mode reviewed-domains');
  return [...new Set(search.allowedDomains.map((domain) => parseDomain(domain, field)))].sort();
}
