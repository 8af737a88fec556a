import { AppError } from '../../domain/errors.ts';
import { parseDomain, parseSiteUrl, registrableDomain } from '../../domain/urls/siteDomain.ts';
import { UsageError } from '../failures.ts';
import { type Change, listChange } from './change.ts';
import type { FileWebsite } from './planFile.ts';
import type { SavedWebsite } from './workspaceState.ts';

/** A website of a file with its saved state, which has no id if it is not saved yet. */
export type PairedWebsite = { wanted: FileWebsite; saved: SavedWebsite };

/** @throws UsageError for an invalid or repeated address */
export function pairWebsites(targets: readonly FileWebsite[], saved: readonly SavedWebsite[]): PairedWebsite[] {
  const visited = new Set<string>();
  return targets.map((website, index) => {
    const { url, domain } = readAddress(website.url, `websites[${index}].url`);
    if (visited.has(url)) throw new UsageError(`websites[${index}].url: ${url} is listed twice`);
    visited.add(url);
    assertNames(website, saved.find((one) => one.url === url) ?? { name: domain, aliases: [] }, `websites[${index}]`);
    const nothing = { aliases: [], exactNames: [], dismissed: [], rivals: [], otherNames: [] };
    const savedWebsite = saved.find((one) => one.url === url);
    return {
      wanted: website,
      saved: savedWebsite ?? { id: '', url, domain, name: website.name ?? domain, ...nothing },
    };
  });
}

function readAddress(text: string, path: string): { url: string; domain: string } {
  return atPath(path, () => parseSiteUrl(text, true));
}

function atPath<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw cause instanceof AppError ? new UsageError(`${path}: ${cause.message.replace(/^\w+: /, '')}`) : cause;
  }
}

/** Applies the server's rules about names and domains before anything is saved. @throws UsageError */
function assertNames(website: FileWebsite, saved: Pick<SavedWebsite, 'name' | 'aliases'>, path: string): void {
  const names = [website.name ?? saved.name, ...(website.aliases ?? saved.aliases)];
  for (const [index, name] of (website.exactNames ?? []).entries())
    if (!names.includes(name)) throw new UsageError(`${path}.exactNames[${index}]: is neither the name nor an alias`);
  for (const list of ['rivals', 'otherNames'] as const)
    for (const [index, { domain }] of (website[list] ?? []).entries())
      atPath(`${path}.${list}[${index}].domain`, () => parseDomain(domainOf(domain), 'domain'));
  for (const [index, domain] of (website.dismissed ?? []).entries())
    atPath(`${path}.dismissed[${index}]`, () => parseDomain(domain, 'domain'));
}

/** Finds a website's id by its address, or by its domain if that is unique. @throws UsageError */
export function findWebsiteId(input: string, websites: readonly SavedWebsite[], path: string): string {
  const address = URL.parse(input.includes('://') ? input : `https://${input}`)?.href;
  const exact = websites.filter(({ url }) => url === address);
  const savedWebsites = exact.length > 0 ? exact : websites.filter(({ domain }) => domain === input.toLowerCase());
  const [only] = savedWebsites;
  if (savedWebsites.length > 1)
    throw new UsageError(`${path}: several websites are on ${input}; name the address of one`);
  if (only === undefined) throw new UsageError(`${path}: no such website is saved or named in this file`);
  return only.id;
}

/** Lists changes of name, aliases, other companies' names and rivals: a list in the file is the complete list. */
export function websiteChanges({ wanted, saved }: PairedWebsite): Change[] {
  return [...ownNameChanges(wanted, saved), ...otherNameChanges(wanted, saved), ...rivalChanges(wanted, saved)];
}

