import { type Kysely, sql } from 'kysely';

/** Indexes that cover the sums of a month, so that no entry is read for them, and list purchases by their start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const make = async (text: string) => {
    await sql.raw(text).execute(db);
  };
  await make(
    `CREATE INDEX ledger_sums ON ledger_entries (workspace_id, month, simulated, kind, from_state, to_state, day, engine,
      plan_id, key_id, case_id, from_micro, to_micro)`,
  );
  await make('DROP INDEX ledger_month');
  await make(
    `CREATE INDEX ledger_begun ON ledger_entries (workspace_id, month, simulated, entered_at, record_id)
      WHERE ordinal = 1`,
  );
}
