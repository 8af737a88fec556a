import type { VisibilityWebsite } from '../../domain/identity/attempt.ts';
import { codeUnitOrder } from '../../domain/text/codeUnitOrder.ts';
import type { Queryable } from '../database/transaction.ts';

/** Registered data of a website, without names learned from answers. */
export type RegisteredWebsite = Omit<VisibilityWebsite, 'learned' | 'commonWords'>;

/**
 * Finds a website with all its owner's statements about names, in one query. Authors are left out, because evidence
 * bundles take these inputs out of the workspace. Archived websites are found too: history stays readable.
 */
export async function findVisibilityWebsite(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<RegisteredWebsite | null> {
  const rows = await db
    .selectFrom('websites')
    .leftJoin('other_companies', (join) =>
      join
        .onRef('other_companies.workspace_id', '=', 'websites.workspace_id')
        .onRef('other_companies.website_id', '=', 'websites.id'),
    )
    .select([
      'websites.id',
      'websites.url',
      'websites.domain',
      'websites.name',
      'websites.aliases',
      'websites.exact_names',
      'websites.settled_domains',
      'websites.rivals',
      'other_companies.name as other_name',
      'other_companies.domain as other_domain',
    ])
    .where('websites.id', '=', id)
    .where('websites.workspace_id', '=', workspaceId)
    .execute();
  const [first] = rows;
  if (first === undefined) return null;
  const rivals = JSON.parse(first.rivals) as { domain: string; name: string }[];
  const settled = JSON.parse(first.settled_domains) as string[];
  return {
    id: first.id,
    url: first.url,
    domain: first.domain,
    name: first.name,
    aliases: JSON.parse(first.aliases) as string[],
    exactNames: JSON.parse(first.exact_names) as string[],
    settledDomains: [...settled, ...rivals.map(({ domain }) => domain)],
    ...(rivals.length === 0 ? {} : { rivals }),
    others: rows
      .flatMap(({ other_name: name, other_domain: domain }) =>
        name === null || domain === null ? [] : [{ name, domain }],
      )
      .sort((a, b) => codeUnitOrder(a.name, b.name)),
  };
}
