import { type Kysely, sql } from 'kysely';

/**
 * Holds all that the sums of a month are made of, so that no entry is read for them, and the beginnings of purchases in
 * the order in which they are listed.
 */
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
