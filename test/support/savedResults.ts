import type { RunRecord } from '../../src/domain/runs/runRecord.ts';
import { checkDatabase } from '../../src/store/database/copy.ts';
import { selectText } from '../../src/store/database/packedText.ts';
import { inTransaction } from '../../src/store/database/transaction.ts';
import { findRawAnswers } from '../../src/store/runs/rawAnswers.ts';
import { currentResult, saveResult } from '../../src/store/runs/results.ts';
import { insertRun } from '../../src/store/runs/rows.ts';
import { api, type Housed, homeOf } from './records.ts';

/** Saved pieces that journeys compare with what the doors answer, and records that no door makes. */

export async function savedResult(service: Housed, runId: string): Promise<unknown> {
  return (await currentResult(api(service).db, (await homeOf(service)).workspaceId, runId))?.result;
}

export async function savedRawAnswer(service: Housed, runId: string): Promise<unknown> {
  return (await findRawAnswers(api(service).db, (await homeOf(service)).workspaceId, [runId])).get(runId);
}

/** The searches of a saved result, packed or plain. */
export function savedSearches(
  row: { searches: string | null; packed_searches: Uint8Array | null } | undefined,
): unknown {
  return JSON.parse(selectText(row?.searches ?? null, row?.packed_searches ?? null) ?? 'null');
}

/** Saves an ended run of a website with the result of its checks. */
export async function saveCheckedRun(service: Housed, run: RunRecord, result: unknown, at: string): Promise<void> {
  await inTransaction(api(service).db, async (tx) => {
    await insertRun(tx, run);
    const saved = { version: 'checks', result, facts: null } as Parameters<typeof saveResult>[2];
    await saveResult(tx, { workspaceId: run.workspaceId, runId: run.id }, saved, at);
  });
}

/** @throws when a file holds no whole database */
export const assertWholeDatabase = checkDatabase;
