import { type AuditEntry, actorOf } from '../../domain/access/auditEntry.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { addAuditEntry, listAuditEntries, nameSubjects } from '../../store/access/auditEntries.ts';
import type { Queryable } from '../../store/database/transaction.ts';
import { type Ctx, nowIso } from '../appContext.ts';

/** Maximum length of a subject or note in the log, in characters. */
const maxLength = 300;

/** Adds an action of this caller to the log. Inside a transaction it is saved or rolled back with it. */
export async function recordAct(
  ctx: Ctx,
  db: Queryable,
  result: { act: string; subject: string | null; note?: string },
): Promise<void> {
  await addAuditEntry(db, ctx.principal.workspaceId, {
    id: ctx.runtime.newId('audit'),
    at: nowIso(ctx),
    actor: actorOf(ctx.principal),
    act: result.act,
    subject: result.subject?.slice(0, maxLength) ?? null,
    note: result.note?.slice(0, maxLength) ?? null,
  });
}

/** Lists the actions in this workspace, newest first, with the current name of what each was about. */
export async function readAuditLog(
  ctx: Ctx,
  page: { after: ListPosition | null; count: number },
): Promise<(AuditEntry & { subjectName: string | null })[]> {
  const { workspaceId } = ctx.principal;
  const entries = await listAuditEntries(ctx.db, workspaceId, page);
  const names = await nameSubjects(ctx.db, workspaceId, [...new Set(entries.flatMap(({ subject }) => subject ?? []))]);
  return entries.map((entry) => ({ ...entry, subjectName: names.get(entry.subject ?? '') ?? null }));
}
