import type { Payer } from './monthBudget.ts';
import { type Entry, initialStanding, type Standing } from './purchase.ts';

export const purchaseKinds = ['answer', 'second_reading', 'model_reading', 'seo_call'] as const;

/** One purchase, with the properties by which spending is reported. */
export type Purchase = Payer & {
  /** The run's id, with a suffix for its second reading; for an SEO call, the report's id and the call's name. */
  id: string;
  what: (typeof purchaseKinds)[number];
  /** Answered by the bundled simulator, or by a vendor's sandbox: never added to real money. */
  simulated: boolean;
  /** ISO 8601 UTC: when it was decided. It counts against the budgets of that month, whenever it ends. */
  begunAt: string;
  /** Id of an engine; `seo` for the calls of an overview. */
  engine: string;
  /** Model that was requested, or the name of the call. Null: the engine accepts none. */
  model: string | null;
  caseId: string | null;
  /** The run or SEO report that it belongs to. */
  recordId: string;
};

export function readingPurchaseId(runId: string): string {
  return `${runId}:second`;
}

export function modelReadingPurchaseId(readingId: string): string {
  return `${readingId}:model`;
}

export function seoPurchaseId(reportId: string, call: string): string {
  return `${reportId}:${call}`;
}

/** Returns the state of a purchase's money after its entries. */
export function standingAfter(entries: readonly Pick<Entry, 'to'>[]): Standing {
  return entries.at(-1)?.to ?? initialStanding;
}