function ownNameChanges(target: FileWebsite, saved: SavedWebsite): Change[] {
  const { name, aliases, exactNames } = target;
  const dismissed = target.dismissed?.map((domain) => domain.toLowerCase());
  const body = {
    ...(name === undefined ? {} : { name }),
    ...(aliases === undefined ? {} : { aliases }),
    ...(exactNames === undefined ? {} : { exactNames }),
    ...(dismissed === undefined ? {} : { settledDomains: dismissed }),
  };
  if (saved.id === '') {
    const called = name === undefined ? '' : ` “${name}”`;
    const also = aliases === undefined || aliases.length === 0 ? '' : `, also ${aliases.join(', ')}`;
    const create: Change = {
      stage: 'websites',
      lines: [`+ website ${saved.url}${called}${also}`],
      make: (call) => call('createSite', { url: target.url, ...body, again: true }),
    };
    return [create];
  }
  const lists = { aliases, exactNames, dismissed };
  const lines = [
    ...(name === undefined || name === saved.name ? [] : [`name ${saved.name} → ${name}`]),
    ...Object.entries(lists).flatMap(([list, values]) => {
      const change = values === undefined ? '' : listChange(values, saved[list as keyof typeof lists]);
      return change === '' ? [] : [`${listWords[list as keyof typeof lists]} ${change}`];
    }),
  ];
  if (lines.length === 0) return [];
  return [
    {
      stage: 'names',
      lines: lines.map((line) => `~ website ${saved.domain}: ${line}`),
      make: (call) => call('changeSite', { id: saved.id, ...body }),
    },
  ];
}

const listWords = { aliases: 'aliases', exactNames: 'exact names', dismissed: 'dismissed' };

/** Returns the domain as the server writes it, so that a second apply finds no difference. */
function domainOf(value: string): string {
  const host = URL.parse(value.includes('://') ? value : `https://${value}`)?.hostname ?? value;
  return registrableDomain(host) ?? host;
}

function rivalChanges({ rivals }: FileWebsite, saved: SavedWebsite): Change[] {
  if (rivals === undefined) return [];
  const wantedItems = rivals.map((rival) => ({ ...rival, domain: domainOf(rival.domain) }));
  const changes: Change[] = saved.rivals
    .filter(({ domain }) => !wantedItems.some((rival) => rival.domain === domain))
    .map(({ domain, name }) => ({
      stage: 'names',
      lines: [`− rival ${name} of ${saved.domain}`],
      make: (call) => call('forgetRival', { id: saved.id, domain }),
    }));
  for (const { domain, name, names = [] } of wantedItems) {
    const entry = saved.rivals.find((rival) => rival.domain === domain);
    const called = name ?? domain;
    // Names that belonged to another company are free already: the change of other companies' names runs first.
    const missing = names.filter((one) => !entry?.names.includes(one));
    if (entry !== undefined && entry.name === called && missing.length === 0) continue;
    const added = missing.length === 0 ? '' : `, names + ${missing.join(', ')}`;
    const what = entry === undefined ? `+ rival ${called} (${domain})` : `~ rival ${entry.name} → ${called}`;
    changes.push({
      stage: 'names',
      lines: [`${what} of ${saved.domain}${added}`],
      make: (call) => call('declareRival', { id: saved.id, domain, name: called, names: missing }),
    });
  }
  return changes;
}

function otherNameChanges({ otherNames, rivals }: FileWebsite, saved: SavedWebsite): Change[] {
  const ofRivals = new Map((rivals ?? []).map((rival) => [domainOf(rival.domain), rival.names]));
  const namesInFile = (otherNames ?? []).map(({ name, domain }) => ({ name, domain: domainOf(domain) }));
  const changes: Change[] = [];
  for (const { id, name, domain } of saved.otherNames) {
    const names = ofRivals.has(domain) ? ofRivals.get(domain) : undefined;
    const isManaged = ofRivals.has(domain) ? names !== undefined : otherNames !== undefined;
    const isWanted = names?.includes(name) ?? namesInFile.some((one) => one.name === name && one.domain === domain);
    if (!isManaged || isWanted) continue;
    changes.unshift({
      stage: 'names',
      lines: [`− name ${name} (${domain}) of ${saved.domain}`],
      make: (call) => call('forgetOtherCompany', { id: saved.id, companyId: id }),
    });
  }
  for (const { name, domain } of namesInFile) {
    if (saved.otherNames.some((one) => one.name === name && one.domain === domain)) continue;
    changes.push({
      stage: 'names',
      lines: [`+ name ${name} (${domain}) of ${saved.domain}`],
      make: (call) => call('nameOtherCompany', { id: saved.id, name, domain }),
    });
  }
  return changes;
}
