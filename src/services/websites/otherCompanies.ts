import { invalidField, notFound } from '../../domain/errors.ts';
import { nameForm } from '../../domain/identity/nameForm.ts';
import { maxOtherCompanies, type OtherCompany } from '../../domain/identity/otherCompany.ts';
import { readOwner } from '../../domain/identity/owner.ts';
import { isSharedHost } from '../../domain/identity/sharedHosts.ts';
import { parseDomain, registrableDomain } from '../../domain/urls/siteDomain.ts';
import type { Website } from '../../domain/websites/website.ts';
import { deleteOtherCompany, listOtherCompanies, saveOtherCompany } from '../../store/websites/otherCompanies.ts';
import { findWebsite } from '../../store/websites/rows.ts';
import { type Ctx, nowIso } from '../appContext.ts';

/** @throws not_found */
export async function listCompanies(ctx: Ctx, input: { websiteId: string }): Promise<OtherCompany[]> {
  const website = await ownWebsite(ctx, input.websiteId);
  return listOtherCompanies(ctx.db, { workspaceId: ctx.principal.workspaceId, websiteId: website.id });
}

/**
 * Saves the owner's statement that a name belongs to another company. Reports apply it at their next read; saved
 * answers stay.
 * @throws not_found, invalid_request naming `name` or `domain`
 */
export async function nameOtherCompany(
  ctx: Ctx,
  input: { websiteId: string; name: string; domain: string },
): Promise<OtherCompany> {
  const website = await ownWebsite(ctx, input.websiteId);
  const place = { workspaceId: ctx.principal.workspaceId, websiteId: website.id };
  const owner = readOwner({ ...website, others: [], learned: [], commonWords: [] });
  const form = nameForm(input.name);
  if (form === '') throw invalidField('name', 'has no letter or digit to compare');
  if (owner.names.some((own) => own.form === form))
    throw invalidField('name', `is registered as ${website.name}; remove that alias first`);
  const host = parseDomain(input.domain, 'domain');
  const domain = registrableDomain(host) ?? host;
  if (isSharedHost(host)) throw invalidField('domain', 'is shared by many; name this company’s own domain');
  if (owner.domains.has(domain)) throw invalidField('domain', 'is yours; to claim the name, make it an alias');
  const otherCompanies = await listOtherCompanies(ctx.db, place);
  if (otherCompanies.length >= maxOtherCompanies && !otherCompanies.some(({ name }) => nameForm(name) === form)) {
    throw invalidField('name', `exceeds the limit: ${maxOtherCompanies} names are kept for a website`);
  }
  const otherCompany = {
    id: ctx.runtime.newId('name'),
    name: input.name,
    domain,
    saidBy: ctx.principal.accountEmail,
    saidAt: nowIso(ctx),
  };
  // The same name was stated before in another spelling with a different form.
  const older = otherCompanies.filter(({ name }) => nameForm(name) === form && name !== input.name);
  for (const { id } of older) await deleteOtherCompany(ctx.db, place, id);
  await saveOtherCompany(ctx.db, place, form, otherCompany);
  return otherCompany;
}

/** Withdraws a statement, so that the name is unknown again. @throws not_found */
export async function forgetOtherCompany(ctx: Ctx, input: { websiteId: string; id: string }): Promise<void> {
  const website = await ownWebsite(ctx, input.websiteId);
  const place = { workspaceId: ctx.principal.workspaceId, websiteId: website.id };
  if (!(await deleteOtherCompany(ctx.db, place, input.id))) throw notFound('name');
}

async function ownWebsite(ctx: Ctx, id: string): Promise<Website> {
  const website = await findWebsite(ctx.db, ctx.principal.workspaceId, id);
  if (website === null || website.archivedAt !== null) throw notFound('website');
  return website;
}
