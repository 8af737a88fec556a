import type { TestDatabase } from './databases.ts';
import { withClient } from './postgresServer.ts';

/**
 * Moves the clock until every lease of a killed process has expired, after half a minute. On SQLite the next server
 * knows that it is alone, so it does not wait.
 */
export async function endLeases({ env: { DATABASE_URL } }: TestDatabase): Promise<void> {
  if (DATABASE_URL === undefined) return;
  const over = `update runs set due_at = '2001-01-01T00:00:00.000Z' where active = 1`;
  await withClient(DATABASE_URL, (client) => client.query(over));
}
