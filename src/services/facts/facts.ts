import { invalidField, notFound } from '../../domain/errors.ts';
import { type Fact, type FactKind, maxFacts, typedValue } from '../../domain/facts/fact.ts';
import { registrableDomain } from '../../domain/urls/siteDomain.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import {
  archiveFact,
  findFact,
  insertFact,
  insertVersion,
  listFacts as listRows,
  renameFact,
} from '../../store/facts/rows.ts';
import { findWebsite } from '../../store/websites/rows.ts';
import { type Ctx, nowIso } from '../appContext.ts';

/** @throws not_found */
export async function listFacts(ctx: Ctx, websiteId: string): Promise<Fact[]> {
  const { workspaceId } = ctx.principal;
  if ((await findWebsite(ctx.db, workspaceId, websiteId)) === null) throw notFound('website');
  return listRows(ctx.db, workspaceId, websiteId);
}

type NewFact = { websiteId: string; kind: FactKind; name: string; words: string[]; value: string; sourceUrl: string };

/** @throws not_found, invalid_request naming a field */
export async function createFact(ctx: Ctx, input: NewFact): Promise<Fact> {
  const facts = await listFacts(ctx, input.websiteId);
  if (facts.length >= maxFacts) throw invalidField('websiteId', `has ${maxFacts} facts, which is the maximum`);
  assertValue(input.kind, input.value);
  if (facts.some(({ kind, name }) => kind === input.kind && name === input.name))
    throw invalidField('name', 'is the name of a fact of this kind: change its value instead');
  await assertOwnPage(ctx, input.websiteId, input.sourceUrl);
  const { websiteId, kind, name, words, value, sourceUrl } = input;
  const madeAt = nowIso(ctx);
  const version = { version: 1, value, sourceUrl, madeAt, madeBy: ctx.principal.accountId };
  const fact: Fact = { id: ctx.runtime.newId('fact'), websiteId, kind, name, words, versions: [version] };
  await inTransaction(ctx.db, (tx) => insertFact(tx, ctx.principal.workspaceId, fact, madeAt));
  return fact;
}

/** @throws invalid_request naming `value` */
function assertValue(kind: FactKind, value: string): void {
  typedValue(kind, value);
  if (kind === 'date' && /\d\/\d/.test(value))
    throw invalidField('value', 'does not show which number is the month: write it as `2019-03-01`');
}

/** The source of an owner's fact must be a page of the website: on its domain, or on an alias domain. */
async function assertOwnPage(ctx: Ctx, websiteId: string, sourceUrl: string): Promise<void> {
  const website = await findWebsite(ctx.db, ctx.principal.workspaceId, websiteId);
  const { hostname, username, password } = new URL(sourceUrl);
  if (username !== '' || password !== '') throw invalidField('sourceUrl', 'must not contain a user name or password');
  const domain = registrableDomain(hostname) ?? hostname;
  if (website !== null && domain !== website.domain && !website.aliases.some((alias) => alias.includes(domain)))
    throw invalidField('sourceUrl', `must be a page of ${website.domain}, or of a domain among its aliases`);
}

type FactChanges = {
  name?: string | undefined;
  words?: string[] | undefined;
  value?: string | undefined;
  sourceUrl?: string | undefined;
};

/**
 * Changes a fact. A new value creates a new version; older versions stay, so that answers with an outdated value are
 * recognised. @throws not_found, invalid_request
 */
export async function changeFact(ctx: Ctx, { id, ...changes }: FactChanges & { id: string }): Promise<Fact> {
  const { workspaceId, accountId } = ctx.principal;
  const before = await findFact(ctx.db, workspaceId, id);
  const newest = before?.versions[0];
  if (before === null || newest === undefined) throw notFound('fact');
  const value = changes.value ?? newest.value;
  const sourceUrl = changes.sourceUrl ?? newest.sourceUrl;
  if (value !== newest.value) assertValue(before.kind, value);
  if (changes.sourceUrl !== undefined) await assertOwnPage(ctx, before.websiteId, sourceUrl);
  const isNew = value !== newest.value || sourceUrl !== newest.sourceUrl;
  const version = { version: newest.version + 1, value, sourceUrl, madeAt: nowIso(ctx), madeBy: accountId };
  await inTransaction(ctx.db, async (tx) => {
    const { name = before.name, words = before.words } = changes;
    await renameFact(tx, workspaceId, { id, name, words });
    if (isNew) await insertVersion(tx, id, version);
  });
  const after = await findFact(ctx.db, workspaceId, id);
  if (after === null) throw notFound('fact');
  return after;
}

/** @throws not_found */
export async function removeFact(ctx: Ctx, id: string): Promise<void> {
  const { workspaceId } = ctx.principal;
  if ((await findFact(ctx.db, workspaceId, id)) === null) throw notFound('fact');
  await archiveFact(ctx.db, workspaceId, id, nowIso(ctx));
}
