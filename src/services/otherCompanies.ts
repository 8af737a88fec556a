import { invalidField, notFound } from '../domain/errors.ts';
import { parseDomain, registrableDomain } from '../domain/siteDomain.ts';
import { nameForm } from '../domain/visibility/nameForm.ts';
import { mostOtherCompanies, type OtherCompany } from '../domain/visibility/otherCompany.ts';
import { readOwner } from '../domain/visibility/owner.ts';
import { isSharedHost } from '../domain/visibility/sharedHosts.ts';
import type { Website } from '../domain/website.ts';
import { deleteOtherCompany, listOtherCompanies, saveOtherCompany } from '../store/otherCompanies.ts';
import { findWebsite } from '../store/websites.ts';
import { type Ctx, nowIso } from './world.ts';

/** @throws not_found */
export async function listCompaniesOf(ctx: Ctx, input: { websiteId: string }): Promise<OtherCompany[]> {
  const website = await ownWebsite(ctx, input.websiteId);
  return listOtherCompanies(ctx.db, { workspaceId: ctx.principal.workspaceId, websiteId: website.id });
}

/**
 * Keeps the owner's word that a name is another company's. Reports read it at their next reading; saved answers stay.
 * @throws not_found, invalid_request naming `name` or `domain`
 */
export async function nameOtherCompany(
  ctx: Ctx,
  input: { websiteId: string; name: string; domain: string },
): Promise<OtherCompany> {
  const website = await ownWebsite(ctx, input.websiteId);
  const place = { workspaceId: ctx.principal.workspaceId, websiteId: website.id };
  const owner = readOwner({ ...website, others: [] });
  const form = nameForm(input.name);
  if (form === '') throw invalidField('name', 'has no letter or digit to compare');
  if (owner.names.has(form)) throw invalidField('name', `is registered as ${website.name}; take the alias away first`);
  const host = parseDomain(input.domain, 'domain');
  const domain = registrableDomain(host) ?? host;
  if (isSharedHost(host)) throw invalidField('domain', 'is shared by many; name the domain of this company alone');
  if (owner.domains.has(domain)) throw invalidField('domain', 'is yours; to claim the name, make it an alias');
  const known = await listOtherCompanies(ctx.db, place);
  if (known.length >= mostOtherCompanies && !known.some(({ name }) => nameForm(name) === form)) {
    throw invalidField('name', `is one too many: ${mostOtherCompanies} names are kept for a website`);
  }
  const said = {
    id: ctx.runtime.newId('name'),
    name: input.name,
    domain,
    saidBy: ctx.principal.accountEmail,
    saidAt: nowIso(ctx),
  };
  await saveOtherCompany(ctx.db, place, form, said);
  return said;
}

/** Takes it back: the name is unknown again, as if nothing had been said. @throws not_found */
export async function forgetOtherCompany(ctx: Ctx, input: { websiteId: string; id: string }): Promise<void> {
  const website = await ownWebsite(ctx, input.websiteId);
  const place = { workspaceId: ctx.principal.workspaceId, websiteId: website.id };
  if (!(await deleteOtherCompany(ctx.db, place, input.id))) throw notFound('name');
}

async function ownWebsite(ctx: Ctx, id: string): Promise<Website> {
  const found = await findWebsite(ctx.db, ctx.principal.workspaceId, id);
  if (found === null || found.archivedAt !== null) throw notFound('website');
  return found;
}
