import { limitation } from '../../domain/text/limitation.ts';
import { listEvidenceBefore, markEvidenceDeleted } from '../../store/captures/evidenceBundles.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { addLimitation } from '../../store/runs/results.ts';
import { type AppContext, nowIso } from '../appContext.ts';

const dayMs = 86_400_000;

/** Deletes page evidence past its retention. Results stay, and report that they can no longer be replayed. */
export async function deleteOldEvidence(app: AppContext, retentionDays: number): Promise<number> {
  if (retentionDays === 0) return 0;
  const due = await listEvidenceBefore(app.db, nowIso(app, -retentionDays * dayMs), 100);
  for (const { runId, workspaceId } of due) {
    await app.evidence.delete(runId);
    await inTransaction(app.db, async (tx) => {
      await markEvidenceDeleted(tx, workspaceId, runId, nowIso(app));
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
