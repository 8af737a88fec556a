import { sql } from 'kysely';
import type { AuditEntry } from '../../domain/access/auditEntry.ts';
import { insertOnce } from '../database/compiledOnce.ts';
import { type ListPage, newestFirst } from '../database/newestFirst.ts';
import type { Queryable } from '../database/transaction.ts';

/** Tables whose rows a subject may be, with the column that people know them by. */
const named = [
  ['websites', 'name'],
  ['plans', 'name'],
  ['experiments', 'name'],
  ['keyword_cases', 'query'],
] as const;

/** Returns the current names of subjects of one workspace, by id. */
export async function nameSubjects(
  db: Queryable,
  workspaceId: string,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (subjects.length === 0) return new Map();
  const [first, ...others] = named.map(([table, column]) =>
    db
      .selectFrom(table)
      .select(['id', sql<string>`${sql.ref(column)}`.as('name')])
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', subjects),
  );
  const rows = await others.reduce((all, next) => all?.unionAll(next), first)?.execute();
  return new Map(rows?.map(({ id, name }) => [id, name]));
}

export async function addAuditEntry(db: Queryable, workspaceId: string, entry: AuditEntry): Promise<void> {
  await insertEntry(db, {
    id: entry.id,
    workspace_id: workspaceId,
    created_at: entry.at,
    actor_kind: entry.actor.kind,
    actor_id: entry.actor.id,
    actor_name: entry.actor.name,
    account_email: entry.actor.accountEmail,
    act: entry.act,
    subject: entry.subject,
    note: entry.note,
  });
}

const insertEntry = insertOnce('audit_entries');

/** Lists entries of a workspace after a position, newest first. */
export async function listAuditEntries(db: Queryable, workspaceId: string, page: ListPage): Promise<AuditEntry[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .$call(newestFirst(page))
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at,
    actor: {
      kind: row.actor_kind as AuditEntry['actor']['kind'],
      id: row.actor_id,
      name: row.actor_name,
      accountEmail: row.account_email,
    },
    act: row.act,
    subject: row.subject,
    note: row.note,
  }));
}
