import type { LogImport } from '../../domain/crawlers/logImport.ts';
import type { BotVisit, ClaimAddress, HourCount, VisitCount } from '../../domain/crawlers/logTally.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { mapColumns } from '../database/columns.ts';
import { compiledOnce } from '../database/compiledOnce.ts';
import { olderThan } from '../database/newestFirst.ts';
import type { Queryable } from '../database/transaction.ts';

/** The import that rows belong to. */
export type ImportPlace = { importId: string; sourceId: string; websiteId: string };

/** Rows of one statement: below the number of parameters that either database takes. */
const rowsAtOnce = 500;

const columns = mapColumns<LogImport>()({
  plain: 'id sourceId websiteId name digest format reader firstAt lastAt importedAt importedBy',
  json: 'counts notes',
  number: 'bytes',
});

/** Begins an import, which counts nowhere until it is complete. */
export async function insertLogImport(
  db: Queryable,
  workspaceId: string,
  logImport: LogImport,
  renewedAt: string,
): Promise<void> {
  await db
    .insertInto('log_imports')
    .values({ ...columns.write(logImport), workspace_id: workspaceId, state: 'reading', renewed_at: renewedAt })
    .execute();
}

/** Makes an import count, with everything that was saved of it. */
export async function completeLogImport(db: Queryable, logImport: LogImport): Promise<void> {
  await db
    .updateTable('log_imports')
    .set({ ...columns.write(logImport), state: 'complete' })
    .where('id', '=', logImport.id)
    .execute();
}

export async function renewLogImport(db: Queryable, id: string, renewedAt: string): Promise<void> {
  await db.updateTable('log_imports').set({ renewed_at: renewedAt }).where('id', '=', id).execute();
}

/** Imports of a source that have not ended, with when they last wrote. */
export async function findOpenImports(db: Queryable, sourceId: string): Promise<{ id: string; renewedAt: string }[]> {
  const rows = await db
    .selectFrom('log_imports')
    .select(['id', 'renewed_at'])
    .where('source_id', '=', sourceId)
    .where('state', '=', 'reading')
    .execute();
  return rows.map(({ id, renewed_at }) => ({ id, renewedAt: renewed_at }));
}

/** The complete import of a source that read the same bytes before; null for none. */
export async function findImportByDigest(db: Queryable, sourceId: string, digest: string): Promise<LogImport | null> {
  const row = await db
    .selectFrom('log_imports')
    .selectAll()
    .where('source_id', '=', sourceId)
    .where('state', '=', 'complete')
    .where('digest', '=', digest)
    .executeTakeFirst();
  return row === undefined ? null : columns.read(row);
}

/** Removes an import with everything that was counted from it. */
export async function deleteLogImport(db: Queryable, id: string): Promise<void> {
  for (const table of ['log_hours', 'bot_visits', 'assistant_visits', 'bot_claims', 'log_lines'] as const) {
    await db.deleteFrom(table).where('import_id', '=', id).execute();
  }
  await db.deleteFrom('log_imports').where('id', '=', id).execute();
}

/** Complete imports of a website, newest first. */
export async function listLogImports(
  db: Queryable,
  workspaceId: string,
  { websiteId, after, count }: { websiteId: string; after: ListPosition | null; count: number },
): Promise<LogImport[]> {
  let query = db
    .selectFrom('log_imports')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('website_id', '=', websiteId)
    .where('state', '=', 'complete');
  if (after !== null) query = query.where(olderThan(after, 'imported_at'));
  return (await query.orderBy('imported_at', 'desc').orderBy('id', 'desc').limit(count).execute()).map(columns.read);
}

export async function findLogImport(db: Queryable, workspaceId: string, id: string): Promise<LogImport | null> {
  const row = await db
    .selectFrom('log_imports')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'complete')
    .executeTakeFirst();
  return row === undefined ? null : columns.read(row);
}

