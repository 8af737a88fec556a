import { claimModelReading } from '../../domain/answer/modelReading.ts';
import type { MoneyEnd } from '../../domain/money/purchase.ts';
import { endByUse } from '../../domain/money/runMoney.ts';
import type { Usage } from '../../domain/runs/run.ts';
import { openBuyers } from '../../ports/buyers.ts';
import type { ModelReaderOutcome } from '../../ports/modelReader.ts';
import { assertOutsideTransaction, inTransaction } from '../../store/database/transaction.ts';
import { lastRestoredAt } from '../../store/operator/restoreFences.ts';
import {
  beginModelReading,
  endModelReading,
  type ModelReadingOutcome,
  type ModelReadingRecord,
  openModelReadings,
  runsOfReading,
} from '../../store/readings/rows.ts';
import { forgetMarks } from '../../store/runs/marks.ts';
import { shownReadings } from '../../store/runs/shownReadings.ts';
import { type AppContext, millisecondsSince, nowIso } from '../appContext.ts';
import { endPurchase } from '../money/endPurchase.ts';
import { modelReadingPurchase } from './readingCosts.ts';

export type { ModelReadingRecord };

/** Finds readings that wait to be sent, or whose reply is overdue. */
export async function dueModelReadings(app: AppContext, limit: number): Promise<ModelReadingRecord[]> {
  const open = await openModelReadings(app.db, limit);
  return open.filter((one) => one.state === 'planned' || isOverdue(app, one));
}

function isOverdue(app: AppContext, { sentAt, createdAt }: ModelReadingRecord): boolean {
  const periodMs = (app.modelReader?.timeoutMs ?? 0) + app.settings.submitTimeoutMs;
  return millisecondsSince(app, sentAt ?? createdAt) > periodMs;
}

/** Outcome of a reading, and its usage; null if unknown: `bought` then says whether anything may have to be paid. */
type End = { outcome: ModelReadingOutcome; usage: Usage | null; bought: 'nothing' | 'unknown' };

const unread = (because: string, purchase: End['bought'] = 'nothing', usage: Usage | null = null): End => ({
  ...{ outcome: { kind: 'unread', because }, usage, bought: purchase },
});

/**
 * Buys a model's reading, on behalf of the worker; no other function does. The intent durably changes from `planned` to
 * `sending`, for one worker, before the one create is sent; a reading found in `sending` is never sent again.
 */
export async function submitModelReading(app: AppContext, reading: ModelReadingRecord): Promise<void> {
  assertOutsideTransaction('a paid request');
  if (reading.state === 'sending') {
    const reason = 'the process stopped while the request was being sent; whether it ran, and what it cost, is unknown';
    await finish(app, reading, unread(reason, 'unknown'));
    return;
  }
  const { modelReader } = openBuyers(app.buyers);
  if (modelReader === null || modelReader.identity !== reading.reader) {
    await finish(app, reading, unread('the reader was turned off or changed before the request was sent'));
    return;
  }
  const restoredAt = await lastRestoredAt(app.db);
  if (restoredAt !== null && reading.createdAt <= restoredAt) {
    const since =
      'the database was restored to an earlier state; whether it was read since, and at what cost, is unknown';
    await finish(app, reading, unread(since, 'unknown'));
    return;
  }
  const targets = [{ runId: reading.runId, version: null }];
  const text = (await shownReadings(app.db, reading.workspaceId, targets)).get(reading.runId)?.text ?? null;
  if (text === null) {
    await finish(app, reading, unread('its answer is no longer saved'));
    return;
  }
  if (!(await beginModelReading(app.db, reading.id, nowIso(app)))) return;
  const { question, targetNames } = reading;
  const came = await modelReader.read({ readingId: reading.id, question, targetNames, text });
  await finish(app, { ...reading, state: 'sending' }, buildEnd(came, text, reading.reader));
}

function buildEnd(came: ModelReaderOutcome, text: string, reader: string): End {
  switch (came.kind) {
    case 'refused':
      return unread(`the provider refused it (${came.code}); nothing was bought`);
    case 'uncertain':
      return unread('its reply was lost; whether it ran, and what it cost, is unknown', 'unknown');
    case 'unusable':
      return unread(`its reply could not be used (${came.code})`, 'unknown', came.usage);
    case 'answered': {
      const reading = claimModelReading(came.given, text, reader);
      if (reading === null) return unread('its reply did not have the requested form', 'unknown', came.usage);
      return { outcome: { kind: 'read', reading }, usage: came.usage, bought: 'unknown' };
    }
  }
}

/** Ends a reading and settles its money in one transaction, so that neither is ever visible without the other. */
async function finish(app: AppContext, reading: ModelReadingRecord, end: End): Promise<void> {
  const priced = app.modelReader ?? { pricedAs: 'reader', simulated: false, isFree: false };
  const purchase = modelReadingPurchase(reading, null, priced);
  const request = { engine: purchase.engine, models: [purchase.model], at: reading.createdAt };
  const paid: MoneyEnd =
    end.usage === null ? { kind: end.bought } : endByUse(app.prices.book(), request, end.usage, { unused: 'unknown' });
  const money: MoneyEnd = priced.isFree ? { kind: 'nothing' } : paid;
  await inTransaction(app.db, async (tx) => {
    const now = nowIso(app);
    if (!(await endModelReading(tx, reading.id, reading.state, end, now))) return;
    for (const runId of await runsOfReading(tx, reading.id)) await forgetMarks(tx, reading.workspaceId, runId);
    await endPurchase(tx, purchase, money, now);
  });
}
