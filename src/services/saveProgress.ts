import { readAnswer } from '../domain/answer/readAnswer.ts';
import { factsOf, publicResult } from '../domain/answer/savedReading.ts';
import { limitation } from '../domain/limitation.ts';
import type { RunPatch, RunRecord } from '../domain/runRecord.ts';
import { afterLook } from '../domain/runState.ts';
import type { RemoteSnapshot } from '../ports/answerProvider.ts';
import { findRunLookup } from '../store/capabilities.ts';
import { saveRawAnswer, saveResult } from '../store/results.ts';
import { saveRun } from '../store/runs.ts';
import { inTransaction } from '../store/transaction.ts';
import { nowIso, type World } from './world.ts';

/**
 * Saves what a look showed: status, usage and, when the work is done, the raw answer and its reading, all in one
 * transaction under compare-and-set. Returns the run as it now stands, or null when another save came first.
 */
export async function saveProgress(
  world: World,
  run: RunRecord,
  snapshot: RemoteSnapshot,
  extra: RunPatch = {},
): Promise<RunRecord | null> {
  const look = afterLook(run, {
    ...snapshot,
    // The provider that lost its reply does not say when it finished. The time of sending is the earliest it can have
    // been, so an age counted from it is never too young.
    finishedAt: snapshot.finishedAt ?? run.submittedAt ?? run.createdAt,
  });
  const patch: RunPatch = { ...extra, ...look };
  if (Object.keys(patch).length === 0) return run;
  const reading = patch.status === 'completed' && snapshot.answer !== null ? readAnswer(snapshot.answer) : null;
  const now = nowIso(world);
  return inTransaction(world.db, async (tx) => {
    const saved = await saveRun(tx, run, patch, now);
    if (saved === null) return null;
    const scope = { workspaceId: run.workspaceId, runId: run.id };
    if (patch.status !== undefined && snapshot.raw !== null && patch.dueAt === null) {
      await saveRawAnswer(tx, scope, snapshot.raw, now);
    }
    if (reading !== null) {
      const lookup = run.useSeoTools ? await findRunLookup(tx, run.workspaceId, run.id) : null;
      const limits = [...ownLimitations(run, snapshot), ...lookupLimitation(lookup)];
      await saveResult(
        tx,
        scope,
        { version: reading.readerVersion, result: publicResult(reading, limits), facts: factsOf(reading) },
        now,
      );
    }
    return saved;
  });
}

/** What the observation itself cannot carry, besides what the reader found. */
function ownLimitations(run: RunRecord, snapshot: RemoteSnapshot): string[] {
  const found: string[] = [];
  if (run.surface === 'simulator') {
    found.push(
      limitation(
        'simulated',
        'This answer was made by the bundled simulator. It is not a measurement of any provider.',
      ),
    );
  }
  if (snapshot.finishedAt === null) {
    found.push(
      limitation('finish_time_unknown', 'The provider did not say when it finished; the time of sending is used.'),
    );
  }
  return found;
}

/** Which figures the answering agent was shown is a condition of its answer, and the record of the one paid lookup. */
function lookupLimitation(lookup: { domain: string; reportId: string | null } | null): string[] {
  if (lookup === null) return [];
  const { domain, reportId } = lookup;
  return [
    reportId === null
      ? limitation(
          'seo_lookup_unused',
          `The answering agent had the right to one SEO lookup of ${domain}; none was made.`,
        )
      : limitation('seo_lookup_used', `The answering agent was given the SEO overview ${reportId} of ${domain}.`),
  ];
}
