import { AppError, invalidField, notFound } from '../../domain/errors.ts';
import { nameForm } from '../../domain/identity/nameForm.ts';
import { maxOtherCompanies, type OtherCompany } from '../../domain/identity/otherCompany.ts';
import { readOwner } from '../../domain/identity/owner.ts';
import { isSharedHost } from '../../domain/identity/sharedHosts.ts';
import { codeUnitOrder } from '../../domain/text/codeUnitOrder.ts';
import { parseDomain, registrableDomain } from '../../domain/urls/siteDomain.ts';
import { type RivalReport, rivalReport } from '../../domain/visibility/rivals/report.ts';
import { maxRivals, type Rival } from '../../domain/visibility/rivals/rivals.ts';
import type { Website } from '../../domain/websites/website.ts';
import { inTransaction, type Tx } from '../../store/database/transaction.ts';
import { listOtherCompanies, saveOtherCompany } from '../../store/websites/otherCompanies.ts';
import { findWebsite, lockWebsite, updateWebsite } from '../../store/websites/rows.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { loadReport } from '../visibility/readReport.ts';
import type { VisibilityQuery } from '../visibility/reportPlace.ts';

/** A rival with the names that the owner assigned to its domain. */
export type NamedRival = Rival & { names: string[] };

/** Lists rivals by domain. @throws not_found */
export async function listRivals(ctx: Ctx, { websiteId }: { websiteId: string }): Promise<NamedRival[]> {
  const { workspaceId } = ctx.principal;
  const website = await findWebsite(ctx.db, workspaceId, websiteId);
  if (website === null) throw notFound('website');
  return withNames(website.rivals, await listOtherCompanies(ctx.db, { workspaceId, websiteId }));
}

function withNames(rivals: readonly Rival[], otherCompanies: readonly OtherCompany[]): NamedRival[] {
  return rivals
    .map(({ domain, name }) => ({
      ...{ domain, name },
      names: otherCompanies.filter((one) => one.domain === domain).map((one) => one.name),
    }))
    .sort((a, b) => codeUnitOrder(a.domain, b.domain));
}

/**
 * Declares a rival, or changes its name. Further names are saved as the owner's statements, in addition to those about
 * its domain: all or nothing. @throws not_found, invalid_request naming `domain` or `names`
 */
export async function declareRival(
  ctx: Ctx,
  input: { websiteId: string; domain: string; name: string | null; names: readonly string[] },
): Promise<NamedRival> {
  const { workspaceId } = ctx.principal;
  return inTransaction(ctx.db, async (tx) => {
    const website = await activeWebsite(tx, workspaceId, input.websiteId);
    const domain = rivalDomain(input.domain);
    const owner = readOwner({ ...website, others: [], learned: [], commonWords: [] });
    if (owner.domains.has(domain)) throw invalidField('domain', 'is your own');
    const before = website.rivals.find((one) => one.domain === domain);
    const others = website.rivals.filter((one) => one.domain !== domain);
    if (others.length >= maxRivals) throw invalidField('domain', `exceeds the limit: ${maxRivals} rivals are kept`);
    const rival = { domain, name: input.name ?? before?.name ?? domain };
    await updateWebsite(tx, workspaceId, website.id, { rivals: [...others, rival] });
    await nameRival(ctx, tx, website, domain, input.names);
    const statements = await listOtherCompanies(tx, { workspaceId, websiteId: website.id });
    return withNames([rival], statements)[0] ?? { ...rival, names: [] };
  });
}

async function nameRival(ctx: Ctx, tx: Tx, website: Website, domain: string, names: readonly string[]): Promise<void> {
  const { workspaceId, accountEmail: saidBy } = ctx.principal;
  const place = { workspaceId, websiteId: website.id };
  const knownByKey = new Map((await listOtherCompanies(tx, place)).map((one) => [nameForm(one.name), one]));
  const own = readOwner({ ...website, others: [], learned: [], commonWords: [] }).names;
  for (const name of names) {
    const form = nameForm(name);
    if (form === '') throw invalidField('names', `“${name}” has no letter or digit to compare`);
    if (own.some((one) => one.form === form)) throw invalidField('names', `“${name}” is registered as your own`);
    const otherCompany = knownByKey.get(form);
    if (otherCompany !== undefined && otherCompany.domain !== domain) {
      throw invalidField('names', `“${name}” is assigned to ${otherCompany.domain}; undo that first`);
    }
    if (otherCompany !== undefined) continue;
    if (knownByKey.size >= maxOtherCompanies) throw invalidField('names', `${maxOtherCompanies} names are kept`);
    const company = { id: ctx.runtime.newId('name'), name, domain, saidBy, saidAt: nowIso(ctx) };
    await saveOtherCompany(tx, place, form, company);
    knownByKey.set(form, company);
  }
}

/** Removes a rival; statements about names stay. @throws not_found */
export async function forgetRival(ctx: Ctx, input: { websiteId: string; domain: string }): Promise<void> {
  const { workspaceId } = ctx.principal;
  await inTransaction(ctx.db, async (tx) => {
    const website = await activeWebsite(tx, workspaceId, input.websiteId);
    const rivals = website.rivals.filter(({ domain }) => domain !== input.domain);
    if (rivals.length === website.rivals.length) throw notFound('rival');
    await updateWebsite(tx, workspaceId, website.id, { rivals });
  });
}

async function activeWebsite(tx: Tx, workspaceId: string, id: string): Promise<Website> {
  const website = await lockWebsite(tx, workspaceId, id);
  if (website === null || website.archivedAt !== null) throw notFound('website');
  return website;
}

/** Requires a registrable domain of a single company. @throws invalid_request naming `domain` */
function rivalDomain(text: string): string {
  try {
    const host = parseDomain(text, 'domain');
    if (isSharedHost(host)) throw invalidField('domain', `${host} is shared by many; name the rival's own domain`);
    return registrableDomain(host) ?? host;
  } catch (cause) {
    throw cause instanceof AppError ? cause : invalidField('domain', `${text} is not a domain`);
  }
}

/** Reports one declared rival. Starts nothing. @throws not_found */
export async function readRival(ctx: Ctx, query: VisibilityQuery, domain: string): Promise<RivalReport> {
  const report = rivalReport(await loadReport(ctx, query), domain);
  if (report === null) throw notFound('rival');
  return report;
}
