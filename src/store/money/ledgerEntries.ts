import { type Insertable, type Selectable, sql } from 'kysely';
import type { Purchase } from '../../domain/money/ledger.ts';
import { dayOf, monthOf } from '../../domain/money/month.ts';
import type { Entry, EntryBasis, EntryKind, MoneyState } from '../../domain/money/purchase.ts';
import { compiledOnce, insertOnce } from '../database/compiledOnce.ts';
import type { Queryable, Tx } from '../database/transaction.ts';
import type { Tables } from '../schema.ts';

/** An entry with its number within its purchase, counted from 1. */
export type SavedEntry = Entry & { ordinal: number; enteredAt: string };

type Row = Selectable<Tables['ledger_entries']>;

/** Converts an amount: PostgreSQL returns large integers as text. */
function microOf(value: number | string | null): number | null {
  return value === null ? null : Number(value);
}

function toEntry(row: Row): SavedEntry {
  return {
    kind: row.kind as EntryKind,
    from: { state: row.from_state as MoneyState, micro: microOf(row.from_micro) },
    to: { state: row.to_state as MoneyState, micro: microOf(row.to_micro) },
    basis: row.basis as EntryBasis | null,
    asOf: row.as_of,
    ordinal: row.ordinal,
    enteredAt: row.entered_at,
  };
}

function toPurchase(row: Row): Purchase {
  return {
    id: row.purchase_id,
    workspaceId: row.workspace_id,
    what: row.what as Purchase['what'],
    simulated: row.simulated === 1,
    begunAt: `${row.day}T00:00:00.000Z`,
    engine: row.engine,
    model: row.model,
    keyId: row.key_id,
    planId: row.plan_id,
    caseId: row.case_id,
    recordId: row.record_id,
  };
}

/** Adds an entry. The primary key refuses a second one with the same number, so nothing is counted twice. */
export async function addEntry(
  tx: Tx,
  purchase: Purchase,
  entry: Entry,
  ordinal: number,
  enteredAt: string,
): Promise<void> {
  await insertEntry(tx, toRow(purchase, entry, ordinal, enteredAt));
}

/** Inserts all entries of new purchases into an empty history. */
export async function insertEntries(
  tx: Tx,
  drafts: readonly { purchase: Purchase; entries: readonly Entry[]; enteredAt: string }[],
): Promise<void> {
  const rows = drafts.flatMap(({ purchase, entries, enteredAt }) =>
    entries.map((entry, index) => toRow(purchase, entry, index + 1, enteredAt)),
  );
  for (let from = 0; from < rows.length; from += 100) {
    await tx
      .insertInto('ledger_entries')
      .values(rows.slice(from, from + 100))
      .execute();
  }
}

function toRow(
  purchase: Purchase,
  entry: Entry,
  ordinal: number,
  enteredAt: string,
): Insertable<Tables['ledger_entries']> {
  return {
    purchase_id: purchase.id,
    ordinal,
    workspace_id: purchase.workspaceId,
    what: purchase.what,
    simulated: purchase.simulated ? 1 : 0,
    month: monthOf(purchase.begunAt),
    day: dayOf(purchase.begunAt),
    engine: purchase.engine,
    model: purchase.model,
    key_id: purchase.keyId,
    plan_id: purchase.planId,
    case_id: purchase.caseId,
    record_id: purchase.recordId,
    kind: entry.kind,
    from_state: entry.from.state,
    from_micro: entry.from.micro,
    to_state: entry.to.state,
    to_micro: entry.to.micro,
    basis: entry.basis,
    as_of: entry.asOf,
    entered_at: enteredAt,
  };
}

const insertEntry = insertOnce('ledger_entries');

const entriesOfPurchase = compiledOnce((db, purchaseId: string, workspaceId: string) =>
  db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .where('workspace_id', '=', workspaceId)
    .orderBy('ordinal'),
);

/** Finds a purchase with its entries in order; null if nothing was recorded. */
export async function findPurchase(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<{ purchase: Purchase; entries: SavedEntry[] } | null> {
  const rows = await entriesOfPurchase(db, id, workspaceId);
  const [first] = rows;
  return first === undefined ? null : { purchase: toPurchase(first), entries: rows.map(toEntry) };
}

/** Selects entries, by their table's name in a query, that are the latest of their purchase. */
export const isNewestEntry = (entry: string) =>
  sql<boolean>`NOT EXISTS (SELECT 1 FROM ledger_entries AS later WHERE later.purchase_id = ${sql.ref(`${entry}.purchase_id`)}
    AND later.ordinal > ${sql.ref(`${entry}.ordinal`)})`;

/** Lists all purchases for a run or an SEO report, with their entries. */
export async function derivePurchases(
  db: Queryable,
  workspaceId: string,
  recordIds: readonly string[],
): Promise<{ purchase: Purchase; entries: SavedEntry[] }[]> {
  if (recordIds.length === 0) return [];
  const rows = await db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('record_id', 'in', recordIds)
    .orderBy('purchase_id')
    .orderBy('ordinal')
    .execute();
  const ids = [...new Set(rows.map((row) => row.purchase_id))];
  return ids.map((id) => {
    const own = rows.filter((row) => row.purchase_id === id);
    return { purchase: toPurchase(own[0] as Row), entries: own.map(toEntry) };
  });
}

/** Returns true if any money was held or paid at or after a time (ISO 8601 UTC). */
export async function hasEntriesSince(db: Queryable, since: string): Promise<boolean> {
  const row = await db
    .selectFrom('ledger_entries')
    .select('ordinal')
    .where('entered_at', '>=', since)
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row !== undefined;
}

/** Selects real answers of an engine, in every workspace, whose cost became final at or after a time (ISO 8601 UTC). */
export function answersSettledSince(
  db: Queryable,
  engine: string,
  since: string,
): Promise<{ id: string; workspaceId: string }[]> {
  return db
    .selectFrom('ledger_entries')
    .select(['purchase_id as id', 'workspace_id as workspaceId'])
    .distinct()
    .where('entered_at', '>=', since)
    .where('engine', '=', engine)
    .where('what', '=', 'answer')
    .where('simulated', '=', 0)
    .where('kind', 'in', ['settle', 'unknown', 'refund', 'correct'])
    .execute();
}

const settledAmounts = compiledOnce(
  (db, workspaceId: string, engine: string, model: string, simulated: number, limit: number) =>
    db
      .selectFrom('ledger_entries')
      .select('to_micro')
      .where('workspace_id', '=', workspaceId)
      .where('engine', '=', engine)
      .where('model', '=', model)
      .where('kind', '=', sql.lit('settle'))
      .where('what', '=', sql.lit('answer'))
      .where('simulated', '=', simulated)
      .orderBy('entered_at', 'desc')
      .limit(limit),
);

/** Lists the final costs of the last answers of an engine and model, newest first. */
export async function lastSettled(
  db: Queryable,
  of: { workspaceId: string; engine: string; model: string; simulated: boolean },
  limit: number,
): Promise<number[]> {
  const rows = await settledAmounts(db, of.workspaceId, of.engine, of.model, of.simulated ? 1 : 0, limit);
  return rows.map((row) => Number(row.to_micro));
}
