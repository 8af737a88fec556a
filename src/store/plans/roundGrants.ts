import type { Selectable } from 'kysely';
import type { Plan, RoundGrant } from '../../domain/plans/plan.ts';
import type { Queryable } from '../database/transaction.ts';
import type { Tables } from '../schema.ts';

type GrantColumns = Pick<Selectable<Tables['plans']>, 'grant_revision' | 'grant_until' | 'grant_by'>;

export function toRoundGrant(row: GrantColumns): RoundGrant | null {
  const { grant_revision: revision, grant_until: until, grant_by: grantedBy } = row;
  return revision === null || until === null || grantedBy === null ? null : { revision, until, grantedBy };
}

/** Sets or revokes the grant of a plan. */
export async function saveRoundGrant(
  db: Queryable,
  { id, workspaceId }: Pick<Plan, 'id' | 'workspaceId'>,
  grant: RoundGrant | null,
): Promise<void> {
  const { revision, until, grantedBy } = grant ?? { revision: null, until: null, grantedBy: null };
  await db
    .updateTable('plans')
    .set({ grant_revision: revision, grant_until: until, grant_by: grantedBy })
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .execute();
}
