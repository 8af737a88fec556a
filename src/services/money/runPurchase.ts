import { modelOfSecondReader } from '../../domain/answer/secondReading.ts';
import { type Purchase, readingPurchaseId } from '../../domain/money/ledger.ts';
import { type AnswerUse, findMoneyEnd } from '../../domain/money/runMoney.ts';
import { microUsdOf } from '../../domain/money/usd.ts';
import { isSimulated } from '../../domain/runs/engine.ts';
import { isTerminal } from '../../domain/runs/run.ts';
import type { KeywordRun, RunPatch, RunRecord } from '../../domain/runs/runRecord.ts';
import type { ChargedWork } from '../../ports/answerReader.ts';
import type { Tx } from '../../store/database/transaction.ts';
import type { AppContext } from '../appContext.ts';
import { endPurchase } from './endPurchase.ts';

/** Returns the purchase of a run's answer. */
export function answerPurchase(run: KeywordRun): Purchase {
  return {
    id: run.id,
    what: 'answer',
    workspaceId: run.workspaceId,
    keyId: run.keyId,
    planId: run.planId,
    simulated: isSimulated(run),
    begunAt: run.createdAt,
    engine: run.engine,
    model: run.ask.search.model,
    caseId: run.targetId,
    recordId: run.id,
  };
}

/** Vendor of second readings, for answers of any engine. */
const secondReaderEngine = 'openai';

/**
 * Returns the purchase of the second reading of a run's answer.
 * @param reader identity of the second reader
 * @param begunAt ISO 8601 UTC: time at which the reading was planned
 */
export function readingPurchase(
  { engines }: Pick<AppContext, 'engines'>,
  run: KeywordRun,
  reader: string,
  begunAt: string,
): Purchase {
  return {
    ...answerPurchase(run),
    id: readingPurchaseId(run.id),
    what: 'second_reading',
    simulated: engines.find(secondReaderEngine)?.simulated ?? isSimulated(run),
    engine: secondReaderEngine,
    model: modelOfSecondReader(reader),
    begunAt,
  };
}

/** Returns true if saving this change affects a run's money. */
export function concernsMoney(run: RunRecord, patch: RunPatch): boolean {
  if (run.kind !== 'keyword') return false;
  const stated = patch.usage?.costUsd ?? null;
  return (stated !== null && stated !== run.usage.costUsd) || (patch.status !== undefined && isTerminal(patch.status));
}

/**
 * Settles the money of an answer by the current state of its run.
 * @param use usage of the answer alone, if the run's own usage includes its second reading
 */
export async function settleRun(
  tx: Tx,
  app: Pick<AppContext, 'prices'>,
  run: KeywordRun,
  use: AnswerUse,
  now: string,
): Promise<void> {
  const end = findMoneyEnd(run, use, app.prices.book());
  if (end !== null) await endPurchase(tx, answerPurchase(run), end, now);
}

/** Keeps the worst case held if several tasks may have been charged for a run, until an operator states their cost. */
export async function keepWorstCase(
  tx: Tx,
  run: KeywordRun,
  { pieces, costUsd }: ChargedWork,
  now: string,
): Promise<void> {
  const created = { pieces, micro: costUsd === null ? null : microUsdOf(costUsd) };
  await endPurchase(tx, answerPurchase(run), { kind: 'unknown', made: created }, now);
}
