import { invalidField, notFound } from '../domain/errors.ts';
import { parseSiteUrl } from '../domain/siteDomain.ts';
import type { Website } from '../domain/website.ts';
import { findWebsite, insertWebsite, listWebsites, updateWebsite } from '../store/websites.ts';
import { type Ctx, nowIso } from './world.ts';

export type SiteInput = {
  url?: string | undefined;
  name?: string | undefined;
  aliases?: readonly string[] | undefined;
};

export function listSites(ctx: Ctx): Promise<Website[]> {
  return listWebsites(ctx.db, ctx.principal.workspaceId);
}

/** @throws invalid_request naming `url` */
export async function createSite(ctx: Ctx, input: SiteInput & { url: string }): Promise<Website> {
  const { url, domain } = parseSiteUrl(input.url, ctx.settings.allowPrivateTargets);
  const website: Website = {
    id: ctx.runtime.newId('site'),
    url,
    domain,
    name: input.name ?? domain,
    aliases: cleanAliases(input.aliases ?? []),
    createdAt: nowIso(ctx),
    archivedAt: null,
  };
  const token = `sv_${Buffer.from(ctx.runtime.randomBytes(24)).toString('base64url')}`;
  await insertWebsite(ctx.db, ctx.principal.workspaceId, website, token);
  return website;
}

/** Changes name, address or aliases. Past answers are recounted with them at the next read. @throws not_found */
export async function changeSite(ctx: Ctx, input: { id: string } & SiteInput): Promise<Website> {
  const found = await activeSite(ctx, input.id);
  const place = input.url === undefined ? {} : parseSiteUrl(input.url, ctx.settings.allowPrivateTargets);
  const change = {
    ...place,
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.aliases === undefined ? {} : { aliases: cleanAliases(input.aliases) }),
  };
  await updateWebsite(ctx.db, ctx.principal.workspaceId, found.id, change);
  return { ...found, ...change };
}

/** Archives: nothing new starts for it, its history stays. @throws not_found */
export async function archiveSite(ctx: Ctx, input: { id: string }): Promise<void> {
  const found = await activeSite(ctx, input.id);
  await updateWebsite(ctx.db, ctx.principal.workspaceId, found.id, { archivedAt: nowIso(ctx) });
}

async function activeSite(ctx: Ctx, id: string): Promise<Website> {
  const found = await findWebsite(ctx.db, ctx.principal.workspaceId, id);
  if (found === null || found.archivedAt !== null) throw notFound('website');
  return found;
}

/** Trimmed, without repeats; an alias that looks like an address must be a whole http(s) URL prefix. */
function cleanAliases(aliases: readonly string[]): string[] {
  const cleaned = new Set<string>();
  for (const alias of aliases) {
    const text = alias.trim();
    if (text === '') throw invalidField('aliases', 'an alias must not be empty');
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
      const url = URL.parse(text);
      if (url === null || !/^https?:$/.test(url.protocol))
        throw invalidField('aliases', `${text} is not an http(s) address`);
    }
    cleaned.add(text);
  }
  return [...cleaned];
}
