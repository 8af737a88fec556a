import type { WebsiteAnalysis, WebsiteResult } from '../../domain/checks/analyze.ts';
import { asReplay } from '../../domain/checks/asReplayOf.ts';
import { type AnalysisDiff, diffAnalyses } from '../../domain/checks/diffAnalyses.ts';
import { AppError, notFound } from '../../domain/errors.ts';
import { harnessKey } from '../../domain/runs/harness.ts';
import type { RunRecord } from '../../domain/runs/runRecord.ts';
import { digestOf } from '../../domain/text/canonicalJson.ts';
import { findEvidence } from '../../store/captures/evidenceBundles.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { currentResult, saveResult } from '../../store/runs/results.ts';
import { findRun, insertRun } from '../../store/runs/rows.ts';
import { type AppContext, nowIso } from '../appContext.ts';
import { websiteHarness } from '../runs/planObservation.ts';

export type ReplayResult = { run: RunRecord; analysis: WebsiteAnalysis; diff: AnalysisDiff };

type Offline = Pick<AppContext, 'db' | 'runtime' | 'evidence' | 'texts'>;

/**
 * Judges the frozen evidence of a website run again with the current checks, offline, as a separate run that keeps the
 * capture's age. Both verdicts stay readable. @throws not_found, invalid_request
 */
export async function replayWebsite(app: Offline, workspaceId: string, runId: string): Promise<ReplayResult> {
  const original = await findRun(app.db, workspaceId, runId);
  if (original === null || original.kind !== 'website') throw notFound('run');
  // The replay of a replay judges the original capture: its evidence is stored under the run that made it.
  const source = original.replayOf === null ? original : await findRun(app.db, workspaceId, original.replayOf);
  if (source === null || source.status !== 'completed') {
    throw new AppError('invalid_request', 'runId: this run has no captured evidence to replay', {
      details: { field: 'runId' },
      retry: 'never',
    });
  }
  const frozen = await app.evidence.read(source.id);
  if (frozen.kind !== 'found') {
    const evidenceRecord = await findEvidence(app.db, workspaceId, source.id);
    const why =
      frozen.kind === 'corrupted'
        ? `its evidence is corrupted (${frozen.cause})`
        : evidenceRecord?.deletedAt === null
          ? 'its evidence is not in this data directory'
          : 'its evidence was deleted by retention';
    const details = { field: 'runId', ...(frozen.kind === 'corrupted' ? { evidence: 'corrupted' } : {}) };
    throw new AppError('invalid_request', `runId: ${why}`, { details, retry: 'never' });
  }
  const judged = await app.texts.read('website', frozen.bundle);
  if (judged.kind === 'cut_off') {
    const why = `checking its pages was interrupted (${judged.message})`;
    throw new AppError('invalid_request', `runId: ${why}`, { details: { field: 'runId' }, retry: 'never' });
  }
  const analysis = asReplay(judged.value, source.id);
  const before = await currentResult(app.db, workspaceId, source.id);
  if (before === null) throw notFound('run');
  const diff = diffAnalyses(analysisOf(before.result as WebsiteResult), analysis);
  const run = await saveReplay(app, source, analysis);
  return { run, analysis, diff };
}

/** Restores the analysis from a saved result; its digest is that of the capture itself. */
export function analysisOf(result: WebsiteResult): WebsiteAnalysis {
  const { analyzerVersion, botTableVersion } = result.coverage;
  const own = { ...result, coverage: { ...result.coverage, replayOf: null } };
  return { analyzerVersion, botTableVersion, result, resultDigest: digestOf(own) };
}

async function saveReplay(app: Offline, source: RunRecord, analysis: WebsiteAnalysis): Promise<RunRecord> {
  const now = nowIso(app);
  const harness = websiteHarness();
  const run: RunRecord = {
    ...source,
    id: app.runtime.newId('run'),
    harnessVersion: harness.version,
    harnessKey: harnessKey(harness),
    environmentFingerprint: analysis.resultDigest,
    version: 1,
    createdAt: now,
    updatedAt: now,
    submittedAt: now,
    replayOf: source.id,
  };
  const version = `${analysis.analyzerVersion}+bots.${analysis.botTableVersion}`;
  await inTransaction(app.db, async (tx) => {
    await insertRun(tx, run);
    await saveResult(
      tx,
      { workspaceId: run.workspaceId, runId: run.id },
      { version, result: analysis.result, facts: null },
      now,
    );
  });
  return run;
}
