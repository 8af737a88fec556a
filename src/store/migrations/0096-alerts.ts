import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/**
 * Alert rules, the alerts that they sent, and the messages. An alert and its messages are written in one transaction; a
 * message stays until it is delivered, even if a process dies meanwhile.
 */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  const real = engine === 'sqlite' ? 'REAL' : 'DOUBLE PRECISION';
  const make = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  const table = (name: string, columns: string): Promise<unknown> => make(`CREATE TABLE ${name} (${columns})${strict}`);
  const workspace = 'workspace_id TEXT NOT NULL REFERENCES organization(id)';
  await table(
    'alert_destinations',
    `id TEXT PRIMARY KEY, ${workspace}, kind TEXT NOT NULL, name TEXT NOT NULL, shown TEXT NOT NULL,
     sealed TEXT NOT NULL, created_at TEXT NOT NULL, created_by TEXT NOT NULL, secret_made_at TEXT, archived_at TEXT`,
  );
  await make('CREATE INDEX alert_destinations_newest ON alert_destinations (workspace_id, created_at, id)');
  await table(
    'alert_rules',
    `id TEXT PRIMARY KEY, ${workspace}, kind TEXT NOT NULL, name TEXT NOT NULL, website_id TEXT, engine TEXT,
     period_days INTEGER, direction TEXT NOT NULL, destination_ids TEXT NOT NULL, enabled INTEGER NOT NULL,
     created_at TEXT NOT NULL, created_by TEXT NOT NULL, archived_at TEXT`,
  );
  await make('CREATE INDEX alert_rules_newest ON alert_rules (workspace_id, created_at, id)');
  await make('CREATE INDEX alert_rules_open ON alert_rules (kind, workspace_id) WHERE archived_at IS NULL');
  await table(
    'alert_looks',
    `rule_id TEXT NOT NULL, workspace_id TEXT NOT NULL, period_end TEXT NOT NULL, looked_at TEXT NOT NULL,
     verdict TEXT NOT NULL, p ${real}, level ${real} NOT NULL, paired INTEGER NOT NULL, PRIMARY KEY (rule_id, period_end)`,
  );
  await table(
    'alert_facts',
    `id TEXT PRIMARY KEY, ${workspace}, rule_id TEXT NOT NULL, subject TEXT NOT NULL, kind TEXT NOT NULL,
     website_id TEXT, fact TEXT NOT NULL, created_at TEXT NOT NULL, UNIQUE (rule_id, subject)`,
  );
  await make('CREATE INDEX alert_facts_newest ON alert_facts (workspace_id, created_at, id)');
  await table(
    'outbox_messages',
    `id TEXT PRIMARY KEY, ${workspace}, fact_id TEXT NOT NULL REFERENCES alert_facts(id),
     destination_id TEXT NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL, created_at TEXT NOT NULL,
     due_at TEXT NOT NULL, ends_at TEXT NOT NULL, ended_at TEXT`,
  );
  await make("CREATE INDEX outbox_due ON outbox_messages (due_at) WHERE state = 'waiting'");
  await make('CREATE INDEX outbox_of_fact ON outbox_messages (fact_id)');
  await make('CREATE INDEX outbox_of_destination ON outbox_messages (destination_id)');
  await table(
    'outbox_tries',
    `message_id TEXT NOT NULL REFERENCES outbox_messages(id), number INTEGER NOT NULL, workspace_id TEXT NOT NULL,
     began_at TEXT NOT NULL, ended_at TEXT, outcome TEXT, status INTEGER, reason TEXT, duration_ms INTEGER,
     PRIMARY KEY (message_id, number)`,
  );
}
