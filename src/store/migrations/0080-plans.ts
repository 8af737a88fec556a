import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/**
 * Plans, their revisions, rounds, and the requests of a round. A due time has one round, whoever opens it. Keys may
 * belong to a plan, and runs may be bought for one.
 */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  const micro = engine === 'sqlite' ? 'INTEGER' : 'BIGINT';
  const make = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  const table = (name: string, columns: string): Promise<unknown> => make(`CREATE TABLE ${name} (${columns})${strict}`);
  await make('ALTER TABLE api_keys ADD COLUMN plan_id TEXT');
  await make('ALTER TABLE runs ADD COLUMN plan_id TEXT');
  await table(
    'plans',
    `id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id), kind TEXT NOT NULL, name TEXT NOT NULL,
     state TEXT NOT NULL, revision INTEGER NOT NULL, last_round INTEGER NOT NULL, key_id TEXT, max_round_micro ${micro},
     settled_until TEXT NOT NULL, next_due_at TEXT, created_at TEXT NOT NULL, created_by TEXT NOT NULL,
     activated_at TEXT, watched_at TEXT`,
  );
  await make('CREATE INDEX plans_of_workspace ON plans (workspace_id, created_at)');
  await make("CREATE INDEX plans_due ON plans (next_due_at) WHERE state = 'active' AND next_due_at IS NOT NULL");
  await make("CREATE UNIQUE INDEX plans_asks ON plans (workspace_id) WHERE kind = 'asks'");
  await table(
    'plan_revisions',
    `plan_id TEXT NOT NULL REFERENCES plans(id), number INTEGER NOT NULL, workspace_id TEXT NOT NULL,
     questions TEXT NOT NULL, engines TEXT NOT NULL, repeats INTEGER NOT NULL, max_age_seconds INTEGER NOT NULL,
     cadence TEXT NOT NULL, made_at TEXT NOT NULL, made_by TEXT NOT NULL, PRIMARY KEY (plan_id, number)`,
  );
  await table(
    'plan_rounds',
    `plan_id TEXT NOT NULL REFERENCES plans(id), number INTEGER NOT NULL, workspace_id TEXT NOT NULL,
     kind TEXT NOT NULL, slot TEXT NOT NULL, revision INTEGER NOT NULL, due_at TEXT NOT NULL, state TEXT NOT NULL,
     opened_at TEXT, ends_at TEXT NOT NULL, ended_at TEXT, reason TEXT, asked_by TEXT,
     PRIMARY KEY (plan_id, number), UNIQUE (plan_id, slot)`,
  );
  await make("CREATE INDEX plan_rounds_open ON plan_rounds (plan_id) WHERE state = 'open'");
  await make("CREATE INDEX plan_rounds_missed ON plan_rounds (workspace_id, due_at) WHERE state = 'missed'");
  await table(
    'plan_round_items',
    `plan_id TEXT NOT NULL, round INTEGER NOT NULL, case_id TEXT NOT NULL, repeat INTEGER NOT NULL,
     workspace_id TEXT NOT NULL, ordinal INTEGER NOT NULL, denials INTEGER NOT NULL, denial TEXT, run_id TEXT, met TEXT,
     PRIMARY KEY (plan_id, round, case_id, repeat)`,
  );
}
