import { AppError, invalidField, notFound } from '../../domain/errors.ts';
import { tiesOf } from '../../domain/identity/nameCorpus.ts';
import { nameForm } from '../../domain/identity/nameForm.ts';
import { maxOtherCompanies } from '../../domain/identity/otherCompany.ts';
import { readOwner } from '../../domain/identity/owner.ts';
import { isSharedHost } from '../../domain/identity/sharedHosts.ts';
import { parseDomain, registrableDomain } from '../../domain/urls/siteDomain.ts';
import { openWindow } from '../../domain/visibility/attemptWindow.ts';
import { type NameLedger, nameLedger } from '../../domain/visibility/nameLedger.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { newestAnswerNames } from '../../store/visibility/answerNames.ts';
import { deleteOtherCompany, listOtherCompanies, saveOtherCompany } from '../../store/websites/otherCompanies.ts';
import { lockWebsite, updateWebsite } from '../../store/websites/rows.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { loadReport } from '../visibility/readReport.ts';
import type { Reader } from '../visibility/reportPlace.ts';

/** Context of statements about names: no provider is called, and nothing is bought. */
export type NamesCtx = Pick<Ctx, 'db' | 'runtime'> & {
  principal: Pick<Ctx['principal'], 'workspaceId' | 'accountEmail'>;
};

/** A name, and the domain of its company; null: the website itself. */
export type OwnerName = { name: string; domain: string | null };
export type SkippedName = { name: string; why: string };

const openQuery = {
  startDate: null,
  endDate: null,
  platform: null,
  model: null,
  sourceType: 'all',
  limit: 200,
} as const;
const maxAliases = 100;

/** Lists names of the latest answers that an owner's statement can settle, with suggestions. @throws not_found */
export async function readSiteNames(reader: Reader, input: { websiteId: string }): Promise<NameLedger> {
  const scope = await loadReport(reader, { ...openQuery, websiteId: input.websiteId });
  const corpus = await newestAnswerNames(reader.db, reader.principal.workspaceId, scope.surface);
  const { name, aliases, exactNames } = scope.website;
  return nameLedger(openWindow(scope), tiesOf(corpus), { names: [name, ...aliases], exactNames });
}

/**
 * Saves the owner's statements about many names at once, all of them or none. A name that already has a statement is
 * left unchanged and listed in `skipped`, so that undoing the accepted ones restores the earlier state.
 * @throws not_found, invalid_request naming `names`
 */
export async function acceptNames(
  ctx: NamesCtx,
  input: { websiteId: string; names: readonly OwnerName[] },
): Promise<{ accepted: OwnerName[]; skipped: SkippedName[] }> {
  const { workspaceId, accountEmail: saidBy } = ctx.principal;
  return inTransaction(ctx.db, async (tx) => {
    const website = await lockWebsite(tx, workspaceId, input.websiteId);
    if (website === null || website.archivedAt !== null) throw notFound('website');
    const place = { workspaceId, websiteId: website.id };
    const otherCompanies = await listOtherCompanies(tx, place);
    const owner = readOwner({ ...website, others: [], learned: [], commonWords: [] });
    const takenNames = new Set([
      ...owner.names.map(({ form }) => form),
      ...otherCompanies.map(({ name }) => nameForm(name)),
    ]);
    const aliases = [...website.aliases];
    const accepted: OwnerName[] = [];
    const skipped: SkippedName[] = [];
    let others = otherCompanies.length;
    for (const { name, domain: text } of input.names) {
      const form = nameForm(name);
      if (form === '') throw invalidField('names', `${name} has no letter or digit to compare`);
      const domain = text === null ? null : companyDomain(text);
      const own = domain === null || owner.domains.has(domain);
      if (takenNames.has(form)) {
        skipped.push({ name, why: 'A decision about this name exists already; undo it first.' });
        continue;
      }
      takenNames.add(form);
      if (own) aliases.push(name);
      else {
        others += 1;
        const ownerName = { id: ctx.runtime.newId('name'), name, domain: domain ?? '', saidBy, saidAt: nowIso(ctx) };
        await saveOtherCompany(tx, place, form, ownerName);
      }
      accepted.push({ name, domain: own ? null : domain });
    }
    if (aliases.length > maxAliases) throw invalidField('names', `${maxAliases} aliases are kept for a website`);
    if (others > maxOtherCompanies) throw invalidField('names', `${maxOtherCompanies} names are kept for a website`);
    if (aliases.length > website.aliases.length) await updateWebsite(tx, workspaceId, website.id, { aliases });
    return { accepted, skipped };
  });
}

/**
 * Undoes statements about these names, in either direction; names without one are left out of the answer. @throws
 * not_found
 */
export async function undoNames(
  ctx: NamesCtx,
  input: { websiteId: string; names: readonly string[] },
): Promise<{ takenBack: string[] }> {
  const { workspaceId } = ctx.principal;
  return inTransaction(ctx.db, async (tx) => {
    const website = await lockWebsite(tx, workspaceId, input.websiteId);
    if (website === null || website.archivedAt !== null) throw notFound('website');
    const place = { workspaceId, websiteId: website.id };
    const forms = new Map(input.names.map((name) => [nameForm(name), name]));
    const takenBack: string[] = [];
    for (const { id, name } of await listOtherCompanies(tx, place)) {
      const request = forms.get(nameForm(name));
      if (request !== undefined && (await deleteOtherCompany(tx, place, id))) takenBack.push(request);
    }
    const remainingAliases = website.aliases.filter((alias) => !forms.has(nameForm(alias)));
    const removed = website.aliases.filter((alias) => forms.has(nameForm(alias)));
    if (removed.length > 0) {
      const exactNames = website.exactNames.filter((name) => name === website.name || remainingAliases.includes(name));
      await updateWebsite(tx, workspaceId, website.id, { aliases: remainingAliases, exactNames });
    }
    return { takenBack: [...takenBack, ...removed.flatMap((alias) => forms.get(nameForm(alias)) ?? [])] };
  });
}

/** Requires a registrable domain of a single company. */
function companyDomain(input: string): string {
  try {
    const host = parseDomain(input, 'names');
    if (isSharedHost(host)) throw invalidField('names', `${host} is shared by many; name the company's own domain`);
    return registrableDomain(host) ?? host;
  } catch (cause) {
    throw cause instanceof AppError ? cause : invalidField('names', `${input} is not a domain`);
  }
}
