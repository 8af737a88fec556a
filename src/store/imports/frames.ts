import type { SamplingFrame } from '../../domain/imports/samplingFrame.ts';
import { mapColumns } from '../database/columns.ts';
import type { Queryable } from '../database/transaction.ts';

const columns = mapColumns<SamplingFrame>()({ plain: 'id websiteId digest size createdAt', json: 'strata' });

export async function insertFrame(db: Queryable, workspaceId: string, frame: SamplingFrame): Promise<void> {
  await db
    .insertInto('sampling_frames')
    .values({ ...columns.write(frame), workspace_id: workspaceId })
    .execute();
}

/** Lists a website's sampling frames, newest first. */
export async function listFrames(
  db: Queryable,
  workspaceId: string,
  websiteId: string,
  count: number,
): Promise<SamplingFrame[]> {
  const rows = await db
    .selectFrom('sampling_frames')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('website_id', '=', websiteId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  return rows.map(columns.read);
}
