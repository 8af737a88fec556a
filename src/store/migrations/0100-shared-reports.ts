import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/** Frozen reports to share, links to them, and the workspace's appearance on them. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  const make = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  await make('ALTER TABLE workspace_settings ADD COLUMN logo TEXT');
  await make('ALTER TABLE workspace_settings ADD COLUMN accent TEXT');
  await make(
    `CREATE TABLE shared_reports (
       id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id),
       website_id TEXT NOT NULL REFERENCES websites(id), start_date TEXT, end_date TEXT, engine TEXT NOT NULL,
       model TEXT, digest TEXT NOT NULL, bytes INTEGER NOT NULL, html TEXT NOT NULL, created_at TEXT NOT NULL,
       made_by TEXT NOT NULL)${strict}`,
  );
  await make('CREATE INDEX shared_reports_newest ON shared_reports (workspace_id, created_at, id)');
  await make(
    `CREATE TABLE share_links (
       id TEXT PRIMARY KEY, report_id TEXT NOT NULL REFERENCES shared_reports(id) ON DELETE CASCADE,
       workspace_id TEXT NOT NULL REFERENCES organization(id), secret_hash TEXT NOT NULL UNIQUE,
       created_at TEXT NOT NULL, made_by TEXT NOT NULL, expires_at TEXT NOT NULL, revoked_at TEXT, last_opened_at TEXT,
       opened INTEGER NOT NULL)${strict}`,
  );
  await make('CREATE INDEX share_links_of_report ON share_links (report_id, created_at, id)');
}
