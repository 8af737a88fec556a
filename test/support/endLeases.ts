import type { TestDatabase } from './databases.ts';
import { withClient } from './postgresServer.ts';

/**
 * Lets time pass until every lease on a run has expired, which killed processes hold for half a minute. On SQLite the
 * next server knows that it is alone, and waits for none.
 */
export async function endLeases({ env: { DATABASE_URL } }: TestDatabase): Promise<void> {
  if (DATABASE_URL === undefined) return;
  const over = `update runs set due_at = '2001-01-01T00:00:00.000Z' where active = 1`;
  await withClient(DATABASE_URL, (client) => client.query(over));
}
