import { modelOfIdentity } from '../../domain/answer/modelReading.ts';
import { type ExpectedCost, expectedReadingCost } from '../../domain/money/expectedCost.ts';
import { modelReadingPurchaseId, type Purchase } from '../../domain/money/ledger.ts';
import { dayOf } from '../../domain/money/month.ts';
import type { ModelReadingRecord } from '../../store/readings/rows.ts';
import type { AppContext } from '../appContext.ts';

type Reader = NonNullable<AppContext['modelReader']>;

/** Returns the purchase of a model's reading of one answer. */
export function modelReadingPurchase(
  reading: Pick<ModelReadingRecord, 'id' | 'workspaceId' | 'runId' | 'reader' | 'createdAt' | 'keyId'>,
  caseId: string | null,
  { pricedAs, simulated }: Pick<Reader, 'pricedAs' | 'simulated'>,
): Purchase {
  return {
    id: modelReadingPurchaseId(reading.id),
    what: 'model_reading',
    workspaceId: reading.workspaceId,
    keyId: reading.keyId,
    planId: null,
    simulated,
    begunAt: reading.createdAt,
    engine: pricedAs,
    model: modelOfIdentity(reading.reader),
    caseId,
    recordId: reading.runId,
  };
}

/** Returns the expected cost of one reading of a text of this many characters; null if no price is known. */
export function expectedModelReadingCost(
  app: Pick<AppContext, 'prices'>,
  { identity, pricedAs, isFree }: Reader,
  characters: number,
  now: string,
): ExpectedCost | null {
  if (isFree) return { typical: 0, max: 0, basis: 'price_table', asOf: null };
  const priced = { engine: pricedAs, model: modelOfIdentity(identity), date: dayOf(now) };
  return expectedReadingCost(app.prices.book(), priced, characters);
}
