import type { Queryable } from '../database/transaction.ts';

export type EvidenceRecord = { manifestDigest: string; bytes: number; createdAt: string; deletedAt: string | null };

export async function recordEvidence(
  db: Queryable,
  scope: { workspaceId: string; runId: string },
  stored: { manifestDigest: string; bytes: number },
  now: string,
): Promise<void> {
  await db
    .insertInto('evidence_bundles')
    .values({
      run_id: scope.runId,
      workspace_id: scope.workspaceId,
      manifest_digest: stored.manifestDigest,
      bytes: stored.bytes,
      created_at: now,
      deleted_at: null,
    })
    .onConflict((conflict) =>
      conflict.column('run_id').doUpdateSet({ manifest_digest: stored.manifestDigest, bytes: stored.bytes }),
    )
    .execute();
}

export async function findEvidence(db: Queryable, workspaceId: string, runId: string): Promise<EvidenceRecord | null> {
  const row = await db
    .selectFrom('evidence_bundles')
    .selectAll()
    .where('run_id', '=', runId)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    manifestDigest: row.manifest_digest,
    bytes: row.bytes,
    createdAt: row.created_at,
    deletedAt: row.deleted_at,
  };
}

export async function markEvidenceDeleted(
  db: Queryable,
  workspaceId: string,
  runId: string,
  now: string,
): Promise<void> {
  await db
    .updateTable('evidence_bundles')
    .set({ deleted_at: now })
    .where('run_id', '=', runId)
    .where('workspace_id', '=', workspaceId)
    .execute();
}

/** Lists stored evidence created before a time, oldest first: the next to be deleted by retention. */
export async function listEvidenceBefore(
  db: Queryable,
  before: string,
  limit: number,
): Promise<{ runId: string; workspaceId: string }[]> {
  const rows = await db
    .selectFrom('evidence_bundles')
    .select(['run_id', 'workspace_id'])
    .where('created_at', '<', before)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ runId: row.run_id, workspaceId: row.workspace_id }));
}

/** Lists all stored evidence, for the operator's own commands. */
export async function listEvidence(db: Queryable): Promise<{ runId: string; manifestSha256: string; bytes: number }[]> {
  const rows = await db
    .selectFrom('evidence_bundles')
    .select(['run_id', 'manifest_digest', 'bytes'])
    .where('deleted_at', 'is', null)
    .orderBy('run_id')
    .execute();
  return rows.map((row) => ({ runId: row.run_id, manifestSha256: row.manifest_digest, bytes: row.bytes }));
}
