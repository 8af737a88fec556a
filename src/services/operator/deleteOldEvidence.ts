import { limitation } from '../../domain/text/limitation.ts';
import { listEvidenceBefore, markEvidenceDeleted } from '../../store/evidenceBundles.ts';
import { addLimitation } from '../../store/results.ts';
import { inTransaction } from '../../store/transaction.ts';
import { nowIso, type World } from '../world.ts';

const dayMs = 86_400_000;

/** Deletes page evidence past its retention. Results stay, and say that they can no longer be replayed. */
export async function deleteOldEvidence(world: World, retentionDays: number): Promise<number> {
  if (retentionDays === 0) return 0;
  const due = await listEvidenceBefore(world.db, nowIso(world, -retentionDays * dayMs), 100);
  for (const { runId, workspaceId } of due) {
    await world.evidence.delete(runId);
    await inTransaction(world.db, async (tx) => {
      await markEvidenceDeleted(tx, workspaceId, runId, nowIso(world));
      await addLimitation(
        tx,
        { workspaceId, runId },
        limitation(
          'evidence_deleted',
          'The captured pages were deleted by retention; this result can no longer be replayed.',
        ),
      );
    });
  }
  return due.length;
}
