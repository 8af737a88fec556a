import { selectText } from '../../src/store/database/packedText.ts';
import type { Db } from '../../src/store/database/transaction.ts';

/**
 * Rewrites the saved texts of all answers uncompressed, as an earlier release saved them: for tests that inspect or
 * change them.
 */
export async function savePlain(db: Db): Promise<void> {
  for (const row of await db.selectFrom('run_results').selectAll().execute()) {
    const plain = {
      result: selectText(row.result, row.packed_result),
      facts: selectText(row.facts, row.packed_facts),
      searches: selectText(row.searches, row.packed_searches),
    };
    await db
      .updateTable('run_results')
      .set({ ...plain, packed_result: null, packed_facts: null, packed_searches: null, source_hosts: null })
      .where('run_id', '=', row.run_id)
      .where('version', '=', row.version)
      .execute();
  }
  for (const row of await db.selectFrom('raw_answers').selectAll().execute()) {
    const plain = { raw: selectText(row.raw, row.packed_raw), packed_raw: null };
    await db.updateTable('raw_answers').set(plain).where('run_id', '=', row.run_id).execute();
  }
}
