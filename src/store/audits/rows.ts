import type { Locale } from '../../domain/runs/run.ts';
import { mapColumns } from '../database/columns.ts';
import type { Queryable, Tx } from '../database/transaction.ts';

type Place = { workspaceId: string; websiteId: string };

/** A random sample of answers for a person to check. */
export type AuditRecord = {
  id: string;
  websiteId: string;
  /** Engine whose answers were drawn; null: every engine. */
  engine: string | null;
  startDate: string | null;
  endDate: string | null;
  seed: string;
  /** Runs from which the sample was drawn. */
  population: readonly string[];
  /** False if older answers of the period were left out. */
  complete: boolean;
  createdAt: string;
  createdBy: string;
};

/** A drawn answer; `skippedAt`: time at which a person skipped it. */
export type DrawnAnswer = { runId: string; skippedAt: string | null };

const columns = mapColumns<AuditRecord>()({
  plain: 'id websiteId engine startDate endDate seed createdAt createdBy',
  json: 'population',
  flag: 'complete',
});

export async function insertAudit(tx: Tx, place: Place, audit: AuditRecord, sample: readonly string[]): Promise<void> {
  await tx
    .insertInto('audits')
    .values({ ...columns.write(audit), website_id: place.websiteId, workspace_id: place.workspaceId })
    .execute();
  const rows = sample.map((runId, index) => ({ audit_id: audit.id, run_id: runId, place: index, skipped_at: null }));
  await tx.insertInto('audit_answers').values(rows).execute();
}

/** Lists the audits of a website, newest first. */
export async function listAuditRows(db: Queryable, place: Place): Promise<AuditRecord[]> {
  const rows = await audits(db, place.workspaceId)
    .where('website_id', '=', place.websiteId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(columns.read);
}

export async function findAudit(db: Queryable, workspaceId: string, id: string): Promise<AuditRecord | null> {
  const row = await audits(db, workspaceId).where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : columns.read(row);
}

const audits = (db: Queryable, workspaceId: string) =>
  db.selectFrom('audits').selectAll().where('workspace_id', '=', workspaceId);

/** Lists the drawn answers of an audit of this workspace, in the order of checking. */
export async function drawnAnswers(db: Queryable, auditId: string): Promise<DrawnAnswer[]> {
  const rows = await db
    .selectFrom('audit_answers')
    .select(['run_id', 'skipped_at'])
    .where('audit_id', '=', auditId)
    .orderBy('place')
    .execute();
  return rows.map(({ run_id: runId, skipped_at: skippedAt }) => ({ runId, skippedAt }));
}

/** Returns false if the answer was not drawn. @param at null: the answer has to be checked again */
export async function markSkipped(db: Queryable, auditId: string, runId: string, at: string | null): Promise<boolean> {
  const updateResult = await db
    .updateTable('audit_answers')
    .set({ skipped_at: at })
    .where('audit_id', '=', auditId)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return updateResult.numUpdatedRows > 0n;
}

/** Returns the language of each case of a website; null if its locale names none. */
export async function languagesOfCases(db: Queryable, place: Place): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('keyword_cases')
    .select(['id', 'locale'])
    .where('workspace_id', '=', place.workspaceId)
    .where('website_id', '=', place.websiteId)
    .execute();
  return new Map(rows.map(({ id, locale }) => [id, (JSON.parse(locale) as Locale).language]));
}
