import { AppError, invalidField, notFound } from '../../domain/errors.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { parseDomain, parseSiteUrl, siteAddressOf } from '../../domain/urls/siteDomain.ts';
import type { Website } from '../../domain/websites/website.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { lockOwner } from '../../store/runs/reservations.ts';
import {
  findWebsite,
  insertWebsite,
  listArchivedWebsites,
  listWebsites,
  updateWebsite,
} from '../../store/websites/rows.ts';
import { assertMayManage } from '../access/memberRights.ts';
import { type Ctx, nowIso } from '../appContext.ts';

export type SiteInput = {
  url?: string | undefined;
  name?: string | undefined;
  aliases?: readonly string[] | undefined;
  /** Names and aliases that match only exactly, including case. */
  exactNames?: readonly string[] | undefined;
  /** Domains declared as rivals, or dismissed as such. */
  settledDomains?: readonly string[] | undefined;
};

/** Parts of the context that changing a website needs. */
export type SiteCtx = Pick<Ctx, 'db'> & {
  principal: Pick<Ctx['principal'], 'workspaceId'>;
  settings: Pick<Ctx['settings'], 'allowPrivateTargets'>;
};

export function listSites(ctx: Ctx): Promise<Website[]> {
  return listWebsites(ctx.db, ctx.principal.workspaceId);
}

/**
 * Adds a website. An address that is already saved is refused unless the caller sets `again`: two equal entries would
 * look the same in every list.
 * @throws invalid_request naming `url`, already_exists with the id of the website
 */
export async function createSite(ctx: Ctx, input: SiteInput & { url: string; again: boolean }): Promise<Website> {
  const { url, domain } = parseSiteUrl(input.url, ctx.settings.allowPrivateTargets);
  const name = input.name ?? domain;
  const aliases = cleanAliases(input.aliases ?? []);
  const website: Website = {
    id: ctx.runtime.newId('site'),
    url,
    domain,
    name,
    aliases,
    exactNames: cleanExactNames(input.exactNames ?? [], [name, ...aliases]),
    settledDomains: cleanDomains(input.settledDomains ?? []),
    rivals: [],
    createdAt: nowIso(ctx),
    archivedAt: null,
  };
  const token = `sv_${Buffer.from(ctx.runtime.randomBytes(24)).toString('base64url')}`;
  const { workspaceId, ownerId } = ctx.principal;
  await inTransaction(ctx.db, async (tx) => {
    // Serialises two requests with equal addresses.
    await lockOwner(tx, ctx.databaseKind, ownerId);
    const saved = input.again ? [] : await listWebsites(tx, workspaceId);
    const same = saved.find((one) => siteAddressOf(one.url) === siteAddressOf(url));
    if (same !== undefined) throw alreadySaved(same);
    await insertWebsite(tx, workspaceId, website, token);
  });
  return website;
}

function alreadySaved({ id, url, name }: Website): AppError {
  return new AppError(
    'already_exists',
    `url: ${siteAddressOf(url)} is saved already, as ${id} (${name}). Nothing was changed. Use that website, or send \`again\` to add the address once more.`,
    { details: { field: 'url', siteId: id }, retry: 'never' },
  );
}

/**
 * Changes name, address or aliases. Past answers are recounted at the next read.
 * @throws not_found, invalid_request naming `exactNames` if one is neither the name nor an alias
 */
export async function changeSite(ctx: SiteCtx, input: { id: string } & SiteInput): Promise<Website> {
  const website = await activeSite(ctx, input.id);
  const place = input.url === undefined ? {} : parseSiteUrl(input.url, ctx.settings.allowPrivateTargets);
  const change = {
    ...place,
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.aliases === undefined ? {} : { aliases: cleanAliases(input.aliases) }),
    ...(input.settledDomains === undefined ? {} : { settledDomains: cleanDomains(input.settledDomains) }),
  };
  const names = [change.name ?? website.name, ...(change.aliases ?? website.aliases)];
  const exactNames =
    input.exactNames === undefined
      ? // Removing a name also removes its switch.
        website.exactNames.filter((name) => names.includes(name))
      : cleanExactNames(input.exactNames, names);
  await updateWebsite(ctx.db, ctx.principal.workspaceId, website.id, { ...change, exactNames });
  return { ...website, ...change, exactNames };
}

/**
 * Archives a website: nothing new starts for it, its history stays. For owners, and for members if the owner allows it.
 * @throws not_found, insufficient_permission
 */
export async function archiveSite(ctx: Ctx, input: { id: string }): Promise<void> {
  const website = await activeSite(ctx, input.id);
  await assertMayManage(ctx, 'archive a website');
  await updateWebsite(ctx.db, ctx.principal.workspaceId, website.id, { archivedAt: nowIso(ctx) });
}

/** Archived sites after a position, latest archived first. */
export function listArchivedSites(ctx: Ctx, page: { after: ListPosition | null; count: number }): Promise<Website[]> {
  return listArchivedWebsites(ctx.db, ctx.principal.workspaceId, page);
}

/**
 * Restores an archived website with its questions and history. Requires the same right as archiving.
 * @throws not_found, insufficient_permission
 */
export async function restoreSite(ctx: Ctx, input: { id: string }): Promise<Website> {
  const website = await findWebsite(ctx.db, ctx.principal.workspaceId, input.id);
  if (website === null) throw notFound('website');
  await assertMayManage(ctx, 'restore a website');
  await updateWebsite(ctx.db, ctx.principal.workspaceId, website.id, { archivedAt: null });
  return { ...website, archivedAt: null };
}

async function activeSite(ctx: SiteCtx, id: string): Promise<Website> {
  const website = await findWebsite(ctx.db, ctx.principal.workspaceId, id);
  if (website === null || website.archivedAt !== null) throw notFound('website');
  return website;
}

/** Trims aliases and removes duplicates; an alias that looks like an address must be a complete http(s) URL prefix. */
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

function cleanExactNames(exactNames: readonly string[], names: readonly string[]): string[] {
  const cleaned = [...new Set(exactNames.map((name) => name.trim()))];
  const strange = cleaned.find((name) => !names.includes(name));
  if (strange !== undefined) throw invalidField('exactNames', `${strange} is neither the name nor an alias`);
  return cleaned;
}

function cleanDomains(domains: readonly string[]): string[] {
  return [...new Set(domains.map((domain) => parseDomain(domain, 'settledDomains')))].sort();
}
