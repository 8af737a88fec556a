import type { OtherCompany } from '../../domain/identity/otherCompany.ts';
import { mapColumns } from '../database/columns.ts';
import type { Queryable } from '../database/transaction.ts';

const columns = mapColumns<OtherCompany>()({ plain: 'id name domain saidBy saidAt' });

type Place = { workspaceId: string; websiteId: string };

/** Lists the statements of a website's owner about other companies' names, by name. */
export async function listOtherCompanies(db: Queryable, place: Place): Promise<OtherCompany[]> {
  const rows = await db
    .selectFrom('other_companies')
    .select(['id', 'name', 'domain', 'said_by', 'said_at'])
    .where('workspace_id', '=', place.workspaceId)
    .where('website_id', '=', place.websiteId)
    .orderBy('form')
    .execute();
  return rows.map(columns.read);
}

/** Saves a statement about a name, replacing an earlier one. */
export async function saveOtherCompany(
  db: Queryable,
  place: Place,
  form: string,
  otherCompany: OtherCompany,
): Promise<void> {
  const values = columns.write(otherCompany);
  await db
    .insertInto('other_companies')
    .values({ ...values, workspace_id: place.workspaceId, website_id: place.websiteId, form })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'website_id', 'form']).doUpdateSet(values))
    .execute();
}

/** Returns false if the website has no statement with this id. */
export async function deleteOtherCompany(db: Queryable, place: Place, id: string): Promise<boolean> {
  const deleteResult = await db
    .deleteFrom('other_companies')
    .where('workspace_id', '=', place.workspaceId)
    .where('website_id', '=', place.websiteId)
    .where('id', '=', id)
    .executeTakeFirst();
  return deleteResult.numDeletedRows === 1n;
}
