import type { SamplingFrame } from '../../domain/imports/samplingFrame.ts';
import type { Queryable } from '../database/transaction.ts';

export async function insertFrame(db: Queryable, workspaceId: string, frame: SamplingFrame): Promise<void> {
  const { id, websiteId, digest, size, strata, createdAt } = frame;
  await db
    .insertInto('sampling_frames')
    .values({
      id,
      workspace_id: workspaceId,
      website_id: websiteId,
      digest,
      size,
      strata: JSON.stringify(strata),
      created_at: createdAt,
    })
    .execute();
}

/** Frames of a website, newest first. */
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
  return rows.map((row) => ({
    id: row.id,
    websiteId: row.website_id,
    digest: row.digest,
    size: row.size,
    strata: JSON.parse(row.strata),
    createdAt: row.created_at,
  }));
}
