import type { RunRecord } from '../../src/domain/runs/runRecord.ts';
import { checkDatabase } from '../../src/store/database/copy.ts';
import { selectText } from '../../src/store/database/packedText.ts';
import { inTransaction } from '../../src/store/database/transaction.ts';
import { findRawAnswers } from '../../src/store/runs/rawAnswers.ts';
import { currentResult, saveResult } from '../../src/store/runs/results.ts';
import { insertRun } from '../../src/store/runs/rows.ts';
import { type Housed, homeOf } from './records.ts';

/** Saved data that journeys compare with replies, and records that no API creates. */

export async function savedResult(service: Housed, runId: string): Promise<unknown> {
  return (await currentResult(service.api.db, (await homeOf(service)).workspaceId, runId))?.result;
}

export async function savedRawAnswer(service: Housed, runId: string): Promise<unknown> {
  return (await findRawAnswers(service.api.db, (await homeOf(service)).workspaceId, [runId])).get(runId);
}

/** Returns the searches of a saved result, compressed or not. */
export function savedSearches(
  row: { searches: string | null; packed_searches: Uint8Array | null } | undefined,
): unknown {
  return JSON.parse(selectText(row?.searches ?? null, row?.packed_searches ?? null) ?? 'null');
}

/** Saves an ended run of a website with the result of its checks. */
export async function saveCheckedRun(service: Housed, run: RunRecord, result: unknown, at: string): Promise<void> {
  await inTransaction(service.api.db, async (tx) => {
    await insertRun(tx, run);
    const saved = { version: 'checks', result, facts: null } as Parameters<typeof saveResult>[2];
    await saveResult(tx, { workspaceId: run.workspaceId, runId: run.id }, saved, at);
  });
}

/** @throws if a file does not contain a complete database */
export const assertWholeDatabase = checkDatabase;
