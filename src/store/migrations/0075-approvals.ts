import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/** Purchases that wait for a member's approval, keys that need one, and the audit log. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  const make = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  await make('ALTER TABLE api_keys ADD COLUMN asks_to_spend INTEGER NOT NULL DEFAULT 0');
  await make(
    `CREATE TABLE approvals (
       id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id), requester TEXT NOT NULL,
       requester_name TEXT NOT NULL, account_id TEXT NOT NULL, account_email TEXT NOT NULL, key_id TEXT,
       operation TEXT NOT NULL, idempotency_key TEXT NOT NULL, fingerprint TEXT NOT NULL, body TEXT NOT NULL,
       created_at TEXT NOT NULL, open_until TEXT NOT NULL, decision TEXT, decided_at TEXT, decided_by TEXT,
       grant_until TEXT, used_at TEXT)${strict}`,
  );
  await make('CREATE INDEX approvals_of_key ON approvals (workspace_id, requester, operation, idempotency_key)');
  await make('CREATE INDEX approvals_newest ON approvals (workspace_id, created_at, id)');
  await make(
    `CREATE TABLE audit_entries (
       id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id), created_at TEXT NOT NULL,
       actor_kind TEXT NOT NULL, actor_id TEXT NOT NULL, actor_name TEXT NOT NULL, account_email TEXT NOT NULL,
       act TEXT NOT NULL, subject TEXT, note TEXT)${strict}`,
  );
  await make('CREATE INDEX audit_newest ON audit_entries (workspace_id, created_at, id)');
  await forbidChanges(make, engine);
}

/** Makes the database itself refuse changes of entries. */
async function forbidChanges(make: (text: string) => Promise<unknown>, engine: DatabaseKind): Promise<void> {
  if (engine === 'sqlite') {
    for (const act of ['UPDATE', 'DELETE']) {
      await make(
        `CREATE TRIGGER audit_no_${act.toLowerCase()} BEFORE ${act} ON audit_entries
         BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`,
      );
    }
    return;
  }
  await make(
    `CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$`,
  );
  await make(
    `CREATE TRIGGER audit_no_change BEFORE UPDATE OR DELETE ON audit_entries
     FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()`,
  );
}
