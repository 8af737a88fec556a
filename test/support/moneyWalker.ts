// One of several processes that move money in one ledger at random until it is killed: by the process that started it,
// or by itself inside a transaction. It prints its commits, so that its starter knows what must still be saved.

import { systemRuntime } from '../../src/app/systemRuntime.ts';
import type { Purchase } from '../../src/domain/money/ledger.ts';
import type { AppContext } from '../../src/services/appContext.ts';
import { endPurchase } from '../../src/services/money/endPurchase.ts';
import { holdPurchases } from '../../src/services/money/holdPurchase.ts';
import { fractionOf } from '../../src/simulator/seededChoice.ts';
import { openDatabase } from '../../src/store/database/open.ts';
import { inTransaction, type Tx } from '../../src/store/database/transaction.ts';
import { derivePurchases } from '../../src/store/money/ledgerEntries.ts';

export type WalkerInput = {
  location: Parameters<typeof openDatabase>[0];
  workspaceId: string;
  /** Names the purchases of this walker and of its successors on the same lane. */
  lane: string;
  seed: string;
  /** Budget of the deployment, in micro-dollars. */
  budget: number;
  /** ISO 8601 UTC: when its purchases were decided. */
  begunAt: string;
};

const { location, workspaceId, lane, seed, budget, begunAt }: WalkerInput = JSON.parse(String(process.env.WALKER));
const { db } = await openDatabase(location);
const app = {
  settings: { budgetMicroPerMonth: budget, maxMicroPerAnswer: null },
  runtime: systemRuntime,
  databaseKind: location.databaseKind,
  engines: { find: () => null },
} as unknown as Pick<AppContext, 'settings' | 'runtime' | 'databaseKind' | 'engines'>;
const payers = ['key_1', 'key_2', null];

let drawn = 0;
function random(): number {
  drawn += 1;
  return fractionOf(`${seed} ${lane} ${drawn}`);
}

/** Purchases left by a killed walker of this lane are continued, as a worker continues the runs of a killed one. */
const rows = await db
  .selectFrom('ledger_entries')
  .select('record_id')
  .distinct()
  .where('record_id', 'like', `run_${lane}_%`)
  .execute();
const kept = await derivePurchases(
  db,
  workspaceId,
  rows.map((row) => row.record_id),
);
const own = kept.map(({ purchase, entries }) => ({ purchase, price: entries.at(-1)?.to.micro ?? 0 }));

/** Saves everything, or kills itself halfway. */
async function save(act: (tx: Tx) => Promise<void>): Promise<void> {
  const dies = random() < 0.004;
  await inTransaction(db, async (tx) => {
    await act(tx);
    if (dies) process.kill(process.pid, 'SIGKILL');
  });
}

async function hold(step: number): Promise<void> {
  const id = `run_${lane}_${seed}_${step}`;
  const keyId = payers[Math.floor(random() * payers.length)] ?? null;
  const about = { workspaceId, keyId, planId: null, caseId: null, recordId: id, engine: 'toy', model: null };
  const purchase: Purchase = { id, what: 'answer', simulated: false, begunAt, ...about };
  const held = 1 + Math.floor(random() * 400);
  const expected = { typical: held, max: held, basis: 'price_table' as const, asOf: '2026-03-01' };
  let fits = false;
  await save(async (tx) => {
    fits = (await holdPurchases(tx, app, [{ purchase, expected }], 'an answer')) === null;
  });
  if (!fits) return;
  own.push({ purchase, price: Math.floor(held * random()) });
  process.stdout.write(`held ${id}\n`);
}

for (let step = 1; ; step += 1) {
  const old = own[Math.floor(random() * own.length)];
  if (old === undefined || random() < 0.5) await hold(step);
  else {
    // A provider's price never rises; a refund halves it.
    if (random() < 0.3) old.price = Math.floor(old.price / 2);
    const end = random() < 0.3 ? ({ kind: 'unknown' } as const) : ({ kind: 'stated', micro: old.price } as const);
    await save((tx) => endPurchase(tx, old.purchase, end, begunAt));
  }
  process.stdout.write('stepped\n');
}
