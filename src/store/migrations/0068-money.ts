import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/**
 * Ledger of held and paid amounts, balances, and budgets. Amounts are whole micro-US-dollars. Runs saved earlier have
 * no key of their requester.
 */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  const micro = engine === 'sqlite' ? 'INTEGER' : 'BIGINT';
  const make = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  const table = (name: string, columns: string): Promise<unknown> => make(`CREATE TABLE ${name} (${columns})${strict}`);
  await make('ALTER TABLE runs ADD COLUMN key_id TEXT');
  await table(
    'ledger_entries',
    `purchase_id TEXT NOT NULL, ordinal INTEGER NOT NULL, workspace_id TEXT NOT NULL REFERENCES organization(id),
     what TEXT NOT NULL, simulated INTEGER NOT NULL, month TEXT NOT NULL, day TEXT NOT NULL, engine TEXT NOT NULL,
     model TEXT, key_id TEXT, plan_id TEXT, case_id TEXT, record_id TEXT NOT NULL, kind TEXT NOT NULL,
     from_state TEXT NOT NULL, from_micro ${micro}, to_state TEXT NOT NULL, to_micro ${micro}, basis TEXT, as_of TEXT,
     entered_at TEXT NOT NULL, PRIMARY KEY (purchase_id, ordinal)`,
  );
  await make('CREATE INDEX ledger_month ON ledger_entries (workspace_id, month, simulated)');
  // For quotes: the cost of the last answers of an engine and model.
  await make(
    "CREATE INDEX ledger_history ON ledger_entries (workspace_id, engine, model, entered_at) WHERE kind = 'settle'",
  );
  await make('CREATE INDEX ledger_entered ON ledger_entries (entered_at)');
  // For all entries of one run or report.
  await make('CREATE INDEX ledger_record ON ledger_entries (workspace_id, record_id)');
  await forbidChanges(db, engine);
  await table(
    'budget_balances',
    `scope TEXT NOT NULL, month TEXT NOT NULL, simulated INTEGER NOT NULL, used_micro ${micro} NOT NULL,
     PRIMARY KEY (scope, month, simulated)`,
  );
  await table(
    'budgets',
    `scope TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id), limit_micro ${micro} NOT NULL,
     set_by TEXT NOT NULL, set_at TEXT NOT NULL`,
  );
  await table('account_prices', 'vendor TEXT PRIMARY KEY, prices TEXT NOT NULL, read_at TEXT NOT NULL');
}

/** Makes the database itself refuse changes of entries. */
async function forbidChanges(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  if (engine === 'sqlite') {
    for (const act of ['UPDATE', 'DELETE']) {
      await sql
        .raw(
          `CREATE TRIGGER ledger_no_${act.toLowerCase()} BEFORE ${act} ON ledger_entries
           BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END`,
        )
        .execute(db);
    }
    return;
  }
  await sql
    .raw(
      `CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'the ledger is append-only'; END $$`,
    )
    .execute(db);
  await sql
    .raw(
      `CREATE TRIGGER ledger_no_change BEFORE UPDATE OR DELETE ON ledger_entries
       FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change()`,
    )
    .execute(db);
}
