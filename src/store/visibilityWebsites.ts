import type { VisibilityWebsite } from '../domain/visibility/attempt.ts';
import { codeUnitOrder } from '../domain/visibility/codeUnitOrder.ts';
import type { Queryable } from './transaction.ts';

/**
 * A website with everything its owner has said about names, in one query. Who said it stays inside: evidence bundles
 * carry these inputs out of the workspace. Archived websites are found too: history stays readable.
 */
export async function findVisibilityWebsite(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<VisibilityWebsite | null> {
  const rows = await db
    .selectFrom('websites')
    .leftJoin('other_companies', (join) =>
      join
        .onRef('other_companies.workspace_id', '=', 'websites.workspace_id')
        .onRef('other_companies.website_id', '=', 'websites.id'),
    )
    .select([
      'websites.id',
      'websites.domain',
      'websites.name',
      'websites.aliases',
      'other_companies.name as other_name',
      'other_companies.domain as other_domain',
    ])
    .where('websites.id', '=', id)
    .where('websites.workspace_id', '=', workspaceId)
    .execute();
  const [first] = rows;
  if (first === undefined) return null;
  return {
    id: first.id,
    domain: first.domain,
    name: first.name,
    aliases: JSON.parse(first.aliases) as string[],
    others: rows
      .flatMap(({ other_name: name, other_domain: domain }) =>
        name === null || domain === null ? [] : [{ name, domain }],
      )
      .sort((a, b) => codeUnitOrder(a.name, b.name)),
  };
}