/** Saves what an import has counted so far. */
export async function insertCounted(
  db: Queryable,
  { importId, sourceId, websiteId }: ImportPlace,
  counted: { hours: HourCount[]; bots: BotVisit[]; claims: ClaimAddress[]; visits: VisitCount[] },
  fullUntil: string,
): Promise<void> {
  const place = { import_id: importId, source_id: sourceId, website_id: websiteId };
  for (const rows of inParts(counted.hours)) {
    await db
      .insertInto('log_hours')
      .values(rows.map((row) => ({ ...place, ...row })))
      .execute();
  }
  for (const rows of inParts(counted.bots)) {
    const values = rows.map(({ listDigest, requestClass, statusClass, ...row }) => ({
      ...place,
      ...row,
      list_digest: listDigest,
      request_class: requestClass,
      status_class: statusClass,
    }));
    await db.insertInto('bot_visits').values(values).execute();
  }
  for (const rows of inParts(counted.visits)) {
    const values = rows.map(({ isPaid, ...row }) => ({ ...place, ...row, paid: isPaid ? 1 : 0 }));
    await db.insertInto('assistant_visits').values(values).execute();
  }
  for (const rows of inParts(counted.claims)) {
    const values = rows.map((row) => ({ import_id: importId, website_id: websiteId, ...row, full_until: fullUntil }));
    await db.insertInto('bot_claims').values(values).execute();
  }
}

/** Makes claims of an import that no list covered unproven instead of false. */
export async function withdrawDisproofs(db: Queryable, importId: string): Promise<void> {
  await db
    .updateTable('bot_visits')
    .set({ verdict: 'unverifiable', method: 'none', list_digest: null })
    .where('import_id', '=', importId)
    .where('verdict', '=', 'uncovered')
    .where('method', '=', 'address_list')
    .execute();
}

/** Remembers lines of a source. Returns the hashes that were new. */
export async function rememberLines(
  db: Queryable,
  { importId, sourceId }: ImportPlace,
  lines: readonly { day: string; hash: string }[],
): Promise<Set<string>> {
  const fresh = new Set<string>();
  for (const rows of inParts(lines)) {
    const values = rows.flatMap(({ day, hash }) => [day, hash]);
    const inserted =
      rows.length === rowsAtOnce
        ? await insertWholePart(db, sourceId, importId, ...values)
        : await insertLines(db, sourceId, importId, ...values).execute();
    for (const { hash } of inserted) fresh.add(hash);
  }
  return fresh;
}

const insertLines = (db: Queryable, source_id: string, import_id: string, ...dayAndHash: string[]) =>
  db
    .insertInto('log_lines')
    .values(
      Array.from({ length: dayAndHash.length / 2 }, (_, at) => ({
        source_id,
        day: dayAndHash[2 * at] ?? '',
        hash: dayAndHash[2 * at + 1] ?? '',
        import_id,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash');

const insertWholePart = compiledOnce(insertLines);

/** The salts of days of a source; `make` gives one for each day that has none. */
export async function saltsOfDays(
  db: Queryable,
  sourceId: string,
  days: readonly string[],
  make: () => string,
): Promise<Map<string, string>> {
  for (const day of days) {
    await db
      .insertInto('log_salts')
      .values({ source_id: sourceId, day, salt: make() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const rows = await db
    .selectFrom('log_salts')
    .select(['day', 'salt'])
    .where('source_id', '=', sourceId)
    .where('day', 'in', [...days])
    .execute();
  return new Map(rows.map(({ day, salt }) => [day, salt]));
}

/** Addresses whose days are over, some at a time. */
export async function findExpiredClaims(db: Queryable, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('bot_claims')
    .select('address')
    .distinct()
    .where('full_until', '<=', now)
    .limit(500)
    .execute();
  return rows.map(({ address }) => address);
}

/** Replaces an address whose days are over by its network. */
export async function shortenClaims(db: Queryable, address: string, network: string, now: string): Promise<void> {
  await db
    .updateTable('bot_claims')
    .set({ address: network, full_until: null })
    .where('address', '=', address)
    .where('full_until', '<=', now)
    .execute();
}

/** Deletes claims of hours before `hour`, whose networks are no longer kept either. */
export async function deleteOldClaims(db: Queryable, hour: string): Promise<void> {
  await db.deleteFrom('bot_claims').where('hour', '<', hour).execute();
}

function* inParts<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) yield rows.slice(from, from + rowsAtOnce);
}
