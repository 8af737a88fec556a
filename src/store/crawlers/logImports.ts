import type { LogImport } from '../../domain/crawlers/logImport.ts';
import type { BotVisit, ClaimAddress, HourCount, VisitCount } from '../../domain/crawlers/logTally.ts';
import { mapColumns } from '../database/columns.ts';
import { compiledOnce } from '../database/compiledOnce.ts';
import { inParts, insertInParts, rowsAtOnce } from '../database/insertInParts.ts';
import type { Queryable } from '../database/transaction.ts';
import { importStatements } from '../imports/readImports.ts';

/** The import that rows belong to. */
export type ImportPlace = { importId: string; sourceId: string; websiteId: string };

/** Tables with the rows of an imported log. */
export const logImportParts = ['log_hours', 'bot_visits', 'assistant_visits', 'bot_claims', 'log_lines'] as const;

const columns = mapColumns<LogImport>()({
  plain: 'id sourceId websiteId name digest format reader firstAt lastAt importedAt importedBy',
  json: 'counts notes',
  number: 'bytes',
});
const botColumns = mapColumns<BotVisit>()({
  plain: 'hour host token verdict method listDigest requestClass statusClass path requests',
});

export const logImports = importStatements<LogImport>('log_imports', columns, logImportParts);

/** Saves the counts of an import so far. */
export async function insertCounted(
  db: Queryable,
  { importId, sourceId, websiteId }: ImportPlace,
  counted: { hours: HourCount[]; bots: BotVisit[]; claims: ClaimAddress[]; visits: VisitCount[] },
  fullUntil: string,
): Promise<void> {
  const ofWebsite = { import_id: importId, website_id: websiteId };
  const place = { ...ofWebsite, source_id: sourceId };
  const hours = counted.hours.map((row) => ({ ...place, ...row }));
  const bots = counted.bots.map((row) => ({ ...place, ...botColumns.write(row) }));
  const visits = counted.visits.map(({ isPaid, ...row }) => ({ ...place, ...row, paid: isPaid ? 1 : 0 }));
  const claims = counted.claims.map((row) => ({ ...ofWebsite, ...row, full_until: fullUntil }));
  await insertInParts(db, 'log_hours', hours);
  await insertInParts(db, 'bot_visits', bots);
  await insertInParts(db, 'assistant_visits', visits);
  await insertInParts(db, 'bot_claims', claims);
}

/** Changes claims of an import that no list covered from false to unverified. */
export async function clearFalseClaims(db: Queryable, importId: string): Promise<void> {
  await db
    .updateTable('bot_visits')
    .set({ verdict: 'unverifiable', method: 'none', list_digest: null })
    .where('import_id', '=', importId)
    .where('verdict', '=', 'uncovered')
    .where('method', '=', 'address_list')
    .execute();
}

/** Saves hashes of a source's lines. Returns those that were new. */
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

/** Returns the salts of a source's days; `make` creates one for each day without. */
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
